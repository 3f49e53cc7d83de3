/** `npm run bench`, fan-out: 900 readers in a process of their own, against bare writes of the same bytes; and whether 100 more who do not read are felt by them.
 *  BENCH_ROUNDS (of the second, default 12), BENCH_READERS (default 900). */
const READERS = Number(process.env.BENCH_READERS ?? 900);
const STALLED = 100;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 12);
/** Of a phase: two seconds. */
const FRAMES = 66;
/** Frames that are sent beside those that are measured, for those who are full to be found so. */
const SPARE = 10;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

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
  const heard = await clients(JSON.stringify({ begun: sent.begun, last: true }));
  const frames = Object.keys(sent.begun).length;
  return { cpuUsPerReaderAndFrame: sent.cpuUs / frames / READERS, p50: heard.p50, p99: heard.p99, missed: heard.missed, rssMb: sent.rssMb };
}

/** One server and one process of readers: two seconds without those who do not read and two with them, in turn, so that whatever moves the machine moves both. */
async function stalledInTurn(start) {
  const { server, clients } = await startBoth(start, "ours", ROUNDS * 2 * (FRAMES + SPARE) + SPARE);
  const phase = async (isStalled) => {
    if (isStalled) await clients(`stall ${STALLED}`);
    const { waiting } = await server(`stalled ${isStalled ? STALLED : 0}`);
    const sent = await server(`some ${FRAMES}`);
    const heard = await clients(JSON.stringify({ begun: sent.begun }));
    if (isStalled) await clients("free");
    return {
      p50: heard.p50,
      p99: heard.p99,
      missed: heard.missed,
      waiting,
      rssMb: sent.rssMb,
      loopP50: median(sent.cpuMs),
      loopP99: quantile(sent.cpuMs, 0.99),
    };
  };
  // What is compiled then is of neither.
  await phase(false);
  const rounds = [];
  for (let round = 1; round < ROUNDS; round++) {
    const first = round % 2 === 0;
    const [a, b] = [await phase(first), await phase(!first)];
    rounds.push(first ? { stalled: a, without: b } : { stalled: b, without: a });
  }
  await server("some 1");
  await clients(JSON.stringify({ begun: {}, last: true }));
  return rounds;
}

/** The median of ratios, and between which bounds it is in 95 of 100 samples drawn from them anew, by a seed that is always the same. */
function medianWithBounds(ratios) {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const medians = Array.from({ length: 2000 }, () => median(ratios.map(() => ratios[Math.floor(random() * ratios.length)])));
  return { median: median(ratios), from: quantile(medians, 0.025), to: quantile(medians, 0.975) };
}

/** Alternating, so that whoever goes second profits from nothing. */
export async function measureFanOut({ start, spread, pairs }) {
  const runs = { bare: [], ours: [] };
  for (let pair = 0; pair < pairs; pair++)
    for (const kind of pair % 2 === 0 ? ["bare", "ours"] : ["ours", "bare"]) runs[kind].push(await fanOutOnce(start, kind));
  const row = (list) => ({
    "CPU µs per reader and frame": spread(list.map((each) => each.cpuUsPerReaderAndFrame)),
    "p50 ms": spread(list.map((each) => each.p50)),
    "p99 ms": spread(list.map((each) => each.p99)),
    "frames missed": Math.max(...list.map((each) => each.missed)),
    "RSS MB": spread(
      list.map((each) => each.rssMb),
      0,
    ),
  });
  console.log(`\nFan-out: ${READERS} readers of 33 frames a second, a process of their own; ${pairs} rounds in turn; median (least–most)`);
  console.table({ "bare writes of the same bytes": row(runs.bare), ours: row(runs.ours) });
  const cpuRatios = runs.ours.map((each, at) => each.cpuUsPerReaderAndFrame / runs.bare[at].cpuUsPerReaderAndFrame);
  console.log(`ours ÷ bare, CPU: ${spread(cpuRatios, 2)}`);

  const rounds = await stalledInTurn(start);
  const stalledRow = (kind) => {
    const all = rounds.map((round) => round[kind]);
    return {
      waiting: spread(
        all.map((each) => each.waiting),
        0,
      ),
      "p50 ms": spread(all.map((each) => each.p50)),
      "p99 ms": spread(all.map((each) => each.p99)),
      "loop CPU of a frame ms, p50": spread(
        all.map((each) => each.loopP50),
        2,
      ),
      p99: spread(
        all.map((each) => each.loopP99),
        2,
      ),
      "frames missed": Math.max(...all.map((each) => each.missed)),
      "RSS MB": spread(
        all.map((each) => each.rssMb),
        0,
      ),
    };
  };
  console.log(
    `\n${STALLED} who do not read beside ${READERS} who do: one server, ${FRAMES} frames with them and ${FRAMES} without in turn, ${rounds.length} rounds; median (least–most)`,
  );
  console.table({ without: stalledRow("without"), [`with ${STALLED} who do not read`]: stalledRow("stalled") });
  const ratios = Object.fromEntries(
    ["p50", "p99", "loopP50", "loopP99"].map((of) => [
      of,
      medianWithBounds(rounds.map(({ stalled, without }) => stalled[of] / without[of])),
    ]),
  );
  console.log("with ÷ without, median of the rounds' ratios and 95 % of what it would be by chance");
  console.table(
    Object.fromEntries(
      Object.entries(ratios).map(([of, { median: middle, from, to }]) => [
        of,
        {
          ratio: middle.toFixed(2),
          from: from.toFixed(2),
          to: to.toFixed(2),
          "at most 1.2": to <= 1.2 ? "yes" : from > 1.2 ? "no" : "undecided",
        },
      ]),
    ),
  );
  return { ...runs, cpuRatios, rounds, ratios };
}
