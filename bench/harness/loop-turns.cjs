// Preloaded into a server (`--require`): at SIGUSR2 it prints the longest event loop turn since the last signal. The
// output is one line of JSON on standard error. `loopMs` is CPU time of the loop's own thread; `wallMs` includes the
// time of other processes.
const { readFileSync } = require("node:fs");

const NS_A_MS = 1e6;
const schedule = `/proc/self/task/${process.pid}/schedstat`;
const loopMs = () => Number(readFileSync(schedule, "latin1").split(" ")[0]) / NS_A_MS;
let longest = { loopMs: 0, wallMs: 0 };
let loopBefore = loopMs();
let wallBefore = performance.now();
function turn() {
  const [loop, wall] = [loopMs(), performance.now()];
  longest = { loopMs: Math.max(longest.loopMs, loop - loopBefore), wallMs: Math.max(longest.wallMs, wall - wallBefore) };
  loopBefore = loop;
  wallBefore = wall;
  setImmediate(turn).unref();
}
setImmediate(turn);
// Keeps the loop turning.
setInterval(() => undefined, 1);
process.on("SIGUSR2", () => {
  process.stderr.write(`turns ${JSON.stringify({ loopMs: Math.round(longest.loopMs), wallMs: Math.round(longest.wallMs) })}\n`);
  longest = { loopMs: 0, wallMs: 0 };
});
