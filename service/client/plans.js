// @ts-check
// Plans: what one decides beforehand, in a dialog of its own, and as marks on the board. Nobody else is sent any of it.

/** @import { Point } from "./geometry.js" */
/** @import { BoardPlace, Plane, PlanAnswer as PlanReply, PlanRequest, SeatPlanned, SeatPlanSheet } from "./protocol.js" */

import { bearing } from "./geometry.js";
import { make, post, Refusal, worded } from "./page.js";

/** @typedef {{ line: string, waits?: boolean }} Premove */
/** @typedef {{ told: { words: string } } | { offered: { line: string } } | { count: { count: string, is: string, than: number } }} PlanTest */
/** @typedef {{ kind: string, say: string[], unless?: PlanTest[] }} PlanAnswerLine */
/** @typedef {{ when: PlanTest[], say: string[], stays?: boolean }} PlanCondition */
/**
 * A plan as the server keeps it.
 * @typedef {{ conditions: PlanCondition[], premoves: Premove[], loose: boolean, cut: string, answers: PlanAnswerLine[], keep: { count: string, least: number }[] }} Plan
 */

/** What a line speaks of: a place or a point, with the number of the line.
 * @typedef {{ number: number, place?: BoardPlace, at: Point }} Spoken */

/** What premoves are cut off by. */
const CUTS = [
  ["never", "go on, whatever happens"],
  ["reveal", "stop when dice fall or something hidden is shown"],
  ["news", "stop when anything happens"],
];

/** How counts are compared.
 * @type {[string, string][]} */
const HOW = [
  ["at_most", "is at most"],
  ["at_least", "is at least"],
  ["equal", "is"],
  ["other", "is not"],
];

/** How a wind is written.
 * @type {Map<string, string>} */
const WINDS = new Map([
  ["n", "north"],
  ["ne", "north-east"],
  ["e", "east"],
  ["se", "south-east"],
  ["s", "south"],
  ["sw", "south-west"],
  ["w", "west"],
  ["nw", "north-west"],
]);

/**
 * A point of a plane as a player writes it, on the board; nothing if a word is none.
 * @param {string} word
 * @param {Plane | null} plane
 * @returns {Point | null}
 */
function pointOf(word, plane) {
  const [, x, y] = /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/.exec(word) ?? [];
  if (!plane || x === undefined) return null;
  const { rect, from_below } = plane;
  const down = Number(y) * 1000;
  return { x: rect.x + Number(x) * 1000, y: rect.y + (from_below ? rect.height - down : down) };
}

/**
 * What planned lines speak of on a board: the places and points that they name, or to which their winds lead, each with the
 * number of its line.
 * @param {string[]} lines
 * @param {{ places: Map<string, BoardPlace>, plane: Plane | null, around: (here: BoardPlace) => Iterable<BoardPlace> }} ground
 * @param {BoardPlace | undefined} from where one stands
 * @returns {Spoken[]}
 */
export function spokenOf(lines, { places, plane, around }, from) {
  /** @type {Map<string, BoardPlace>} */
  const named = new Map();
  for (const place of places.values()) {
    if (place.label) named.set(place.label.toLowerCase(), place);
    named.set(place.id.toLowerCase(), place);
  }
  let here = from;
  return lines.flatMap((line, index) => {
    const words = line.toLowerCase().split(/\s+/);
    return words.flatMap((word) => {
      /** @type {Spoken[]} */
      const nothing = [];
      const wind = WINDS.get(word);
      if (wind && words.length === 1) {
        const on = here;
        here = on && [...around(on)].find((next) => bearing(on, next) === wind);
        return here ? [{ number: index + 1, place: here, at: here }] : nothing;
      }
      const place = word.length > 1 || /\d/.test(word) ? named.get(word) : undefined;
      const at = place ?? pointOf(word, plane);
      return at ? [{ number: index + 1, place, at }] : nothing;
    });
  });
}

/**
 * What is planned, in a few words.
 * @param {SeatPlanned | undefined} plan
 */
export function inShort(plan) {
  if (!plan) return "";
  const [next, ...later] = plan.premoves;
  const then = later.length ? `, then ${later.length} more` : "";
  const standing = plan.standing ? `${plan.standing} standing` : "";
  return [next ? `\`${next}\`${then}` : "", standing].filter(Boolean).join("; ");
}

