import { describe, expect, it } from "vitest";
import { podFactsOf } from "../pods/pod-facts.ts";
import type { ClusterReading } from "./cluster-reading.ts";
import { joinTimesOf } from "./join-times.ts";
import { aNode, aPod, EPOCH_MS } from "./objects.fixture.ts";
import { nodeRecordOf } from "./tables/node-entry.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Nodes that joined at these times, each with a pod of each DaemonSet that was Ready after these delays. */
function readingOf(
  joinedAtMs: readonly number[],
  delaysMs: readonly number[],
  sets = 1,
  pools = 1,
): Pick<ClusterReading, "nowMs" | "nodes" | "daemonSetKeys" | "podsOf"> {
  const nodes = joinedAtMs.map((createdAtMs, at) => nodeRecordOf(aNode(`n${at}`, { createdAtMs, labels: { pool: `p${at % pools}` } })));
  return {
    nowMs: EPOCH_MS + 2 * DAY,
    nodes: () => nodes,
    daemonSetKeys: () => Array.from({ length: sets }, (_, at) => `default/a${at}`),
    podsOf: (_key, name) => {
      const at = Number(name.slice(1));
      const joined = joinedAtMs[at] ?? 0;
      const delay = delaysMs[at] ?? 0;
      const facts = podFactsOf(aPod("a", name, { node: name, createdAtMs: joined + Math.min(delay, 1000), readyAtMs: joined + delay }));
      return facts === undefined ? [] : [facts];
    },
  };
}

describe("N1 times from join to ready", () => {
  it("N1 has the median, the 99th percentile and the number of nodes by DaemonSet and pool", () => {
    const joined = Array.from({ length: 100 }, () => DAY + MINUTE);
    const [times] = joinTimesOf(
      readingOf(
        joined,
        joined.map((_, at) => (at + 1) * 1000),
      ),
      10,
    );
    expect(times).toEqual({
      daemonSet: "default/a0",
      pool: "p0",
      nodes: 100,
      created: { p50Ms: 1000, p99Ms: 1000 },
      ready: { p50Ms: 50_000, p99Ms: 99_000 },
    });
  });

  it("N1 does not count old nodes, later pods, and pods that precede their node", () => {
    const joined = [0, DAY + MINUTE, DAY + MINUTE, DAY + MINUTE];
    expect(joinTimesOf(readingOf(joined, [1000, 40 * MINUTE, -5000, 3000]), 10)).toMatchObject([{ nodes: 1, ready: { p50Ms: 3000 } }]);
  });

  it("N1 keeps the groups with most nodes", () => {
    const joined = Array.from({ length: 50 }, () => DAY + MINUTE);
    const reading = readingOf(
      joined,
      joined.map(() => 2000),
      40,
      20,
    );
    expect(joinTimesOf(reading, 250)).toHaveLength(250);
    expect(joinTimesOf(reading, 5).map(({ nodes }) => nodes)).toEqual([3, 3, 3, 3, 3]);
  });
});
