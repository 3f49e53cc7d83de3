// The control of a measured time, in a separate process: does 5 ms of work in each 100 ms. Answers each message with
// the CPU time of all work until now, and with the time from the moments at which it was due to its ends.
const EVERY_MS = 100;
const WORK_MS = 5;
const total = { workMs: 0, tookMs: 0 };
let dueMs = performance.now() + EVERY_MS;

function work() {
  const before = process.cpuUsage();
  const workedMs = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  while (workedMs() < WORK_MS);
  const nowMs = performance.now();
  total.workMs += workedMs();
  total.tookMs += nowMs - dueMs;
  dueMs = nowMs + EVERY_MS;
  // A timer fires up to a millisecond early.
  setTimeout(work, EVERY_MS + 1);
}
setTimeout(work, EVERY_MS);
process.on("message", () => process.send(total));
process.on("disconnect", () => process.exit());
