import { expect, it } from "vitest";
import { rolloutActions } from "../actions/remedies/rollout-actions.ts";
import type { PodParts } from "../model/objects.fixture.ts";
import { fresh, MINUTE, modelOf, old, plainRecordOf } from "./scene.fixture.ts";

const FACTS = { cluster: undefined, node: () => undefined, nodes: () => [], daemonSet: () => undefined };
const failing = (at: number) => fresh(at, { createdAtMs: MINUTE, waiting: "ImagePullBackOff" });

it.each<readonly [string, readonly PodParts[], "OnDelete" | "RollingUpdate", boolean]>([
  ["each new pod fails", [old(1), old(2), failing(3)], "OnDelete", true],
  ["a new pod is available elsewhere", [old(1), fresh(2, { readyAtMs: MINUTE }), failing(3)], "OnDelete", false],
  ["an old pod fails", [old(1), { node: "n2", hash: "hash-1", waiting: "CrashLoopBackOff", restarts: 9 }, old(3)], "OnDelete", false],
  ["a new pod starts", [old(1), old(2), fresh(3, { createdAtMs: MINUTE, waiting: "ContainerCreating" })], "OnDelete", false],
  ["no old pod is left", [failing(1), failing(2), failing(3)], "OnDelete", false],
  ["the controller replaces them", [old(1), old(2), failing(3)], "RollingUpdate", false],
])("R10 deletes no further old pod while the new pods fail: %s", (_, pods, type, fails) => {
  const record = plainRecordOf(modelOf({ set: { strategy: { type } }, nodes: [{}, {}, {}], pods, nowMs: 2 * MINUTE }));
  expect(record.newPodsFail ?? false).toBe(fails);
  if (!fails) return;
  const kinds = rolloutActions(record, FACTS).map(({ act }) => act.kind);
  expect(kinds).toContain("undo");
  expect(kinds).not.toContain("resume");
});

const oldFails: PodParts = { node: "n2", hash: "hash-1", waiting: "ImagePullBackOff" };

it.each<readonly [string, readonly PodParts[], "OnDelete" | "RollingUpdate", boolean]>([
  ["each new pod is available", [fresh(1, { readyAtMs: 0 }), oldFails, old(3)], "OnDelete", true],
  ["no new pod exists yet", [old(1), oldFails, old(3)], "OnDelete", true],
  ["a new pod fails too", [failing(1), oldFails, old(3)], "OnDelete", false],
  ["the controller replaces them", [old(1), oldFails, old(3)], "RollingUpdate", false],
])("R10 asks for the deletion of old pods that fail by a corrected template: %s", (_, pods, type, isAsked) => {
  const record = plainRecordOf(modelOf({ set: { strategy: { type } }, nodes: [{}, {}, {}], pods, nowMs: 30 * MINUTE }));
  expect(record.onlyOldFail ?? false).toBe(isAsked);
  const kinds = rolloutActions(record, FACTS).map(({ act }) => act.kind);
  if (isAsked) expect(kinds, "an older template does not end the failure").not.toContain("undo");
});
