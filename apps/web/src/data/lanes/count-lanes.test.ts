import { deriveCounts } from "@daemonscope/daemonset/counts/derive-counts.fixture";
import { CELL_STATES, cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import { cellOfPair } from "@daemonscope/daemonset/pair/cell/cell-of-pair";
import type { Pair, SetFacts } from "@daemonscope/daemonset/pair/pair";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { compareControllerOrder } from "@daemonscope/daemonset/pods/pod-facts";
import { READY_LIFECYCLE } from "@daemonscope/daemonset/records/node-lifecycle";
import { describe, expect, it } from "vitest";
import { countBarsOf } from "./count-bars.ts";
import { countLanes, inLane, tallyOf } from "./count-lanes.ts";
import { LANES, laneOf } from "./lanes.ts";

const NOW = 1_000_000;
const SEEDS = [1, 2, 3, 20, 77];

function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const set = { currentHash: "new", templateGeneration: undefined, minReadySeconds: 30 } as unknown as SetFacts;

function podOf(random: (below: number) => number, hash: "old" | "new", deleting: boolean): PodFacts {
  const ready = random(3) > 0;
  return {
    name: `pod-${random(1e6)}`,
    hash,
    ready,
    readySinceMs: ready ? NOW - random(60) * 1000 : undefined,
    scheduled: ready || random(2) > 0,
    failing: !ready && random(2) > 0,
    deletingSinceMs: deleting ? NOW - 5000 : undefined,
    createdAtMs: NOW - random(1000),
    phase: "Running",
  } as unknown as PodFacts;
}

function pairsOf(seed: number, surge: boolean): readonly Pair[] {
  const random = randomOf(seed);
  return Array.from({ length: 400 }, (_, index) => {
    const pods: PodFacts[] = [];
    const pick = random(surge ? 8 : 6);
    if (pick === 1) pods.push(podOf(random, "old", false));
    else if (pick === 2) pods.push(podOf(random, "new", false));
    else if (pick === 3) pods.push(podOf(random, random(2) > 0 ? "new" : "old", true));
    else if (pick === 4) pods.push(podOf(random, "old", true), podOf(random, "new", false));
    else if (pick >= 5 && surge) pods.push(podOf(random, "old", false), podOf(random, "new", false));
    else if (pick === 5) pods.push(podOf(random, "new", false));
    return {
      node: `n-${index}`,
      verdict: (["run", "run", "run", "keep", "exclude"] as const)[random(5)],
      nodeUnready: random(8) === 0,
      lifecycle: random(8) === 0 ? { kind: "shuttingDown", signs: [] } : READY_LIFECYCLE,
      pods: pods.sort(compareControllerOrder),
    } as unknown as Pair;
  });
}

describe("lanes", () => {
  it("has an entry for each node that should run the pod, and for no other node", () => {
    for (const state of CELL_STATES)
      for (let flags = 0; flags < 16; flags++) {
        const byte = CELL_STATES.indexOf(state) | (flags << 4);
        expect(laneOf(byte) === undefined, `${state} ${flags}`).toBe(["excluded", "misscheduled", "unknown"].includes(state));
      }
  });

  const flags = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };
  it.each([
    ["an old available pod", { state: "available", oldRevision: true }, "old"],
    ["an old pod that is not ready", { state: "failing", oldRevision: true }, "oldUnavailable"],
    ["a terminating new pod", { state: "available", terminating: true }, "terminating"],
    ["no pod", { state: "missing" }, "gap"],
    ["a pending pod", { state: "unscheduled" }, "created"],
    ["a failing new pod next to an old one", { state: "failing", twoPods: true }, "created"],
    ["a ready new pod", { state: "ready" }, "ready"],
    ["an available new pod", { state: "available" }, "available"],
  ] as const)("assigns %s to its lane", (_, cell, lane) => {
    expect(laneOf(cellByte({ ...flags, ...cell }))).toBe(lane);
  });

  it("counts created pods by reason, and terminating pods that are ready or blocked", () => {
    const created = (["starting", "failing", "unscheduled", "failing"] as const).map((state) => cellByte({ ...flags, state }));
    expect(countLanes(tallyOf(created)).created).toEqual({ failing: 2, pending: 1, starting: 1, leaving: 0 });
    const going = [{ state: "available" }, { state: "failing", nodeUnready: true }] as const;
    const lanes = countLanes(tallyOf(going.map((cell) => cellByte({ ...flags, terminating: true, ...cell }))));
    expect([lanes.total, lanes.terminating]).toEqual([2, { stillReady: 1, onUnreadyNode: 1 }]);
  });
});

describe.each([false, true])("bars, maxSurge %s", (surge) => {
  it.each(SEEDS)("C6–C9 each count is the sum of its parts of the lanes, seed %i", (seed) => {
    const pairs = pairsOf(seed, surge);
    const derived = deriveCounts(pairs, set, NOW);
    const lanes = countLanes(tallyOf(pairs.map((pair) => cellOfPair(pair, set, NOW))));
    for (const bar of countBarsOf(lanes, derived)) {
      expect(bar.count, bar.name).toBe(derived[bar.field]);
      for (const lane of LANES) expect(bar.shares[lane].count).toBeLessThanOrEqual(inLane(lanes, lane));
    }
  });
});
