// Preloaded into a server (`--expose-gc --require`). At SIGUSR2 it prints a line with JSON to standard error.
// BENCH_PROBE=turns: the longest event loop turn since the last signal. BENCH_PROBE=memory: megabytes after a garbage
// collection. BENCH_PROBE=report: at the exit, without a signal, the longest turns and late timers.
// `loopMs` is CPU time of the loop's own thread, as the kernel counts it: other programs on the core affect only
// `wallMs`. `allMs` includes the process's helper threads, which collect garbage and compress. `late` is the CPU time
// of the thread from the turn in which a timer was due until it fired.
const { readFileSync } = require("node:fs");
const { PerformanceObserver } = require("node:perf_hooks");

const kind = process.env.BENCH_PROBE ?? "report";
const NS_PER_MS = 1e6;
const schedule = `/proc/self/task/${process.pid}/schedstat`;
const loopMs = () => Number(readFileSync(schedule, "latin1").split(" ")[0]) / NS_PER_MS;
const print = (answer) => process.stderr.write(`probe ${JSON.stringify(answer)}\n`);
const roundAll = (each) => Object.fromEntries(Object.entries(each).map(([name, value]) => [name, Math.round(value)]));

/** Calls `take` at the end of each turn with its duration, and keeps the loop turning while it is idle. */
function measureTurns(take) {
  let [loopBefore, wallBefore] = [loopMs(), performance.now()];
  const turn = () => {
    const [loop, wall] = [loopMs(), performance.now()];
    take({ atMs: wallBefore, loopMs: loop - loopBefore, wallMs: wall - wallBefore });
    [loopBefore, wallBefore] = [loopMs(), performance.now()];
    setImmediate(turn).unref();
  };
  setImmediate(turn);
  setInterval(() => undefined, 1);
}

function turns() {
  let longest = { loopMs: 0, wallMs: 0 };
  measureTurns((each) => {
    longest = { loopMs: Math.max(longest.loopMs, each.loopMs), wallMs: Math.max(longest.wallMs, each.wallMs) };
  });
  process.on("SIGUSR2", () => {
    print(roundAll(longest));
    longest = { loopMs: 0, wallMs: 0 };
  });
}

function memory() {
  process.on("SIGUSR2", () => {
    for (let time = 0; time < 3; time++) globalThis.gc();
    const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
    const mb = (bytes) => Number((bytes / 1e6).toFixed(2));
    print({ heapMb: mb(heapUsed), externalMb: mb(external), buffersMb: mb(arrayBuffers), rssMb: mb(rss) });
  });
}

function report() {
  const BEAT_MS = 20;
  const [longTurns, late, pauses] = [[], [], []];
  new PerformanceObserver((list) => {
    for (const { startTime, duration, detail } of list.getEntries())
      if (duration > 10) pauses.push({ atMs: startTime, wallMs: duration, kind: detail.kind });
  }).observe({ entryTypes: ["gc"] });
  let before = process.cpuUsage();
  /** The start times of turns since the last run of the timer. */
  let marks = [];
  measureTurns((each) => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const all = { ...each, allMs: (user + system) / 1000 };
    if (all.allMs > 15 || all.wallMs > 15) longTurns.push(all);
    marks.push({ wallMs: performance.now(), loopMs: loopMs() });
  });
  const beat = (dueMs) => {
    const due = marks.findLast(({ wallMs }) => wallMs <= dueMs);
    if (due !== undefined) late.push({ atMs: dueMs, loopMs: loopMs() - due.loopMs });
    marks = marks.slice(-1);
    const nextMs = performance.now() + BEAT_MS;
    setTimeout(() => beat(nextMs), BEAT_MS).unref();
  };
  setTimeout(() => beat(performance.now()), BEAT_MS).unref();
  const longest = (list, by, count) =>
    list
      .toSorted((a, b) => b[by] - a[by])
      .slice(0, count)
      .map(roundAll);
  const over50Ms = (list, by) => list.filter((each) => each[by] > 50).length;
  process.on("exit", () =>
    print({
      turnsOver50Ms: Object.fromEntries(["loopMs", "allMs", "wallMs"].map((clock) => [clock, over50Ms(longTurns, clock)])),
      longest: longest(longTurns, "loopMs", 12),
      late: { beats: late.length, over50Ms: over50Ms(late, "loopMs"), latest: longest(late, "loopMs", 4) },
      pauses: longest(pauses, "wallMs", 8),
    }),
  );
}

if (kind === "turns") turns();
else if (kind === "memory") memory();
else report();