/**
 * What a condition waits for, in words.
 * @param {PlanTest} test
 */
export function inWords(test) {
  if ("told" in test) return `the story tells “${test.told.words}”`;
  if ("offered" in test) return `\`${test.offered.line}\` can be done`;
  if (!("count" in test)) return "something is so that programs know";
  const { count, is, than } = test.count;
  const how = HOW.find(([word]) => word === is)?.[1] ?? is;
  return `${count} ${how} ${than}`;
}

/**
 * Answers in the order of their words, numbers by their size.
 * @param {PlanReply[]} answers
 */
export const ordered = (answers) =>
  [...answers].sort((one, other) => one.label.localeCompare(other.label, "en", { numeric: true }));

/**
 * The list with the thing at one place moved by so many.
 * @template T
 * @param {T[]} list
 * @param {number} at
 * @param {number} by
 */
export function moved(list, at, by) {
  const other = [...list];
  const [thing] = other.splice(at, 1);
  other.splice(at + by, 0, thing);
  return other;
}

/**
 * A field with its label beside it, if it has one.
 * @param {string} id
 * @param {string} label
 * @param {HTMLElement} field
 */
const pair = (id, label, field) =>
  make("span", { class: "pair" }, ...(label ? [make("label", { for: id }, label)] : []), field);

export class Plans {
  /** The plan that is shown, and what can be planned with.
   * @type {SeatPlanSheet | null} */
  sheet = null;
  /** The number of the plan of which the page was told last. */
  told = 0;

  /**
   * @param {HTMLDialogElement} dialog
   * @param {{ key: string, path: () => string, seat: () => number }} table
   */
  constructor(dialog, table) {
    this.dialog = dialog;
    this.table = table;
    this.body = /** @type {HTMLElement} */ (dialog.querySelector("#plan-sheet"));
    this.trouble = /** @type {HTMLElement} */ (dialog.querySelector("#plan-trouble"));
    this.said = /** @type {HTMLElement} */ (dialog.querySelector("#plan-said"));
  }

  /** Opens the dialog with the plan as it stands. */
  async open() {
    this.tell("");
    if (!this.dialog.open) this.dialog.showModal();
    await this.look();
  }

  /** Forgets everything: the screen goes to somebody who may not know it. */
  forget() {
    this.sheet = null;
    this.told = 0;
    this.body.replaceChildren();
    this.tell("");
    if (this.dialog.open) this.dialog.close();
  }

  /**
   * The plan is another one, or is no more.
   * @param {number} number
   */
  changed(number) {
    const news = number !== this.told;
    this.told = number;
    if (news && this.dialog.open && number !== this.sheet?.number) this.look();
  }

  /** Asks for the plan. */
  async look() {
    const answer = await fetch(this.table.path()).catch(() => null);
    const found = await answer?.json().catch(() => null);
    if (!answer?.ok) return this.tell(found?.message ?? "The server cannot be reached.");
    this.sheet = found;
    const written = this.written();
    this.draw();
    for (const [id, value] of written) {
      const field = document.getElementById(id);
      if (field instanceof HTMLInputElement) field.value = value;
    }
  }

  /** What is written in fields and not sent yet: it outlives a plan that changes meanwhile.
   * @returns {[string, string][]} */
  written() {
    const fields = this.body.querySelectorAll("input");
    return [...fields].flatMap(({ id, type, value }) => (type === "text" && id ? [[id, value]] : []));
  }

  /** Adds a line to what is done next; gives whether it was taken.
   * @param {string} line */
  async add(line) {
    if (!this.sheet) await this.look();
    return this.send(`Added: ${line}`, (plan) => ({ ...plan, premoves: [...plan.premoves, { line }] }));
  }

