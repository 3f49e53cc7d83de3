import { expect, test } from "vitest";
import { podRequestSpec } from "./decode-pod-resources.ts";

const spec = {
  containers: [{ name: "agent", resources: { requests: { cpu: "100m", memory: "64Mi" } } }],
  resources: { requests: { cpu: "300m" } },
};
const statusOf = (conditions: readonly object[]) => ({
  conditions,
  containerStatuses: [
    { name: "agent", resources: { requests: { cpu: "250m", memory: "32Mi" } }, allocatedResources: { cpu: "200m", memory: "48Mi" } },
  ],
});
const requestsOf = (status?: object) => podRequestSpec(spec, status as never).containers[0];

test("W4 a pod that is resized in place counts the largest of desired, allocated and actual requests", () => {
  expect(requestsOf()).toEqual({ cpu: "100m", memory: "64Mi" });
  expect(requestsOf(statusOf([]))).toEqual({ cpu: "250m", memory: "64Mi" });
  expect(requestsOf(statusOf([{ type: "PodResizePending", reason: "Deferred" }]))).toEqual({ cpu: "250m", memory: "64Mi" });
  expect(requestsOf(statusOf([{ type: "PodResizePending", reason: "Infeasible" }]))).toEqual({ cpu: "250m", memory: "48Mi" });
});

test("W4 requests of the pod itself stay separate", () => {
  expect(podRequestSpec(spec).podLevel).toEqual({ cpu: "300m" });
});
