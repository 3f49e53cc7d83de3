import { DEFAULT_GATES } from "@daemonscope/kube/matching/toleration";
import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import { english } from "@daemonscope/words/english";
import { lagText } from "@daemonscope/words/facts/lag-text";
import { describe, expect, it } from "vitest";
import { disagreementsOf, type LagEvidence } from "./disagreements.ts";

const counts = (desired: number, more: Partial<DaemonSetCounts> = {}): DaemonSetCounts => ({
  desiredNumberScheduled: desired,
  currentNumberScheduled: desired,
  numberReady: desired,
  updatedNumberScheduled: desired,
  numberAvailable: desired,
  numberUnavailable: 0,
  numberMisscheduled: 0,
  ...more,
});
const gate = (isOn: boolean): Partial<LagEvidence> => ({ comparesNumbers: true, gates: { TaintTolerationComparisonOperators: isOn } });
const quiet: LagEvidence = {
  generation: 2,
  observedGeneration: 2,
  minReadySeconds: 0,
  keptPods: 0,
  keptOnUnready: 0,
  strayPods: 0,
  comparesNumbers: false,
  gates: DEFAULT_GATES,
};

describe("C10 names the likely cause if reported and derived numbers differ", () => {
  const rows: readonly [string, DaemonSetCounts, DaemonSetCounts, Partial<LagEvidence>, keyof DaemonSetCounts, string][] = [
    [
      "C10 the controller is behind",
      counts(3),
      counts(2),
      { observedGeneration: 1, strayPods: 1 },
      "desiredNumberScheduled",
      "has not observed generation 2",
    ],
    [
      "C10 a NoSchedule taint",
      counts(20),
      counts(19, { numberMisscheduled: 1 }),
      { keptPods: 1 },
      "numberMisscheduled",
      "NoSchedule taint",
    ],
    [
      "C10 a node that went NotReady",
      counts(20),
      counts(19, { numberMisscheduled: 1 }),
      { keptPods: 1, keptOnUnready: 1 },
      "numberMisscheduled",
      "a node with a pod went NotReady",
    ],
    [
      "C10 a gate that the cluster has on",
      counts(20),
      counts(3),
      gate(false),
      "desiredNumberScheduled",
      "start with --feature-gate TaintTolerationComparisonOperators=true",
    ],
    [
      "C10 a gate that the cluster has off",
      counts(3),
      counts(20),
      gate(true),
      "desiredNumberScheduled",
      "start with --feature-gate TaintTolerationComparisonOperators=false",
    ],
    ["C10 a deleted node", counts(20), counts(19), { strayPods: 1 }, "desiredNumberScheduled", "a node was deleted"],
    [
      "C10 a deleted node where the pod was misscheduled",
      counts(20, { numberMisscheduled: 2 }),
      counts(20, { numberMisscheduled: 1 }),
      { strayPods: 1 },
      "numberMisscheduled",
      "a node was deleted",
    ],
    [
      "C10 a node that went NotReady while pods of a deleted node are still collected",
      counts(4),
      counts(3, { numberMisscheduled: 1 }),
      { strayPods: 1, keptPods: 1, keptOnUnready: 1 },
      "desiredNumberScheduled",
      "a node with a pod went NotReady",
    ],
    [
      "C10 a taint while pods of a deleted node are still collected",
      counts(4),
      counts(3, { numberMisscheduled: 1 }),
      { strayPods: 2, keptPods: 1 },
      "numberMisscheduled",
      "NoSchedule taint",
    ],
    [
      "C10 a deleted node and a tainted one",
      counts(4),
      counts(2, { numberMisscheduled: 1 }),
      { strayPods: 1, keptPods: 1 },
      "desiredNumberScheduled",
      "a node was deleted",
    ],
    [
      "C10 a removed taint while pods of a deleted node are still collected",
      counts(3, { numberMisscheduled: 1 }),
      counts(4),
      { strayPods: 1 },
      "numberMisscheduled",
      "has not written its status since the last change",
    ],
    ["C10 a node that left without pods", counts(20), counts(19), {}, "desiredNumberScheduled", "a node left or no longer matches"],
    [
      "C10 minReadySeconds",
      counts(20, { numberAvailable: 3, numberUnavailable: 17 }),
      counts(20),
      { minReadySeconds: 5 },
      "numberAvailable",
      "status updates 5s after the last change (minReadySeconds)",
    ],
    [
      "C10 any other case",
      counts(20, { numberReady: 19 }),
      counts(20),
      {},
      "numberReady",
      "has not written its status since the last change",
    ],
  ];
  it.each(rows)("%s", (_name, reported, derived, signs, field, words) => {
    const found = disagreementsOf(reported, derived, { ...quiet, ...signs }).find((each) => each.field === field);
    expect(found && lagText(english, found.cause)).toContain(words);
  });
  it("C10 equal numbers never disagree, regardless of other signs", () => {
    expect(disagreementsOf(counts(3), counts(3), { ...quiet, observedGeneration: 1, strayPods: 1 })).toEqual([]);
  });
});
