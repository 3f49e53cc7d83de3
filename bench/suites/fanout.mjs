/**
 * `BENCH_ONLY=fanout npm run bench`: 900 readers in a separate process. The baselines are bare writes of the same
 * bytes, and a server that serialises each message as JSON for each reader. A second part measures whether 100 stalled
 * readers affect them, and the memory that those hold.
 * BENCH_ROUNDS (of the second part, default 12), BENCH_READERS (default 900).
 */
import { inTurn, median, pairsOf, quantile, ratioOf, round, spread } from "../harness/measure.mjs";

const READERS = Number(process.env.BENCH_READERS ?? 900);
const STALLED = 100;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 12);
/** Rounds of the naive server, which buffers all unread data. One round shows the effect. */
const NAIVE_ROUNDS = 3;
/** Frames of a phase: two seconds. */
const FRAMES = 66;
/** Additional frames of a phase, during which the server detects that stalled readers are full. */
const SPARE = 10;
/** The frames were sent at their rate if none is later than this. */
const MOST_LATE_MS = 90;
const KINDS = { bare: "bare writes of the same bytes", ours: "ours", naive: "JSON for each reader" };

async function startBoth(start, kind, frames) {
  const server = start("fanout-server", [kind, "300", String(frames)]);
  const { port } = await server.nextLine();
  const clients = start("fanout-clients", [String(port), String(READERS)]);
  await clients.nextLine();
  const ask = ({ child, nextLine }, line) => {
    child.stdin.write(`${line}\n`);
    return nextLine();
  };
  return { server: (line) => ask(server, line), clients: (line) => ask(clients, line), port };
}

async function fanOutOnce(start, kind) {
  const { server, clients } = await startBoth(start, kind, 200);
  const sent = await server("go");
  const received = await clients(JSON.stringify({ begun: sent.begun, last: true }));
  const frames = Object.keys(sent.begun).length;
  return {
    cpuUsPerReaderAndFrame: sent.cpuUs / frames / READERS,
    bytes: received.bytes / frames / READERS,
    p50: received.p50,
    p99: received.p99,
    missed: received.missed,
    rssMb: sent.rssMb,
    lateMs: sent.lateMs,
  };
}

/**
 * One server and one process of readers: two seconds without stalled readers and two with them, alternately. Other load
 * therefore affects both.
 */
async function stalledInTurn(start, kind, rounds) {
  const { server, clients } = await startBoth(start, kind, rounds * 2 * (FRAMES + SPARE) + SPARE);
  const phase = async (isStalled) => {
    if (isStalled) await clients(`stall ${STALLED}`);
    const { waiting } = await server(`stalled ${isStalled ? STALLED : 0}`);
    const sent = await server(`some ${FRAMES}`);
    const received = await clients(JSON.stringify({ begun: sent.begun }));
    if (isStalled) await clients("free");
    return {
      p50: received.p50,
      p99: received.p99,
      missed: received.missed,
      waiting,
      heldKb: sent.heldBytes / 1024,
      rssMb: sent.rssMb,
      lateMs: sent.lateMs,
      loopP50: median(sent.cpuMs),
      loopP99: quantile(sent.cpuMs, 0.99),
    };
  };
  // Warms up the code of both.
  await phase(false);
  const measured = [];
  for (let at = 1; at < rounds; at++) {
    const first = at % 2 === 0;
    const [a, b] = [await phase(first), await phase(!first)];
    measured.push(first ? { stalled: a, without: b } : { stalled: b, without: a });
  }
  await server("some 1");
  await clients(JSON.stringify({ begun: {}, last: true }));
  return measured;
}

const inTime = (list) => {
  const most = Math.max(...list.map(({ lateMs }) => lateMs));
  return most <= MOST_LATE_MS ? "yes" : `no: ${round(most, 0)} ms late`;
};

async function measureReaders(start, pairs) {
  const runs = await inTurn(Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, () => fanOutOnce(start, kind)])), pairs);
  const cpu = ({ cpuUsPerReaderAndFrame }) => cpuUsPerReaderAndFrame;
  const row = (list) => ({
    "CPU µs per reader and frame": spread(list.map(cpu)),
    "bytes per reader and frame": round(median(list.map(({ bytes }) => bytes)), 0),
    "p50 ms": spread(list.map((each) => each.p50)),
    "p99 ms": spread(list.map((each) => each.p99)),
    "frames missed": Math.max(...list.map((each) => each.missed)),
    "rate kept": inTime(list),
    "RSS MB": spread(
      list.map((each) => each.rssMb),
      0,
    ),
  });
  const ratios = {
    "ours ÷ bare writes, CPU": ratioOf(pairsOf(runs.ours, runs.bare, cpu), { atMost: 1.1 }),
    "JSON for each ÷ ours, CPU": ratioOf(pairsOf(runs.naive, runs.ours, cpu)),
  };
  console.log(`\nFan-out: ${READERS} readers of 33 frames a second, a process of their own; ${pairs} rounds in turn; median (least–most)`);
  console.table(Object.fromEntries(Object.entries(KINDS).map(([kind, name]) => [name, row(runs[kind])])));
  console.table(ratios);
  return { runs, ratios };
}

async function measureStalled(start, kind, count) {
  const rounds = await stalledInTurn(start, kind, count);
  const row = (phase) => {
    const all = rounds.map((each) => each[phase]);
    const spreadOf = (measure, digits) =>
      spread(
        all.map((each) => each[measure]),
        digits,
      );
    return {
      waiting: spreadOf("waiting", 0),
      "p50 ms": spreadOf("p50"),
      "p99 ms": spreadOf("p99"),
      "loop CPU of a frame ms, p50": spreadOf("loopP50", 2),
      p99: spreadOf("loopP99", 2),
      "KB more held of each after two seconds": spreadOf("heldKb"),
      "frames missed": Math.max(...all.map((each) => each.missed)),
      "rate kept": inTime(all),
      "RSS MB": spreadOf("rssMb", 0),
    };
  };
  const ratios = Object.fromEntries(
    ["p50", "p99", "loopP50", "loopP99"].map((measure) => [
      measure,
      ratioOf(
        rounds.map(({ stalled, without }) => stalled[measure] / without[measure]),
        { atMost: 1.2 },
      ),
    ]),
  );
  console.log(
    `\n${STALLED} who do not read beside ${READERS} who do, ${KINDS[kind]}: one server, ${FRAMES} frames with them and ${FRAMES} without in turn, ${rounds.length} rounds; median (least–most)`,
  );
  console.table({ without: row("without"), [`with ${STALLED} who do not read`]: row("stalled") });
  console.log("with ÷ without, of each round");
  console.table(ratios);
  return { rounds, ratios };
}

export async function measureFanOut({ start, pairs }) {
  const readers = await measureReaders(start, pairs);
  const stalled = await measureStalled(start, "ours", ROUNDS);
  const naive = await measureStalled(start, "naive", NAIVE_ROUNDS);
  return { readers, stalled, naive };
}
