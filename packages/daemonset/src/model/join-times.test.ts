import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JOIN_WINDOW_MS, joinSteps } from "../pods/join-steps.ts";
import { MODEL_SOURCES } from "../records/records.ts";
import { dropObject, putDaemonSet, putNode, putPod } from "./cluster-event.ts";
import { ClusterModel } from "./cluster-model.ts";
import type { ClusterReading } from "./cluster-reading.ts";
import { joinTimesOf } from "./join-times.ts";
import { aDaemonSet, aNode, aPod, EPOCH_MS } from "./objects.fixture.ts";
import { nodeRecordOf } from "./tables/node-entry.ts";

const SEED = Number(process.env.SEED ?? 20260116);
const RUNS = Number(process.env.RUNS ?? 300);
const SECOND = 1000;
const MINUTE = 60_000;
const DAY = 86_400_000;

/** Nodes that joined at these times, each with a pod of each DaemonSet that was Ready after these delays. */
function readingOf(
  joinedAtMs: readonly number[],
  delaysMs: readonly number[],
  sets = 1,
  pools = 1,
): Pick<ClusterReading, "nowMs" | "nodes" | "daemonSetKeys" | "joinOf"> {
  const nodes = joinedAtMs.map((createdAtMs, at) => nodeRecordOf(aNode(`n${at}`, { createdAtMs, labels: { pool: `p${at % pools}` } })));
  return {
    nowMs: EPOCH_MS + 2 * DAY,
    nodes: () => nodes,
    daemonSetKeys: () => Array.from({ length: sets }, (_, at) => `default/a${at}`),
    joinOf: (_key, name) => {
      const readyMs = delaysMs[Number(name.slice(1))] ?? 0;
      return readyMs < 0 ? undefined : { createdMs: Math.min(readyMs, SECOND), readyMs };
    },
  };
}

describe("N4 times from join to ready", () => {
  it("N4 has the median, the 99th percentile and the number of nodes by DaemonSet and pool, and the slowest node", () => {
    const joined = Array.from({ length: 100 }, () => DAY + MINUTE);
    const [times] = joinTimesOf(
      readingOf(
        joined,
        joined.map((_, at) => (at + 1) * SECOND),
      ),
    );
    expect(times).toEqual({
      daemonSet: "default/a0",
      pool: "p0",
      nodes: 100,
      created: { p50Ms: 1000, p99Ms: 1000 },
      ready: { p50Ms: 50_000, p99Ms: 99_000 },
      slowest: { node: "n99", readyMs: 100_000 },
    });
  });

  it("N4 does not count nodes that joined more than a day ago, and unknown times", () => {
    const joined = [0, DAY + MINUTE, DAY + MINUTE];
    expect(joinTimesOf(readingOf(joined, [1000, -1, 3000]))).toMatchObject([{ nodes: 1, ready: { p50Ms: 3000 } }]);
  });

  it("N4 keeps the groups with most nodes", () => {
    const joined = Array.from({ length: 50 }, () => DAY + MINUTE);
    const reading = readingOf(
      joined,
      joined.map(() => 2000),
      40,
      20,
    );
    expect(joinTimesOf(reading, { mostGroups: 250 })).toHaveLength(250);
    expect(joinTimesOf(reading, { mostGroups: 5 }).map(({ nodes }) => nodes)).toEqual([3, 3, 3, 3, 3]);
  });
});

describe("N4 the steps of one join", () => {
  const JOINED = 1_000_000;
  const at = (createdMs: number, readyMs?: number) => ({
    createdAtMs: JOINED + createdMs,
    readySinceMs: readyMs === undefined ? undefined : JOINED + readyMs,
  });
  const steps = (parts: Partial<Parameters<typeof joinSteps>[0]>) =>
    joinSteps({
      joinedAtMs: JOINED,
      pods: [],
      noted: undefined,
      isWatched: false,
      daemonSetCreatedAtMs: 0,
      nextRevisionAtMs: undefined,
      ...parts,
    });

  it.each([
    ["a pod that is Ready", { pods: [at(1000, 5000)] }, { createdMs: 1000, readyMs: 5000 }],
    ["a pod that is not Ready yet", { pods: [at(1000)] }, { createdMs: 1000 }],
    ["no pod", {}, undefined],
    ["a pod that precedes its node", { pods: [at(-1000, 5000)] }, undefined],
    ["a pod that was Ready before it was created", { pods: [at(4000, 3000)] }, { createdMs: 4000 }],
    ["a pod that was created long after the join", { pods: [at(JOIN_WINDOW_MS, JOIN_WINDOW_MS + 1000)] }, undefined],
    ["a DaemonSet that is newer than the node", { pods: [at(1000, 5000)], daemonSetCreatedAtMs: JOINED + 500 }, undefined],
    [
      "a revision that is newer than the node, if earlier pods are unknown",
      { pods: [at(1000, 5000)], nextRevisionAtMs: JOINED + 1 },
      undefined,
    ],
    [
      "a revision that is newer than the node, if earlier pods are known",
      { pods: [at(1000, 5000)], nextRevisionAtMs: JOINED + 1, isWatched: true },
      { createdMs: 1000, readyMs: 5000 },
    ],
    [
      "a pod that is older than the next revision, if earlier pods are unknown",
      { pods: [at(1000, 5000)], nextRevisionAtMs: JOINED + 2000 },
      { createdMs: 1000, readyMs: 5000 },
    ],
    [
      "a noted pod before the next revision, and its replacement",
      { pods: [at(9000, 9500)], noted: { joinedAtMs: JOINED, createdAtMs: JOINED + 1000 }, nextRevisionAtMs: JOINED + 2000 },
      { createdMs: 1000 },
    ],
    ["a late Ready that may follow an earlier one", { pods: [at(1000, JOIN_WINDOW_MS)] }, { createdMs: 1000 }],
    [
      "a late Ready that is known to be the first",
      { pods: [at(1000, JOIN_WINDOW_MS)], isWatched: true },
      { createdMs: 1000, readyMs: JOIN_WINDOW_MS },
    ],
    [
      "a pod that replaced an earlier one",
      { pods: [at(60_000, 70_000)], noted: { joinedAtMs: JOINED, createdAtMs: JOINED + 1000, readyAtMs: JOINED + 5000 } },
      { createdMs: 1000, readyMs: 5000 },
    ],
  ] as const)("N4 of %s", (_, parts, expected) => {
    expect(steps(parts)).toEqual(expected);
  });
});

