// `BENCH_ONLY=fanout npm run bench`: 900 clients in a separate process. The baselines are bare writes of the same
// bytes, and a server that serialises each message as JSON for each client. A second part measures whether 100 stalled
// clients affect them, and the memory that those hold.
// BENCH_ROUNDS (of the second part, default 12), BENCH_READERS (default 900), BENCH_PAIRS.
import { compare, max, median, quantile, round } from "../harness/measure.mjs";
import { program } from "../harness/processes.mjs";
import { number } from "../harness/settings.mjs";

const READERS = number("BENCH_READERS", 900);
const STALLED = 100;
const ROUNDS = number("BENCH_ROUNDS", 12);
/** Rounds of the naive server, which buffers all unread data. One round shows the effect. */
const NAIVE_ROUNDS = 3;
/** Frames of a phase: two seconds. */
const FRAMES = 66;
/** Additional frames of a phase, during which the server detects that stalled clients are full. */
const SPARE = 10;
/** The frames were sent at their rate if none is later than this. */
const MOST_LATE_MS = 90;
const KINDS = { bare: "bare writes of the same bytes", ours: "ours", naive: "JSON for each client" };

async function startBoth(kind, frames) {
  const server = program("fanout-server", [kind, 300, frames]);
  const { port } = await server.nextLine();
  const clients = program("fanout-clients", [port, READERS]);
  await clients.nextLine();
  return { server, clients, endBoth: () => Promise.all([clients.end(), server.end()]) };
}

async function fanOutOnce(kind) {
  const { server, clients, endBoth } = await startBoth(kind, 200);
  const sent = await server.ask("go");
  const received = await clients.ask({ begun: sent.begun });
  await endBoth();
  const writes = Object.keys(sent.begun).length * READERS;
  return { ...sent, ...received, cpuUsPerWrite: sent.cpuUs / writes, bytesPerWrite: received.bytes / writes };
}

/**
 * One server and one process of clients: two seconds without stalled clients and two with them, alternately. Other load
 * therefore affects both.
 */
async function alternateStalled(kind, rounds) {
  const { server, clients, endBoth } = await startBoth(kind, rounds * 2 * (FRAMES + SPARE) + SPARE);
  const phase = async (isStalled) => {
    if (isStalled) await clients.ask(`stall ${STALLED}`);
    const { waiting } = await server.ask(`stalled ${isStalled ? STALLED : 0}`);
    const sent = await server.ask(`some ${FRAMES}`);
    const received = await clients.ask({ begun: sent.begun });
    if (isStalled) await clients.ask("free");
    return { ...sent, ...received, waiting, loopP50: median(sent.cpuMs), loopP99: quantile(sent.cpuMs, 0.99) };
  };
  // Warms up the code of both.
  await phase(false);
  const runs = { without: [], stalled: [] };
  for (let at = 1; at < rounds; at++)
    for (const isStalled of [at % 2 === 0, at % 2 !== 0]) runs[isStalled ? "stalled" : "without"].push(await phase(isStalled));
  await endBoth();
  return runs;
}

const COMMON = {
  "frames missed": (list) => max(list.map(({ missed }) => missed)),
  "rate kept": (list) => {
    const lateMs = max(list.map((each) => each.lateMs));
    return lateMs <= MOST_LATE_MS ? "yes" : `no: ${round(lateMs, 0)} ms late`;
  },
  "RSS MB": [(each) => each.rssMb, 0],
};

async function measureStalled(kind, rounds) {
  const goal = { atMost: 1.2 };
  return compare({
    title: `${STALLED} stalled clients next to ${READERS} others, ${KINDS[kind]}: one server, ${FRAMES} frames with them and ${FRAMES} without`,
    runs: await alternateStalled(kind, rounds),
    names: { stalled: `with ${STALLED} stalled clients`, without: "without" },
    columns: {
      waiting: [(each) => each.waiting, 0],
      "p50 ms": [(each) => each.p50],
      "p99 ms": [(each) => each.p99],
      "loop CPU per frame ms, p50": [(each) => each.loopP50, 2],
      p99: [(each) => each.loopP99, 2],
      "most KB held per stalled client": [(each) => each.heldBytes / 1024],
      ...COMMON,
    },
    ratios: Object.fromEntries(
      ["p50", "p99", "loopP50", "loopP99"].map((measure) => [
        `${measure}, with ÷ without`,
        ["stalled", "without", (each) => each[measure], goal],
      ]),
    ),
  });
}

export default {
  name: "fanout",
  async measure() {
    const cpu = ({ cpuUsPerWrite }) => cpuUsPerWrite;
    const readers = await compare({
      title: `Fan-out: ${READERS} clients of 33 frames a second, in a separate process`,
      subjects: Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, () => fanOutOnce(kind)])),
      names: KINDS,
      columns: {
        "CPU µs per client and frame": [cpu],
        "bytes per client and frame": (list) => round(median(list.map(({ bytesPerWrite }) => bytesPerWrite)), 0),
        "p50 ms": [(each) => each.p50],
        "p99 ms": [(each) => each.p99],
        ...COMMON,
      },
      ratios: { "ours ÷ bare writes, CPU": ["ours", "bare", cpu, { atMost: 1.1 }], "JSON for each ÷ ours, CPU": ["naive", "ours", cpu] },
    });
    return { readers, stalled: await measureStalled("ours", ROUNDS), naive: await measureStalled("naive", NAIVE_ROUNDS) };
  },
};