  /**
   * Sends another plan, and says what became of it; gives whether it was taken.
   * @param {string} done what is said then
   * @param {(plan: Plan) => Plan} change
   */
  async send(done, change) {
    if (!this.sheet) return false;
    const { number, plan } = this.sheet;
    const { key, seat, path } = this.table;
    /** @type {PlanRequest} */
    const body = { key, seat: seat(), number, plan: change(plan) };
    try {
      this.sheet = await (await post(path(), body)).json();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.kind === "stale") await this.look();
      this.tell(error.message);
      return false;
    }
    this.tell("");
    this.said.textContent = done;
    this.draw();
    return true;
  }

  /**
   * Says what is wrong, or nothing.
   * @param {string} words
   */
  tell(words) {
    this.trouble.hidden = !words;
    this.trouble.replaceChildren(...worded(words));
    this.said.textContent = "";
  }

  /** Shows the plan; what had the focus has it again. */
  draw() {
    const { sheet, body } = this;
    if (!sheet) return;
    const focused = document.activeElement?.id ?? "";
    const within = body.contains(document.activeElement);
    /** @type {Plan} */
    const plan = sheet.plan;
    body.replaceChildren(
      ...this.notes(sheet),
      this.premoves(plan),
      this.answers(plan, sheet),
      this.conditions(plan, sheet),
      this.keep(plan, sheet),
    );
    if (within) (document.getElementById(focused) ?? this.dialog.querySelector("#plan-line"))?.focus?.();
  }

  /** @param {SeatPlanSheet} sheet */
  notes({ notes }) {
    if (!notes.length) return [];
    const lines = notes.map(({ text }) => make("li", {}, ...worded(text)));
    return [
      make(
        "section",
        {},
        make("h3", { id: "plan-notes" }, "What the plan did"),
        make("ol", { "aria-labelledby": "plan-notes" }, ...lines),
      ),
    ];
  }

  /**
   * A section with a list, each with buttons that change it, and a form that adds to it.
   * @param {string} title
   * @param {string} words
   * @param {{ said: (Node | string)[], buttons: HTMLElement[] }[]} items
   * @param {HTMLElement[]} further
   */
  section(title, words, items, ...further) {
    const list = items.map(({ said, buttons }) =>
      make("li", {}, make("span", { class: "said" }, ...said), make("span", { class: "deeds" }, ...buttons)),
    );
    const listed = list.length ? [make("ol", {}, ...list)] : [];
    return make(
      "section",
      {},
      make("h3", {}, title),
      make("p", { class: "quiet" }, words),
      ...listed,
      ...further,
    );
  }

  /**
   * A button that changes the plan.
   * @param {string} id
   * @param {string} label
   * @param {string} about of what, for those who listen
   * @param {string} done
   * @param {(plan: Plan) => Plan} change
   */
  button(id, label, about, done, change) {
    const button = make("button", { type: "button", id }, label, make("span", { class: "sr" }, ` ${about}`));
    button.addEventListener("click", () => this.send(done, change));
    return button;
  }

  /**
   * A form that adds something.
   * @param {(Node | string)[]} fields
   * @param {() => Promise<boolean>} add
   */
  form(fields, add) {
    const form = make("form", { class: "row" }, ...fields, make("button", {}, "Add"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const first = form.querySelector("input, select");
      await add();
      // The form is another one by now.
      if (first?.id) document.getElementById(first.id)?.focus();
    });
    return form;
  }

  /**
   * A field with its label.
   * @param {string} id
   * @param {string} label
   * @param {Record<string, string | boolean>} [properties]
   */
  field(id, label, properties = {}) {
    const input = make("input", {
      id,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      ...properties,
    });
    return { input, nodes: [pair(id, label, input)] };
  }

  /**
   * A choice with its label.
   * @param {string} id
   * @param {string} label
   * @param {(string | [string, string])[]} options
   * @param {string} [chosen]
   */
  select(id, label, options, chosen) {
    const made = options.map((option) => {
      const [value, words] = typeof option === "string" ? [option, option] : option;
      return make("option", { value, selected: value === chosen }, words);
    });
    const select = make("select", { id }, ...made);
    return { select, nodes: [pair(id, label, select)] };
  }

  /** @param {Plan} plan */
  premoves(plan) {
    const { premoves } = plan;
    const items = premoves.map(({ line, waits }, at) => {
      const others = premoves.filter((_, other) => other !== at);
      const turn = () => premoves.map((it, other) => (other === at ? { line, waits: !waits } : it));
      const buttons = [
        ...(at
          ? [
              this.button(`up-${at}`, "Up", line, `${line} is earlier`, (it) => ({
                ...it,
                premoves: moved(premoves, at, -1),
              })),
            ]
          : []),
        ...(at + 1 < premoves.length
          ? [
              this.button(`down-${at}`, "Down", line, `${line} is later`, (it) => ({
                ...it,
                premoves: moved(premoves, at, 1),
              })),
            ]
          : []),
        this.button(
          `waits-${at}`,
          waits ? "Do not wait" : "Wait for it",
          line,
          waits ? `${line} does not wait` : `${line} waits`,
          (it) => ({ ...it, premoves: turn() }),
        ),
        this.button(`drop-${at}`, "Remove", line, `${line} is removed`, (it) => ({
          ...it,
          premoves: others,
        })),
      ];
      const said = [make("code", {}, line), waits ? " waits until it can be done" : ""];
      return { said, buttons };
    });
    const { input, nodes } = this.field("plan-line", "A line", {
      maxlength: "500",
      placeholder: "as under “Or write it”",
    });
    const cut = this.select(
      "plan-cut",
      "They",
      CUTS.map(([value, words]) => [value, words]),
      plan.cut,
    );
    cut.select.addEventListener("change", () =>
      this.send("Changed", (it) => ({ ...it, cut: cut.select.value })),
    );
    const loose = make("input", { type: "checkbox", id: "plan-loose", checked: plan.loose });
    loose.addEventListener("change", () => this.send("Changed", (it) => ({ ...it, loose: loose.checked })));
    const rest = premoves.length
      ? [
          make("div", { class: "row" }, ...cut.nodes),
          make("label", { class: "choice" }, loose, "If one cannot be done, go on with the next"),
        ]
      : [];
    return this.section(
      "What is done next",
      "Each line is played when you are asked, in this order. One that cannot be done then is dropped, and you are told why.",
      items,
      this.form(nodes, () => this.add(input.value.trim())),
      ...rest,
    );
  }

  /**
   * @param {Plan} plan
   * @param {SeatPlanSheet} sheet
   */
  answers(plan, { questions }) {
    const asked = (/** @type {string} */ kind) => questions.find((it) => it.kind === kind)?.question ?? kind;
    const items = plan.answers.map(({ kind, say, unless = [] }, at) => {
      const but = unless.length ? `, unless ${unless.map(inWords).join(" or ")}` : "";
      const said = [
        ...worded(asked(kind)),
        " ",
        ...say.flatMap((line, n) => [n ? " or " : "", make("code", {}, line)]),
        ...worded(but),
      ];
      const others = plan.answers.filter((_, other) => other !== at);
      return {
        said,
        buttons: [
          this.button(`answer-${at}`, "Remove", say[0], "Removed", (it) => ({ ...it, answers: others })),
        ],
      };
    });
    if (!questions.length)
      return this.section(
        "Standing answers",
        "This game asks nothing that could be answered beforehand.",
        items,
      );
    const kinds = this.select(
      "plan-kind",
      "Whenever I am asked",
      questions.map(({ kind, question }) => [kind, question.replaceAll("`", "")]),
    );
    const answer = make("select", { id: "plan-say" });
    const fill = () => {
      const open = questions.find(({ kind }) => kind === kinds.select.value)?.answers ?? [];
      answer.replaceChildren(
        ...ordered(open).map(({ line, label }) =>
          make("option", { value: line }, label.toLowerCase() === line ? label : `${label} (${line})`),
        ),
      );
    };
    kinds.select.addEventListener("change", fill);
    fill();
    const form = this.form([...kinds.nodes, pair("plan-say", "I answer", answer)], () => {
      const added = { kind: kinds.select.value, say: [answer.value] };
      return this.send("Added", (it) => ({ ...it, answers: [...it.answers, added] }));
    });
    return this.section(
      "Standing answers",
      "Given as often as the question is asked. The first that can be given is.",
      items,
      form,
    );
  }

  /**
   * @param {Plan} plan
   * @param {SeatPlanSheet} sheet
   */
  conditions(plan, { counts }) {
    const items = plan.conditions.map(({ when, say, stays }, at) => {
      const lines = say.flatMap((line, n) => [n ? " or " : "", make("code", {}, line)]);
      const said = [
        "If ",
        ...worded(when.map(inWords).join(" and ")),
        ": ",
        ...lines,
        stays ? ", every time" : ", once",
      ];
      const others = plan.conditions.filter((_, other) => other !== at);
      return {
        said,
        buttons: [
          this.button(`condition-${at}`, "Remove", say[0], "Removed", (it) => ({
            ...it,
            conditions: others,
          })),
        ],
      };
    });
    const when = this.select("plan-when", "If", [
      ["told", "the story tells"],
      ["offered", "this can be done"],
    ]);
    if (counts.length) {
      const sheet = counts.map(({ count, now }) => make("option", { value: count }, `${count} (now ${now})`));
      when.select.append(make("optgroup", { label: "On your sheet" }, ...sheet));
    }
    const how = this.select("plan-how", "", HOW);
    how.select.setAttribute("aria-label", "How it compares");
    const what = this.field("plan-what", "", { maxlength: "200" });
    const line = this.field("plan-do", "do", { maxlength: "500", placeholder: "a line" });
    const stays = make("input", { type: "checkbox", id: "plan-stays" });
    const isCount = () => !["told", "offered"].includes(when.select.value);
    // The fields make one sentence with what was chosen.
    const fit = () => {
      how.nodes[0].hidden = !isCount();
      const [label, hint] = isCount()
        ? ["A number", "2"]
        : when.select.value === "told"
          ? ["The words", "these words"]
          : ["The line", "a line"];
      what.input.setAttribute("aria-label", label);
      what.input.placeholder = hint;
      what.input.inputMode = isCount() ? "numeric" : "text";
      what.input.size = isCount() ? 4 : 20;
    };
    when.select.addEventListener("change", fit);
    fit();
    const form = this.form(
      [
        ...when.nodes,
        ...how.nodes,
        ...what.nodes,
        ...line.nodes,
        make("label", { class: "choice" }, stays, "every time"),
      ],
      () => {
        const value = what.input.value.trim();
        if (!value) {
          this.tell("Say what must be so: words, a line or a number.");
          return Promise.resolve(false);
        }
        if (isCount() && !/^-?\d+$/.test(value)) {
          this.tell(`\`${value}\` is no number.`);
          return Promise.resolve(false);
        }
        const chosen = when.select.value;
        /** @type {PlanTest} */
        const test =
          chosen === "told"
            ? { told: { words: value } }
            : chosen === "offered"
              ? { offered: { line: value } }
              : { count: { count: chosen, is: how.select.value, than: Number(value) } };
        const added = { when: [test], say: [line.input.value.trim()], stays: stays.checked };
        return this.send("Added", (it) => ({ ...it, conditions: [...it.conditions, added] }));
      },
    );
    return this.section(
      "Conditions",
      "Something that is done before everything else, when you are asked and it has come about.",
      items,
      form,
    );
  }

  /**
   * @param {Plan} plan
   * @param {SeatPlanSheet} sheet
   */
  keep(plan, { counts }) {
    const items = plan.keep.map(({ count, least }, at) => {
      const others = plan.keep.filter((_, other) => other !== at);
      return {
        said: [`${count}: at least ${least}`],
        buttons: [this.button(`keep-${at}`, "Remove", count, "Removed", (it) => ({ ...it, keep: others }))],
      };
    });
    const words =
      "Neither a standing answer nor a condition spends below this, nor does a bot that plays for you while you are away.";
    const scarce = counts.filter(({ spent }) => spent);
    if (!scarce.length)
      return this.section("What is kept", "No decision spends anything that your sheet counts now.", items);
    const count = this.select(
      "plan-count",
      "Keep of",
      scarce.map(({ count, now }) => [count, `${count} (now ${now})`]),
    );
    const least = this.field("plan-least", "at least", { type: "number", value: "1", size: "4" });
    const form = this.form([...count.nodes, ...least.nodes], () => {
      const added = { count: count.select.value, least: Number(least.input.value) };
      const others = plan.keep.filter((it) => it.count !== added.count);
      return this.send("Kept", (it) => ({ ...it, keep: [...others, added] }));
    });
    return this.section("What is kept", words, items, form);
  }
}
