// `BENCH_ONLY=rates npm run bench`: CPU of the whole server with the default event log in a rollout, compared with the
// pinned client's informers that only count. Both receive the same pod events at the same time. The events of a tick
// come together, and the next ones when the clients have a frame, so that a busy machine does not make ticks rare.
// BENCH_NODES (default 1000), BENCH_DAEMONSETS (default 12), BENCH_RATES (events a second, default 10,100,350,1000),
// BENCH_READERS (clients of the stream, default 1), BENCH_EVENTS (of each round, default 4000), BENCH_MAIN (programs of
// the server, to compare builds in the same run), BENCH_PAIRS (rounds; the first ones include compilation).
import { get } from "node:http";
import { compare, max } from "../harness/measure.mjs";
import { end, fleet, MAIN, program, serveReady, usedDuring, wait } from "../harness/processes.mjs";
import { number, numbers, PAIRS, text } from "../harness/settings.mjs";

const NODES = number("BENCH_NODES", 1000);
const DAEMON_SETS = number("BENCH_DAEMONSETS", 12);
const RATES = numbers("BENCH_RATES", [10, 100, 350, 1000]);
const READERS = number("BENCH_READERS", 1);
const EVENTS = number("BENCH_EVENTS", 4000);
const MAINS = text("BENCH_MAIN", MAIN).split(",");
/** The interval of ticks in a rollout (`apps/server/src/frames/epoch.ts`). */
const TICK_MS = 28;
/** Without a frame for this time, the events changed nothing. */
const NO_FRAME_MS = 400;
/** Pods that are unready at the same time: the budget of a 10 % rollout. */
const AT_ONCE = Math.max(1, Math.round(NODES / 10));

/** Opens a stream. Returns a function that resolves at the next bytes. */
async function openStream(url) {
  let received = () => undefined;
  const headers = { accept: "text/event-stream", "accept-encoding": "gzip" };
  await new Promise((done) =>
    get(`${url}/api/stream`, { headers }, (response) => {
      response.on("data", () => received());
      response.on("error", () => undefined);
      done();
    }),
  );
  return () =>
    new Promise((done) => {
      const timer = setTimeout(done, NO_FRAME_MS);
      received = () => {
        clearTimeout(timer);
        done();
      };
    });
}

/** Sends the events of a rate to all subjects, and returns the CPU of each, in µs an event. */
async function measureRound({ source, streams, children }, rate) {
  const perTick = Math.max(1, (rate * TICK_MS) / 1000);
  let [sent, due] = [0, 0];
  const { cpuS } = await usedDuring(children, async () => {
    while (sent < EVENTS) {
      due += perTick;
      const burst = Math.floor(due) - sent;
      sent += burst;
      const fromMs = performance.now();
      const frames = streams.map((next) => next());
      await source.ask({ burst });
      await Promise.all(frames);
      await wait(Math.max(0, (1000 * burst) / rate - (performance.now() - fromMs)));
    }
  });
  return cpuS.map((each) => (each * 1e6) / sent);
}

async function measureRate(rate) {
  const { source, kubeconfig } = await fleet(NODES, DAEMON_SETS, "rolling");
  await source.ask({ sets: 1, atOnce: AT_ONCE });
  const servers = [];
  for (const main of MAINS) servers.push(await serveReady(kubeconfig, [], { main }));
  const informer = program("cluster-informer", [kubeconfig], { nodeArgs: ["--max-old-space-size=4000"] });
  await informer.nextLine();
  const others = servers.map(({ url }) => program("stream-readers", [url, READERS - 1, "gzip"]));
  if (READERS > 1) for (const each of others) await each.nextLine();
  const streams = [];
  for (const { url } of servers) streams.push(await openStream(url));
  await wait(3000);
  const names = ["informers", ...MAINS.map((main) => (main === MAIN ? "server" : main))];
  const runs = Object.fromEntries(names.map((name) => [name, []]));
  const children = [informer, ...servers].map(({ child }) => child);
  for (let round = 0; round < PAIRS; round++) {
    const used = await measureRound({ source, streams, children }, rate);
    for (const [at, name] of names.entries()) runs[name].push(used[at]);
  }
  const { ratios } = await compare({
    title: `${rate} events a second, ${NODES} nodes × ${DAEMON_SETS}, ${READERS} clients`,
    runs,
    columns: {
      "CPU µs per event": [(each) => each, 0],
      "first round": (list) => Math.round(list[0]),
      most: (list) => Math.round(max(list)),
    },
    ratios: Object.fromEntries(
      names.slice(1).map((name) => [`${name} ÷ informers`, [name, "informers", (each) => each, { atMost: READERS > 1 ? 1.5 : 1 }]]),
    ),
  });
  for (const child of [...others.map((each) => each.child), ...children, source.child]) await end(child);
  return { rate, runs, ratios };
}

export default {
  name: "rates",
  async measure() {
    const results = [];
    for (const rate of RATES) results.push(await measureRate(rate));
    return { nodes: NODES, daemonSets: DAEMON_SETS, readers: READERS, results };
  },
};
