import { expect, it } from "vitest";
import { fresh, modelOf, old, plainRecordOf, type Scene } from "../rollout/scene.fixture.ts";

it("I9 a record counts NotReady nodes with a pod, by revision, availability and kubelet response", () => {
  const pods = [fresh(1), old(2), fresh(3, { readyAtMs: 30_000 })];
  const onUnready = (nodes: Scene["nodes"]) => plainRecordOf(modelOf({ nodes, pods, nowMs: 60_000 })).onUnready;
  expect(onUnready([{ ready: "Unknown" }, { ready: "Unknown" }, {}])).toEqual({ current: 1, old: 1, down: 1, silent: 2 });
  expect(onUnready([{ ready: "False" }, {}, { ready: "False" }, { ready: "Unknown" }])).toEqual({ current: 2, old: 0, down: 1, silent: 0 });
  expect(onUnready([{}, {}, {}])).toBeUndefined();
});