type Step = { readonly wait: number; readonly pod: number; readonly does: "create" | "ready" | "unready" | "drop" | "save" };
const step: fc.Arbitrary<Step> = fc.record({
  wait: fc.integer({ min: 0, max: 400 }).map((seconds) => seconds * SECOND),
  pod: fc.nat(2),
  does: fc.constantFrom("create", "ready", "ready", "unready", "drop", "save"),
});

describe(`a model remembers the first pods of a node, seed ${SEED}`, () => {
  it.each(["shared", "columns"] as const)("N4 the times of a watched join are those of the first events (%s)", (objects) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let model = new ClusterModel({ nowMs: EPOCH_MS, unread: MODEL_SOURCES, objects });
        for (const source of MODEL_SOURCES) model.apply({ do: "read", source });
        model.apply(putDaemonSet(aDaemonSet("a")));
        model.apply({ do: "beginMarks" });
        let nowMs = 10 * SECOND;
        const joinedMs = nowMs;
        model.apply(putNode(aNode("n", { createdAtMs: nowMs })), EPOCH_MS + nowMs);
        const created = new Map<number, number>();
        const ready = new Set<number>();
        let first: { createdMs?: number; readyMs?: number } = {};
        for (const { wait, pod, does } of steps) {
          nowMs += wait;
          const createdAtMs = created.get(pod);
          if (does === "save") {
            model.takeChanges();
            if (objects === "shared") model = new ClusterModel({ nowMs: 0, saved: JSON.parse(JSON.stringify(model.save())) });
          } else if (does === "create" ? createdAtMs !== undefined : createdAtMs === undefined) continue;
          else if (does === "drop") {
            created.delete(pod);
            ready.delete(pod);
            model.apply(dropObject("pods", `pod-p${pod}`), EPOCH_MS + nowMs);
          } else {
            if (does === "create") created.set(pod, nowMs);
            if (does === "ready" && ready.has(pod)) continue;
            if (does === "ready") ready.add(pod);
            else ready.delete(pod);
            const since = created.get(pod) ?? nowMs;
            if (since - joinedMs < JOIN_WINDOW_MS) {
              first = { createdMs: nowMs - joinedMs, ...first };
              if (does === "ready") first = { readyMs: nowMs - joinedMs, ...first };
            }
            const times = does === "ready" ? { readyAtMs: nowMs } : { unreadyAtMs: nowMs };
            model.apply(putPod(aPod("a", `p${pod}`, { node: "n", createdAtMs: since, ...times })), EPOCH_MS + nowMs);
          }
        }
        model.takeChanges();
        expect(model.reading.joinOf("default/a", "n")).toEqual(first.createdMs === undefined ? undefined : first);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it("N4 forgets a node that is gone", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS, unread: MODEL_SOURCES });
    for (const source of MODEL_SOURCES) model.apply({ do: "read", source });
    model.apply(putDaemonSet(aDaemonSet("a")));
    model.apply({ do: "beginMarks" });
    model.apply(putNode(aNode("n", { createdAtMs: 1000 })), EPOCH_MS + 1000);
    model.apply(putPod(aPod("a", "p", { node: "n", createdAtMs: 2000, readyAtMs: 3000 })), EPOCH_MS + 3000);
    model.apply(dropObject("pods", "pod-p"), EPOCH_MS + 4000);
    expect(model.reading.joinOf("default/a", "n")).toEqual({ createdMs: 1000, readyMs: 2000 });
    model.apply(dropObject("nodes", "n"), EPOCH_MS + 5000);
    model.apply(putNode(aNode("n", { createdAtMs: 6000 })), EPOCH_MS + 6000);
    expect(model.reading.joinOf("default/a", "n")).toBeUndefined();
    model.takeChanges();
    expect(model.save().sets[0]?.joins).toBeUndefined();
  });
});
