import { describe, expect, it } from "vitest";
import type { DaemonSetRecord } from "../records/records.ts";
import type { RolloutState } from "../records/rollout.ts";
import { rolloutMarks } from "./rollout-marks.ts";

const recordOf = (kind: RolloutState["kind"], underWay: boolean, stuck = false): DaemonSetRecord =>
  ({
    key: "default/a",
    rollout: { kind, message: "" },
    underWay,
    concern: stuck ? { kind: "budgetHeld", detail: { kind: "idle", free: 1, allowed: 1 }, sinceMs: 0, nodes: [], stuck } : null,
    revisions: [{ hash: "hash-2", current: true }],
  }) as unknown as DaemonSetRecord;
const kinds = (before: DaemonSetRecord | undefined, after: DaemonSetRecord) => rolloutMarks(before, after, 7).map(({ kind }) => kind);

describe("R21 marks of a rollout", () => {
  it("marks the end of a rollout under way, and not a single pod that becomes Ready again", () => {
    expect(rolloutMarks(recordOf("waitingForAvailable", true), recordOf("complete", false), 7)).toEqual([
      { kind: "rolloutFinished", atMs: 7, daemonSet: "default/a", hash: "hash-2" },
    ]);
    expect(kinds(recordOf("waitingForAvailable", false), recordOf("complete", false))).toEqual([]);
    expect(kinds(recordOf("unobserved", true), recordOf("complete", false))).toEqual([]);
  });
  it("marks a stuck rollout once, and nothing at first sight", () => {
    expect(kinds(recordOf("updating", true), recordOf("updating", true, true))).toEqual(["rolloutStuck"]);
    expect(kinds(recordOf("updating", true, true), recordOf("updating", true, true))).toEqual([]);
    expect(kinds(undefined, recordOf("updating", true, true))).toEqual([]);
  });
});
