import { expect, test } from "vitest";
import { podLimitSpec, podRequestSpec } from "./decode-pod-resources.ts";

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

test("W4 requests of the pod itself stay separate, and count as the largest of desired, allocated and actual ones", () => {
  const podLevelOf = (status: object) => podRequestSpec(spec, status as never).podLevel;
  const granted = { resources: { requests: { cpu: "500m", memory: "1Gi" } }, allocatedResources: { cpu: "700m" } };
  expect(podRequestSpec(spec).podLevel).toEqual({ cpu: "300m" });
  expect(podLevelOf({ allocatedResources: { cpu: "700m" } })).toEqual({ cpu: "300m" });
  expect(podLevelOf(granted)).toEqual({ cpu: "700m" });
  expect(podLevelOf({ resources: { requests: { cpu: "100m" } } })).toEqual({ cpu: "300m" });
  const infeasible = [{ type: "PodResizePending", reason: "Infeasible" }];
  expect(podLevelOf({ resources: { requests: { cpu: "100m" } }, conditions: infeasible })).toEqual({ cpu: "100m" });
});

test("W4 limits count as the larger of desired and actual ones", () => {
  const limited = { containers: [{ name: "agent", resources: { limits: { cpu: "1" } } }], resources: { limits: { cpu: "2" } } };
  const status = {
    containerStatuses: [{ name: "agent", resources: { limits: { cpu: "1500m" } }, allocatedResources: { cpu: "9" } }],
    resources: { limits: { cpu: "3" } },
    allocatedResources: { cpu: "9" },
  };
  const limitsOf = (more: object) => podLimitSpec(limited, { ...status, ...more } as never);
  expect(limitsOf({})).toMatchObject({ containers: [{ cpu: "1500m" }], podLevel: { cpu: "3" } });
  expect(limitsOf({ containerStatuses: [], resources: undefined })).toMatchObject({ containers: [{ cpu: "1" }], podLevel: { cpu: "2" } });
});

test("W4 of init containers only sidecars are resized", () => {
  const resources = { requests: { cpu: "100m" } };
  const granted = { resources: { requests: { cpu: "200m" } } };
  const initContainers = [
    { name: "setup", resources },
    { name: "proxy", restartPolicy: "Always", resources },
  ];
  const initContainerStatuses = [
    { name: "setup", ...granted },
    { name: "proxy", ...granted },
  ];
  expect(podRequestSpec({ initContainers }, { initContainerStatuses }).initContainers).toEqual([
    { requests: { cpu: "100m" }, isSidecar: false },
    { requests: { cpu: "200m" }, isSidecar: true },
  ]);
});
