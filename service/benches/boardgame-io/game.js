// Connect four as a boardgame.io game.
const WIDE = 7, HIGH = 6;

function won(cells, player) {
  const at = (x, y) => x >= 0 && x < WIDE && y >= 0 && y < HIGH && cells[y * WIDE + x] === player;
  for (let y = 0; y < HIGH; y++) {
    for (let x = 0; x < WIDE; x++) {
      for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
        if ([0, 1, 2, 3].every((n) => at(x + n * dx, y + n * dy))) return true;
      }
    }
  }
  return false;
}

exports.ConnectFour = {
  name: "connect-four",
  setup: () => ({ cells: Array(WIDE * HIGH).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, column) => {
      for (let y = 0; y < HIGH; y++) {
        if (G.cells[y * WIDE + column] === null) {
          G.cells[y * WIDE + column] = playerID;
          return;
        }
      }
      return "INVALID_MOVE";
    },
  },
  endIf: ({ G, ctx }) => {
    if (won(G.cells, ctx.currentPlayer)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};
