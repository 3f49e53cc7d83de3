import type { HolderGroup } from "@daemonscope/daemonset/records/budget";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { describe, expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { budgetGateOf } from "./budget-gate.ts";
import { slotHoldersNote } from "./slot-holders-note.ts";

const { t } = createTranslator();

const holder = (count: number, parts: Partial<HolderGroup>): HolderGroup => ({
  reason: "newUnavailable",
  cause: { kind: "imageFailed", reason: "ImagePullBackOff" },
  count,
  nodes: [],
  sinceMs: 0,
  ...parts,
});
const recordOf = (holders: readonly HolderGroup[], allowed: number, concern: DaemonSetRecord["concern"]) =>
  ({
    strategy: "RollingUpdate",
    underWay: true,
    concern,
    revisions: [],
    causes: [],
    budget: { kind: "maxUnavailable", spec: "", allowed, used: holders.reduce((sum, { count }) => sum + count, 0), holders },
  }) as unknown as DaemonSetRecord;
const gate = (holders: readonly HolderGroup[], allowed: number, concern: DaemonSetRecord["concern"] = null) =>
  budgetGateOf(recordOf(holders, allowed, concern));

const LASTING = holder(5, { lasting: true });
const detail = { kind: "held", count: 1, cause: { kind: "starting" } } as const;
const FAILING = { kind: "failing", detail: { ...detail, kind: "failing" }, sinceMs: 7, nodes: [], stuck: false } as const;
const STUCK = { kind: "budgetHeld", detail, sinceMs: 7, nodes: [], stuck: true } as const;

describe("the gate of a budget that is in use", () => {
  it("B7 moves only if some slot will be released without action", () => {
    const failing = holder(4, { lasting: true });
    expect(gate([failing, holder(1, { reason: "terminating", endsAtMs: 9 })], 5)).toEqual({ kind: "full", isMoving: true });
    expect(gate([failing, holder(1, { cause: { kind: "starting" } })], 5)).toEqual({ kind: "full", isMoving: true });
    expect(gate([LASTING], 5)).toEqual({ kind: "full", isMoving: false });
  });

  it("R8 is closed, and its slots do not free up, only once the rollout is STUCK", () => {
    for (const concern of [null, FAILING, { ...STUCK, stuck: false }]) {
      expect(gate([LASTING], 5, concern)).toEqual({ kind: "full", isMoving: false });
      expect(slotHoldersNote(recordOf([LASTING], 5, concern), 0, t)).toBe("No estimate for these 5 slots.");
    }
    expect(gate([LASTING], 5, STUCK)).toEqual({ kind: "closed", sinceMs: 7 });
    expect(slotHoldersNote(recordOf([LASTING], 5, STUCK), 0, t)).toBe("These 5 slots won't free up.");
  });

  it("R8 is closed also if more slots are used than allowed, as after a node has joined", () => {
    expect(gate([LASTING], 4, STUCK)).toEqual({ kind: "closed", sinceMs: 7 });
    expect(gate([LASTING], 4)).toEqual({ kind: "overdrawn", over: 1 });
  });

  it("B7 the slot of a node that no longer exists will free up", () => {
    const gone = holder(1, { lasting: true, cause: { kind: "nodeGone" } });
    expect(slotHoldersNote(recordOf([LASTING, gone], 5, STUCK), 0, t)).toBe("These 5 slots won't free up.");
    expect(slotHoldersNote(recordOf([gone], 1, STUCK), 0, t)).toBe("No estimate for its slot.");
  });

  it("B2 is open without used slots, also if a percentage of zero desired nodes is zero", () => {
    expect(gate([], 0)).toEqual({ kind: "open", free: 0 });
    expect(gate([], 3)).toEqual({ kind: "open", free: 3 });
  });
});
