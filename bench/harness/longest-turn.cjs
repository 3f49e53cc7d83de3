// Preloaded into a server (`--require`): the duration of each event loop turn; prints the longest at the end. `loopMs`
// is CPU time of the loop's own thread, as the kernel counts it: other programs on the core affect only `wallMs`.
// `allMs` includes the process's helper threads, which collect garbage and compress. `late` is the delay of a timer, as
// for heartbeats and probes. It is the thread's CPU time from the turn in which the timer was due until it fired.
const { readFileSync } = require("node:fs");
const { PerformanceObserver } = require("node:perf_hooks");

const NS_A_MS = 1e6;
const schedule = `/proc/self/task/${process.pid}/schedstat`;
const loopMs = () => Number(readFileSync(schedule, "latin1").split(" ")[0]) / NS_A_MS;
const turns = [];
const late = [];
const BEAT_MS = 20;
const pauses = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration, detail } of list.getEntries())
    if (duration > 10) pauses.push({ atMs: Math.round(startTime), wallMs: Math.round(duration), kind: detail.kind });
}).observe({ entryTypes: ["gc"] });

let before = process.cpuUsage();
let loopBefore = loopMs();
let wallBefore = performance.now();
function turn() {
  const { user, system } = process.cpuUsage(before);
  const took = {
    atMs: Math.round(wallBefore),
    loopMs: loopMs() - loopBefore,
    allMs: (user + system) / 1000,
    wallMs: performance.now() - wallBefore,
  };
  if (took.allMs > 15 || took.wallMs > 15) turns.push(took);
  before = process.cpuUsage();
  loopBefore = loopMs();
  wallBefore = performance.now();
  marks.push({ wallMs: wallBefore, loopMs: loopBefore });
  setImmediate(turn).unref();
}
setImmediate(turn);
// Keeps the loop turning while it is idle.
setInterval(() => undefined, 1);
/** The start times of turns since the last run of the timer. */
let marks = [];
function beat(dueMs) {
  const due = marks.findLast(({ wallMs }) => wallMs <= dueMs);
  if (due !== undefined) late.push({ atMs: Math.round(dueMs), loopMs: Math.round(loopMs() - due.loopMs) });
  marks = marks.slice(-1);
  const nextMs = performance.now() + BEAT_MS;
  setTimeout(() => beat(nextMs), BEAT_MS).unref();
}
setTimeout(() => beat(performance.now()), BEAT_MS).unref();
process.on("exit", () => {
  const rounded = (each) => Object.fromEntries(Object.entries(each).map(([name, value]) => [name, Math.round(value)]));
  const longest = turns
    .toSorted((a, b) => b.loopMs - a.loopMs)
    .slice(0, 12)
    .map(rounded);
  const over50Ms = Object.fromEntries(
    ["loopMs", "allMs", "wallMs"].map((clock) => [clock, turns.filter((each) => each[clock] > 50).length]),
  );
  process.stderr.write(
    `${JSON.stringify({ turnsOver50Ms: over50Ms, longest, late: { beats: late.length, over50Ms: late.filter((each) => each.loopMs > 50).length, latest: late.toSorted((a, b) => b.loopMs - a.loopMs).slice(0, 4) }, pauses: pauses.toSorted((a, b) => b.wallMs - a.wallMs).slice(0, 8) })}\n`,
  );
});
