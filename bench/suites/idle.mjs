// `BENCH_ONLY=idle npm run bench`: heartbeats that change nothing, at the rate of the largest supported cluster. The
// whole server and the pinned client's informers receive them at the same time. Also the bytes that a client gets
// meanwhile.
// BENCH_NODES (existing nodes, default 5000), BENCH_BEATS (a second, default 333: of 100,000 nodes), BENCH_SECONDS (a
// round, default 10), BENCH_PAIRS (rounds).
import { alternate, compare, max, rateKept, spread } from "../harness/measure.mjs";
import { fleet, program, serveReady, usedDuring, wait } from "../harness/processes.mjs";
import { number } from "../harness/settings.mjs";

const NODES = number("BENCH_NODES", 5000);
const BEATS = number("BENCH_BEATS", 333);
const SECONDS = number("BENCH_SECONDS", 10);
/** Percent of a core, at the heartbeats of 100,000 nodes. */
const GOAL_PERCENT = 1;

export default {
  name: "idle",
  async measure() {
    const { source, kubeconfig } = await fleet(NODES);
    const server = await serveReady(kubeconfig);
    const informer = program("cluster-informer", [kubeconfig], { nodeArgs: ["--max-old-space-size=4000"] });
    const [plain, packed] = ["plain", "gzip"].map((form) => program("stream-readers", [server.url, 1, form]));
    for (const each of [informer, plain, packed]) await each.nextLine();
    await wait(4000);

    /** Sends the given number of heartbeats a second for some seconds; all subjects receive them at the same time. */
    const during = async (beats) => {
      const readers = () => Promise.all([plain.ask({}), packed.ask({})]);
      const [readBefore, seenBefore, sentBefore] = [await readers(), await informer.ask({}), await source.ask({ nodes: beats })];
      const { seconds, percent } = await usedDuring([server.child, informer.child], () => wait(SECONDS * 1000));
      const sent = (await source.ask({ nodes: 0 })).nodes - sentBefore.nodes;
      await wait(300);
      const read = await readers();
      return {
        serverPercent: percent[0],
        informerPercent: percent[1],
        kept: beats === 0 ? 1 : sent / seconds / beats,
        informerSaw: (await informer.ask({})).seen - seenBefore.seen,
        sent,
        frames: read[0].frames - readBefore[0].frames,
        bytesPerMinute: read.map(({ bytes }, at) => ((bytes - readBefore[at].bytes) / seconds) * 60),
      };
    };
    await during(BEATS);
    const runs = await alternate({ "no events": () => during(0), "heartbeats of nodes": () => during(BEATS) });
    const compared = await compare({
      title: `Idle, ${NODES} nodes × 12, ${SECONDS} s each; goal ${GOAL_PERCENT} % of a core and 0 frames`,
      runs,
      columns: {
        "events a second": (list) => Math.round(max(list.map(({ sent }) => sent)) / SECONDS),
        "rate kept": (list) => rateKept(Math.min(...list.map(({ kept }) => kept))),
        "server, % of a core": [(each) => each.serverPercent, 2],
        informers: [(each) => each.informerPercent, 2],
        "frames sent": (list) => max(list.map(({ frames }) => frames)),
        "bytes a minute and client, plain, packed": (list) =>
          [0, 1]
            .map((at) =>
              spread(
                list.map(({ bytesPerMinute }) => bytesPerMinute[at]),
                0,
              ),
            )
            .join(", "),
      },
    });
    const beats = runs["heartbeats of nodes"];
    const { ratios } = await compare({
      title: "CPU at the heartbeats",
      runs: { informers: beats.map((each) => each.informerPercent), server: beats.map((each) => each.serverPercent) },
      columns: { "% of a core": [(each) => each, 2] },
      ratios: { "informers ÷ server": ["informers", "server", (each) => each] },
    });
    return { nodes: NODES, beats: BEATS, ...compared, ratios };
  },
};
