// boardgame.io's own server: `node server.js PORT memory|file FOLDER`.
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { ConnectFour } = require("./game");
const [, , port, store, folder] = process.argv;
const db = store === "file" ? new FlatFile({ dir: folder, logging: false }) : undefined;
const server = Server({ games: [ConnectFour], origins: [Origins.LOCALHOST], db });
server.run({ port: Number(port), callback: () => console.log("ready") });
