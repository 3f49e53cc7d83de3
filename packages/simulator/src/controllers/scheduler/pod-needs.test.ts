import { expect, test } from "vitest";
import { needsOf } from "./pod-needs.ts";

const container = (cpu: string, more: Record<string, unknown> = {}) => ({
  name: "a",
  image: "a:1",
  resources: { requests: { cpu } },
  ...more,
});
const sidecar = { restartPolicy: "Always" };
const cpuOf = (podSpec: Record<string, unknown>) => needsOf(podSpec).requests.get("cpu");

test.each([
  ["the containers together", { containers: [container("100m"), container("200m")] }, 300],
  ["an init container alone, if it requests more", { initContainers: [container("1")], containers: [container("100m")] }, 1000],
  ["not the sum of init containers", { initContainers: [container("300m"), container("300m")], containers: [container("100m")] }, 300],
  ["a sidecar together with the containers", { initContainers: [container("50m", sidecar)], containers: [container("100m")] }, 150],
  [
    "a sidecar together with the init containers after it",
    { initContainers: [container("400m"), container("50m", sidecar), container("500m")], containers: [container("100m")] },
    550,
  ],
  ["the overhead on top", { containers: [container("100m")], overhead: { cpu: "10m" } }, 110],
  ["the request of the pod itself", { containers: [container("100m")], resources: { requests: { cpu: "300m" } } }, 300],
  ["a limit without a request", { containers: [{ name: "a", resources: { limits: { cpu: "2" } } }] }, 2000],
])("S50 a pod requests %s", (_name, podSpec, milli) => {
  expect(cpuOf(podSpec)).toBe(milli);
});

test("S50 sidecars hold their ports, other init containers do not", () => {
  const ports = (hostPort: number) => ({ ports: [{ containerPort: 80, hostPort }] });
  const podSpec = {
    initContainers: [container("1", { ...sidecar, ...ports(1) }), container("1", ports(2))],
    containers: [container("1", ports(3))],
  };
  expect(needsOf(podSpec).hostPorts.map(({ port }) => port)).toEqual([1, 3]);
});
