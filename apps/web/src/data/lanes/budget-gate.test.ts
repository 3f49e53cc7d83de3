import type { HolderGroup } from "@daemonscope/daemonset/records/budget";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { describe, expect, it } from "vitest";
import { budgetGateOf } from "./budget-gate.ts";

const holder = (count: number, parts: Partial<HolderGroup>): HolderGroup => ({
  reason: "newUnavailable",
  cause: { kind: "imageFailed", reason: "ImagePullBackOff" },
  count,
  nodes: [],
  sinceMs: 0,
  ...parts,
});
const gate = (holders: readonly HolderGroup[], allowed: number, concern: DaemonSetRecord["concern"] = null) =>
  budgetGateOf({
    strategy: "RollingUpdate",
    concern,
    budget: { kind: "maxUnavailable", spec: "", allowed, used: holders.reduce((sum, { count }) => sum + count, 0), holders },
  });

describe("the gate of a budget that is in use", () => {
  it("B7 is full only if some slot will be released without action", () => {
    const failing = holder(4, { lasting: true });
    expect(gate([failing, holder(1, { reason: "terminating", endsAtMs: 9 })], 5)).toEqual({ kind: "full" });
    expect(gate([failing, holder(1, { cause: { kind: "starting" } })], 5)).toEqual({ kind: "full" });
    expect(gate([holder(5, { lasting: true })], 5)).toEqual({ kind: "closed", sinceMs: undefined });
    expect(gate([holder(1, { cause: { kind: "noRoom", reason: "Insufficient cpu" }, lasting: true })], 1).kind).toBe("closed");
  });

  it("R8 is closed after a long time without a release, even if a slot may still be released", () => {
    const detail = { kind: "held", count: 1, cause: { kind: "starting" } } as const;
    const concern = { kind: "budgetHeld", detail, sinceMs: 7, nodes: [], stuck: false } as const;
    expect(gate([holder(1, { cause: { kind: "starting" } })], 1, concern)).toEqual({ kind: "closed", sinceMs: 7 });
  });

  it("B2 is open without used slots, also if a percentage of zero desired nodes is zero", () => {
    expect(gate([], 0)).toEqual({ kind: "open", free: 0 });
    expect(gate([], 3)).toEqual({ kind: "open", free: 3 });
  });
});
