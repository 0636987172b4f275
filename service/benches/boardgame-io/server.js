// boardgame.io's own server: `node server.js PORT memory|file|postgres FOLDER|ADDRESS`.
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { ConnectFour } = require("./game");
const [, , port, store, folder] = process.argv;
function storage() {
  if (store === "file") return new FlatFile({ dir: folder, logging: false });
  if (store !== "postgres") return undefined;
  const { PostgresStore } = require("bgio-postgres");
  return new PostgresStore(folder, { logging: false });
}
const db = storage();
const server = Server({ games: [ConnectFour], origins: [Origins.LOCALHOST], db });
server.run({ port: Number(port), callback: () => console.log("ready") });
