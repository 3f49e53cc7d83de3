import { expect, it } from "vitest";
import { fresh, modelOf, old, plainRecordOf, type Scene } from "../rollout/scene.fixture.ts";

it("I9 a record counts the nodes with a pod whose kubelet does not respond, by the pod's revision", () => {
  const silentOf = (nodes: Scene["nodes"]) => plainRecordOf(modelOf({ nodes, pods: [fresh(1), old(2), old(3)], nowMs: 60_000 })).silent;
  expect(silentOf([{ ready: "Unknown" }, { ready: "Unknown" }, {}])).toEqual({ current: 1, old: 1 });
  // It reports by itself that it is not ready: its kubelet responds.
  expect(silentOf([{ ready: "False" }, {}, { ready: "Unknown" }, { ready: "Unknown" }])).toEqual({ current: 0, old: 1 });
  expect(silentOf([{}, { ready: "False" }, {}])).toBeUndefined();
});
