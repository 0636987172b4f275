// Plays many matches of connect four against a boardgame.io server, as many moves as it takes:
// `node load.js PORT MATCHES SECONDS CONCURRENT`. Prints one JSON line.
const { io } = require("socket.io-client");
const [, , port, matches, seconds, concurrent] = process.argv.map((word, at) => (at < 2 ? word : Number(word)));
const times = [];
let stop = false;

function open(number) {
  return new Promise((resolve) => {
    const socket = io(`http://127.0.0.1:${port}/connect-four`, { transports: ["websocket"], forceNew: true });
    const table = { socket, id: `m${number}-0`, round: 0, number };
    socket.on("sync", (_, info) => { table.state = info.state; table.ready?.(); });
    socket.on("update", (id, state) => { if (id === table.id) { table.state = state; table.ready?.(); } });
    socket.on("connect", () => { table.ready = () => resolve(table); socket.emit("sync", table.id, "0", undefined, 2); });
  });
}

const next = (table) => new Promise((resolve) => { table.ready = resolve; });

async function move(table) {
  const { ctx, G, _stateID } = table.state;
  if (ctx.gameover) {
    table.id = `m${table.number}-${++table.round}`;
    const ready = next(table);
    table.socket.emit("sync", table.id, "0", undefined, 2);
    await ready;
    return;
  }
  const free = [0, 1, 2, 3, 4, 5, 6].filter((column) => G.cells[35 + column] === null);
  const column = free[Math.floor(Math.random() * free.length)];
  const action = { type: "MAKE_MOVE", payload: { type: "drop", args: [column], playerID: ctx.currentPlayer } };
  const began = process.hrtime.bigint();
  const ready = next(table);
  table.socket.emit("update", action, _stateID, table.id, ctx.currentPlayer);
  await ready;
  times.push(Number(process.hrtime.bigint() - began) / 1e6);
}

(async () => {
  const tables = [];
  for (let number = 0; number < matches; number += 50) {
    const some = [...Array(Math.min(50, matches - number)).keys()].map((offset) => open(number + offset));
    tables.push(...(await Promise.all(some)));
  }
  const began = Date.now();
  setTimeout(() => { stop = true; }, seconds * 1000);
  await Promise.all([...Array(concurrent).keys()].map(async (worker) => {
    for (let at = worker; !stop; at = (at + concurrent) % tables.length) await move(tables[at]);
  }));
  const spent = (Date.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const part = (share) => times[Math.floor(times.length * share)] ?? 0;
  console.log(JSON.stringify({ moves_per_second: Math.round(times.length / spent), p50_ms: part(0.5), p99_ms: part(0.99), moves: times.length }));
  process.exit(0);
})();
