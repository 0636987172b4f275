// @ts-check

import { Camera, missing, seen, within, zoomed } from "../camera.js";
import { draw } from "../svg.js";
import { equal, near, one, page, test } from "./check.js";

const VIEW = { x: 100, y: 200, width: 400, height: 200 };
const NO_BOUNDS = { least: 0, most: Infinity };

test("a view is widened to the window's shape around its middle", () => {
  equal(seen(VIEW, { width: 200, height: 200 }), { x: 100, y: 100, width: 400, height: 400, scale: 2 });
  equal(seen(VIEW, { width: 800, height: 100 }), { x: -500, y: 200, width: 1600, height: 200, scale: 2 });
});

test("a window without a size is no division by zero", () => {
  const { scale } = seen(VIEW, { width: 0, height: 0 });
  equal(Number.isFinite(scale), true);
});

test("zooming keeps the point under the pointer where it is", () => {
  const around = { x: 200, y: 250 };
  const closer = zoomed(VIEW, 2, around, NO_BOUNDS);
  equal([closer.width, closer.height], [200, 100]);
  near((around.x - closer.x) / closer.width, (around.x - VIEW.x) / VIEW.width);
  near((around.y - closer.y) / closer.height, (around.y - VIEW.y) / VIEW.height);
});

test("zooming there and back changes nothing", () => {
  const around = { x: 317, y: 222 };
  const back = zoomed(zoomed(VIEW, 1.4, around, NO_BOUNDS), 1 / 1.4, around, NO_BOUNDS);
  for (const [found, expected] of [
    [back.x, VIEW.x],
    [back.y, VIEW.y],
    [back.width, VIEW.width],
    [back.height, VIEW.height],
  ]) {
    near(found, expected);
  }
});

test("zooming ends at the bounds", () => {
  const bounds = { least: 300, most: 1000 };
  equal(zoomed(VIEW, 100, VIEW, bounds).width, 300);
  equal(zoomed(VIEW, 0.01, VIEW, bounds).width, 1000);
});

test("a view beside the board is moved onto it, and a larger one to its middle", () => {
  const extent = { x: 0, y: 0, width: 1000, height: 1000 };
  equal(within({ x: -50, y: 950, width: 100, height: 100 }, extent), {
    x: 0,
    y: 900,
    width: 100,
    height: 100,
  });
  equal(within({ x: 7, y: 10, width: 2000, height: 100 }, extent), {
    x: -500,
    y: 10,
    width: 2000,
    height: 100,
  });
});

test("what is in view needs no move, what is not the least one", () => {
  equal(missing(VIEW, { x: 300, y: 300 }, 20), { x: 0, y: 0 });
  equal(missing(VIEW, { x: 110, y: 500 }, 20), { x: -10, y: 120 });
});

function camera() {
  page(`<div id="window" style="width: 400px; height: 200px"></div>`);
  const svg = draw("svg", { style: "width: 100%; height: 100%" });
  one("#window").append(svg);
  const camera = new Camera(svg, one("#window"));
  camera.extent = { x: 0, y: 0, width: 40_000, height: 20_000 };
  camera.counter = 1000;
  camera.fit();
  return camera;
}

test("a camera that fits shows all of the board", () => {
  equal(camera().svg.getAttribute("viewBox"), "0 0 40000 20000");
});

test("it is told whether the whole board is seen, and whether names on pieces can be read", () => {
  const looking = camera();
  const told = () => [looking.window.classList.contains("fits"), looking.svg.classList.contains("small")];
  const whole = told();
  looking.show({ x: 0, y: 0, width: 10_000, height: 5_000 });
  equal(
    [whole, told()],
    [
      [true, true],
      [false, false],
    ],
  );
});

test("a focus moves no further than it must", () => {
  const looking = camera();
  looking.show({ x: 0, y: 0, width: 10_000, height: 5_000 });
  looking.focus({ x: 12_000, y: 1000 });
  equal(looking.view, { x: 2600, y: 0, width: 10_000, height: 5_000 });
});

test("whoever decides sees what lies around, and nothing beyond the board", () => {
  const looking = camera();
  looking.show({ x: 0, y: 0, width: 10_000, height: 5_000 });
  looking.focus({ x: 9_500, y: 2_500 }, true);
  equal(looking.view, { x: 750, y: 0, width: 10_000, height: 5_000 });
  looking.show({ x: 30_000, y: 15_000, width: 10_000, height: 5_000 });
  looking.focus({ x: 39_500, y: 19_500 }, true);
  equal(looking.view, { x: 30_000, y: 15_000, width: 10_000, height: 5_000 });
});

