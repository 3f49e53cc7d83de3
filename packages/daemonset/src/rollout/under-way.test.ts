import { describe, expect, it } from "vitest";
import { EPOCH_MS } from "../model/objects.fixture.ts";
import type { RolloutState } from "../records/rollout.ts";
import { DEFAULT_STALL_TIMEOUTS } from "./concern/detect-stall.ts";
import { fresh, MINUTE, modelOf, recordOf, status, two } from "./scene.fixture.ts";
import { isRolloutFinished, isUnderWay, type ObservedRollout, type UnderWayFacts } from "./under-way.ts";

const TEN_MINUTES = DEFAULT_STALL_TIMEOUTS.slowMs;
const facts: UnderWayFacts = {
  isDriven: false,
  nowMs: 0,
  patience: DEFAULT_STALL_TIMEOUTS,
  rollout: { kind: "waitingForAvailable", message: "" },
  totals: { outdated: 0 },
  minReadySeconds: 0,
  revisionSinceMs: 0,
  seen: undefined,
};
const seen = (isFinished: boolean): ObservedRollout => ({ hash: "hash-2", isFinished });
const factsWith = (kind: RolloutState["kind"], more: Partial<UnderWayFacts> = {}): UnderWayFacts => ({
  ...facts,
  rollout: { kind, message: "" },
  ...more,
});
const late = 100 * TEN_MINUTES;

describe("R21 a rollout is under way", () => {
  const rows: readonly (readonly [string, UnderWayFacts, ReturnType<typeof isUnderWay>])[] = [
    ["while the spec is not observed", factsWith("unobserved", { nowMs: late, seen: seen(true) }), { underWay: true }],
    ["while an old pod exists, at any age", factsWith("updating", { nowMs: late, totals: { outdated: 1 } }), { underWay: true }],
    ["until its completion is seen", factsWith("waitingForAvailable", { nowMs: late, seen: seen(false) }), { underWay: true }],
    ["not once its completion was seen", factsWith("waitingForAvailable", { seen: seen(true) }), { underWay: false }],
    ["not if a node joins after its completion", factsWith("updating", { nowMs: late, seen: seen(true) }), { underWay: false }],
    [
      "while the revision is young, without further observation",
      factsWith("updating", { nowMs: TEN_MINUTES - 1 }),
      { underWay: true, untilMs: TEN_MINUTES },
    ],
    [
      "for minReadySeconds longer",
      factsWith("updating", { nowMs: TEN_MINUTES, minReadySeconds: 1 }),
      { underWay: true, untilMs: TEN_MINUTES + 1000 },
    ],
    ["not for an old revision, without further observation", factsWith("waitingForAvailable", { nowMs: TEN_MINUTES }), { underWay: false }],
    ["never with an unknown age of the revision", factsWith("updating", { revisionSinceMs: undefined }), { underWay: false }],
    ["never if kubectl reports completion", factsWith("complete"), { underWay: false }],
    ["never under OnDelete", factsWith("onDelete", { totals: { outdated: 3 } }), { underWay: false }],
  ];
  it.each(rows)("%s", (_name, input, expected) => {
    expect(isUnderWay(input)).toEqual(expected);
  });
  it("R8 ends when completion was seen and no old pod returned", () => {
    expect([seen(true), seen(false), undefined].map((each) => isRolloutFinished({ totals: { outdated: 0 }, seen: each }))).toEqual([
      true,
      false,
      false,
    ]);
    expect(isRolloutFinished({ totals: { outdated: 1 }, seen: seen(true) })).toBe(false);
  });
  it("R21 schedules the tick at which the age of a revision ends it", () => {
    const pods = [fresh(1, { readyAtMs: 0 }), fresh(2, { createdAtMs: 5 * MINUTE, waiting: "ContainerCreating" })];
    const model = modelOf({ set: { status: status(2, 2, 1) }, nodes: two, pods, nowMs: 6 * MINUTE });
    expect([recordOf(model).underWay, model.nextWakeAtMs()]).toEqual([true, EPOCH_MS + 10 * MINUTE]);
    model.tick(EPOCH_MS + 10 * MINUTE);
    model.takeChanges();
    expect([recordOf(model).underWay, model.nextWakeAtMs()]).toEqual([false, EPOCH_MS + 15 * MINUTE]);
  });
});
