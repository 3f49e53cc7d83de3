import { describe, expect, it } from "vitest";
import { EPOCH_MS } from "../model/objects.fixture.ts";
import { concernOf, fresh, modelOf, old, plainRecordOf, recordOf, type Scene, status } from "./scene.fixture.ts";

const SECOND = 1000;
const surging = { type: "RollingUpdate", rollingUpdate: { maxSurge: 2, maxUnavailable: 0 } } as const;
/** n1 has its new pod alone; n2 has both, and the new one is available since the 24th second. */
const forgotten: Scene = {
  set: { status: status(2, 1, 2), strategy: surging, minReadySeconds: 4 },
  nodes: [{}, {}],
  pods: [
    fresh(1, { createdAtMs: 10 * SECOND, readyAtMs: 12 * SECOND }),
    old(2),
    fresh(2, { createdAtMs: 10 * SECOND, readyAtMs: 20 * SECOND }),
  ],
  nowMs: 24 * SECOND + 45 * SECOND,
};
const [onlyPod, oldPod, newPod] = forgotten.pods as [Scene["pods"][number], Scene["pods"][number], Scene["pods"][number]];

describe("R26 a surge that the controller forgot", () => {
  it("is stuck: an available new pod next to an old one that is not deleted, since it is available", () => {
    expect(concernOf(forgotten)).toEqual({
      kind: "stalled",
      message: "the controller forgot 1 node: the new pod is available there, and the old one stays",
      sinceMs: EPOCH_MS + 24 * SECOND,
      nodes: ["n2"],
      stuck: true,
    });
  });
  it("is reported when it lasts, and the model schedules that time", () => {
    const model = modelOf({ ...forgotten, nowMs: 30 * SECOND });
    expect([plainRecordOf(model).concern, model.nextWakeAtMs()]).toEqual([null, EPOCH_MS + 69 * SECOND]);
    model.tick(EPOCH_MS + 69 * SECOND);
    model.takeChanges();
    expect(recordOf(model).concern?.stuck).toBe(true);
  });
  it.each<[string, Partial<Scene>]>([
    ["the old pod is being deleted", { pods: [onlyPod, { ...oldPod, deletedAtMs: 25 * SECOND }, newPod] }],
    ["the new pod is not available yet", { pods: [onlyPod, oldPod, { ...newPod, readyAtMs: 66 * SECOND }] }],
    [
      "another new pod is not available yet, so that the controller will sync again",
      { pods: [fresh(1, { createdAtMs: 10 * SECOND }), oldPod, newPod] },
    ],
    ["nothing is awaited, because minReadySeconds is 0", { set: { ...forgotten.set, minReadySeconds: 0 } }],
    ["the strategy is not a surge", { set: { status: status(2, 1, 2), minReadySeconds: 4 } }],
  ])("is not reported if %s", (_, parts) => {
    expect(concernOf({ ...forgotten, ...parts })?.message ?? "").not.toContain("forgot");
  });
});
