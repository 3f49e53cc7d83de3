import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import type { Cause } from "@daemonscope/daemonset/records/records";
import { expect, test } from "vitest";
import { unhealthyPods } from "./unhealthy-pods.ts";

const because = (state: Cause["state"], cause: CauseFact, nodes: readonly string[]): Cause => ({
  state,
  cause,
  count: nodes.length,
  nodes,
  sinceMs: 0,
});
const stalled = { kind: "stalled", detail: { kind: "idle" }, nodes: [] } as never;

test.each([
  ["pods that start come up by themselves", null, [because("starting", { kind: "starting" }, ["n1"])], "comesUp"],
  ["pods that are still to be made, too", null, [because("missing", { kind: "noPodYet" }, ["n1"])], "comesUp"],
  ["a pod that runs and is not Ready says itself why", null, [because("starting", { kind: "runningNotReady" }, ["n1"])], "lookAt"],
  ["a pod that crashes, too", null, [because("failing", { kind: "reason", reason: "CrashLoopBackOff" }, ["n1"])], "lookAt"],
  ["what stands has stood longer than what passes", stalled, [because("starting", { kind: "starting" }, ["n1"])], "lookAt"],
] as const)("%s", (_name, concern, causes, kind) => {
  expect(unhealthyPods({ concern, causes })).toEqual({ kind, count: 1, nodes: ["n1"] });
});

test("where many ail, all are counted and the first are named; where none does, there is nothing to look at", () => {
  const causes = [because("failing", { kind: "failing" }, ["n1", "n2"]), because("starting", { kind: "starting" }, ["n2", "n3", "n4"])];
  expect(unhealthyPods({ concern: null, causes })).toEqual({ kind: "lookAt", count: 5, nodes: ["n1", "n2", "n3"] });
  expect(unhealthyPods({ concern: null, causes: [] })).toBeUndefined();
});
