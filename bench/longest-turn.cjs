// Preloaded into a server (`--require`): how much CPU time each turn of the event loop took, the longest said at the end. Of the whole process, so that helper threads are in it: an upper bound
// that another program on the core does not move, as it does a wait on the wall.
const turns = [];
let before = process.cpuUsage();
let wallBefore = performance.now();
function turn() {
  const { user, system } = process.cpuUsage(before);
  const wallMs = performance.now() - wallBefore;
  const cpuMs = (user + system) / 1000;
  if (cpuMs > 15) turns.push({ atMs: Math.round(wallBefore), cpuMs: Math.round(cpuMs), wallMs: Math.round(wallMs) });
  before = process.cpuUsage();
  wallBefore = performance.now();
  setImmediate(turn).unref();
}
setImmediate(turn);
// Keeps the loop turning while there is nothing else.
setInterval(() => undefined, 1);
process.on("exit", () => {
  const longest = turns.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, 12);
  process.stderr.write(`${JSON.stringify({ turnsOver50Ms: turns.filter(({ cpuMs }) => cpuMs > 50).length, longest })}\n`);
});
