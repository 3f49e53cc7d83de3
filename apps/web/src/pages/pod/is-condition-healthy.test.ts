import type { Condition } from "@daemonscope/kube/objects";
import { expect, it } from "vitest";
import { isConditionHealthy } from "./is-condition-healthy.ts";

const condition = (type: string, status: string, reason?: string) =>
  ({ type, status, ...(reason === undefined ? {} : { reason }) }) as Condition;
const healthOf = (...conditions: readonly Condition[]) => conditions.map((each) => isConditionHealthy(each, conditions));

it("a condition is healthy if True, and a condition that announces deletion is healthy if False", () => {
  expect(healthOf(condition("Ready", "True"), condition("ContainersReady", "False", "ContainersNotReady"))).toEqual([true, false]);
  expect(healthOf(condition("DisruptionTarget", "True"), condition("PodResizePending", "False"))).toEqual([false, true]);
});

it("a completed pod is not Ready, and that is no problem", () => {
  const done = ["Ready", "ContainersReady"].map((type) => condition(type, "False", "PodCompleted"));
  expect(healthOf(...done, condition("PodReadyToStartContainers", "False"), condition("Initialized", "True", "PodCompleted"))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(healthOf(condition("Ready", "False", "PodFailed"), condition("PodReadyToStartContainers", "False"))).toEqual([false, false]);
});