test("a part of a plane is shown whole, or as much of it as can be read", () => {
  const looking = camera();
  looking.frame({ x: 3000, y: 3000, width: 8000, height: 2000 }, { x: 7000, y: 4000 });
  equal(looking.view, { x: 2000, y: 1500, width: 10_000, height: 5000 });
  const wide = camera();
  wide.frame({ x: 0, y: 0, width: 30_000, height: 18_000 }, { x: 20_000, y: 10_000 });
  near(wide.seen().width, (1000 / 24) * 400);
  near(wide.seen().x + wide.seen().width / 2, 20_000);
});

test("of a part that is too large nothing beside it is shown for its sake", () => {
  const looking = camera();
  looking.frame({ x: 1000, y: 1000, width: 30_000, height: 17_000 }, { x: 2000, y: 16_000 });
  const { x, y, width, height } = looking.seen();
  near(x, 0);
  near(y + height, 19_000);
  near(width, (1000 / 24) * 400);
});

test("a part is held if its counters can be read all the same", () => {
  const looking = camera();
  equal(looking.holds({ x: 0, y: 0, width: 11_000, height: 3000 }), true);
  equal(looking.holds({ x: 0, y: 0, width: 14_000, height: 3000 }), false);
});

test("who has come close stays so, and is moved only if something is missing", () => {
  const looking = camera();
  looking.show({ x: 0, y: 0, width: 12_000, height: 6000 });
  looking.frame({ x: 2000, y: 2000, width: 3000, height: 2000 }, { x: 3000, y: 3000 });
  equal(looking.view, { x: 0, y: 0, width: 12_000, height: 6000 });
  looking.frame({ x: 20_000, y: 2000, width: 3000, height: 2000 }, { x: 21_000, y: 3000 });
  equal([looking.view?.x, looking.view?.width], [15_500, 12_000]);
  looking.frame({ x: 20_000, y: 2000, width: 12_000, height: 2000 }, { x: 21_000, y: 3000 });
  near(looking.view?.width ?? 0, 14_000);
});

test("a board that can be read as a whole is shown as a whole", () => {
  const looking = camera();
  looking.extent = { x: 0, y: 0, width: 13_200, height: 6_600 };
  looking.show({ x: 0, y: 0, width: 4000, height: 2000 });
  looking.frame({ x: 2000, y: 2000, width: 1000, height: 1000 }, { x: 2500, y: 2500 });
  equal(looking.view, looking.extent);
});

test("no margin around what one decides by is worth more than the board itself", () => {
  const looking = camera();
  looking.extent = { x: 0, y: 0, width: 15_000, height: 7500 };
  looking.show({ x: 0, y: 0, width: 4000, height: 2000 });
  looking.frame({ x: 0, y: 0, width: 15_000, height: 7500 }, { x: 7000, y: 3000 });
  near(looking.seen().width, 15_000);
});

test("a measured table is shown as a whole where its figures can be found, and else the view pans and keeps its scale", () => {
  const looking = camera();
  looking.measured = true;
  looking.extent = { x: 0, y: 0, width: 30_000, height: 15_000 };
  looking.show({ x: 0, y: 0, width: 10_000, height: 5000 });
  looking.frame({ x: 2000, y: 2000, width: 1000, height: 1000 }, { x: 2500, y: 2500 });
  equal(looking.view, looking.extent);
  const large = camera();
  large.measured = true;
  large.extent = { x: 0, y: 0, width: 60_000, height: 30_000 };
  large.fit();
  large.frame({ x: 2000, y: 2000, width: 6000, height: 2000 }, { x: 5000, y: 3000 });
  const { width, x } = large.seen();
  large.frame({ x: 12_000, y: 2000, width: 12_000, height: 7000 }, { x: 19_000, y: 4000 });
  equal([large.seen().width, large.seen().x > x], [width, true]);
});

test("who has looked closer themselves keeps what they see, and it is moved only to what matters", () => {
  const looking = camera();
  looking.show({ x: 0, y: 0, width: 12_000, height: 6000 });
  looking.zoom(1.5, { x: 0, y: 0 });
  const before = looking.view;
  looking.frame({ x: 2000, y: 2000, width: 9000, height: 3000 }, { x: 3000, y: 3000 });
  equal(looking.view, before);
  looking.frame({ x: 20_000, y: 2000, width: 900, height: 900 }, { x: 20_000, y: 2000 });
  equal([looking.view?.width, (looking.view?.x ?? 0) > 10_000], [before?.width, true]);
  looking.keepWhole();
  equal(looking.view, looking.extent);
});

test("a point of the window is a point of the board", () => {
  const looking = camera();
  const box = one("#window").getBoundingClientRect();
  const { x, y } = looking.point({ clientX: box.x + 100, clientY: box.y + 50 });
  near(x, 10_000);
  near(y, 5_000);
});
