// Forwards requests without bodies: `node tunnel.mjs ADDRESS PORT` listens on ADDRESS, prints its port there, and
// connects to PORT on loopback. A simulated API server accepts only host names of loopback.
import { connect, createServer } from "node:net";

const [address, to] = process.argv.slice(2);
const server = createServer((near) => {
  const far = connect(Number(to), "127.0.0.1");
  near.on("data", (part) => far.write(part.toString("latin1").replace(/^host: .*(?=\r$)/gim, "host: localhost"), "latin1"));
  far.pipe(near);
  for (const [one, peer] of [
    [near, far],
    [far, near],
  ])
    one.on("error", () => peer.destroy()).on("close", () => peer.destroy());
}).listen(0, address, () => console.log(server.address().port));
