import { expect, it } from "vitest";
import { amountOf } from "./amount.ts";
import type { RequestingPod } from "./node-fit.ts";
import { nodeLoad } from "./node-load.ts";

const amounts = (quantities: Readonly<Record<string, string>>) =>
  new Map(Object.entries(quantities).map(([resource, text]) => [resource, amountOf(text)]));
const pod = (name: string, requests: Readonly<Record<string, string>>, more: Partial<RequestingPod> = {}): RequestingPod => ({
  uid: name,
  namespace: "default",
  name,
  daemonSet: undefined,
  phase: "Running",
  terminating: false,
  priority: 0,
  neverPreempts: false,
  requests: amounts(requests),
  hostPorts: [],
  ...more,
});
const logs = { daemonSet: "default/logs" };

it("W4 compares requests with allocatable in kubectl's order, with the share of daemon pods", () => {
  const load = nodeLoad(
    amounts({ pods: "110", memory: "4Gi", cpu: "2", "ephemeral-storage": "10Gi", "hugepages-2Mi": "0", "example.com/fpga": "2" }),
    [
      pod("web", { cpu: "1", memory: "1Gi", "example.com/fpga": "1" }),
      pod("logs-a", { cpu: "150m", memory: "256Mi" }, logs),
      pod("done", { cpu: "1" }, { phase: "Succeeded" }),
    ],
  );
  expect(load.resources.map(({ resource }) => resource)).toEqual(["cpu", "memory", "ephemeral-storage", "pods", "example.com/fpga"]);
  expect(load.resources[0]).toEqual({
    resource: "cpu",
    allocatable: "2",
    requested: { amount: "1150m", percent: 57 },
    daemons: { amount: "150m", percent: 7 },
    free: "850m",
  });
  expect(load.resources[1]).toMatchObject({
    requested: { amount: "1280Mi", percent: 31 },
    daemons: { amount: "256Mi", percent: 6 },
    free: "2816Mi",
  });
  expect(load.resources[3]).toMatchObject({ requested: { amount: "2", percent: 1 }, daemons: { amount: "1" }, allocatable: "110" });
  expect(load).toMatchObject({ pods: 2, daemonPods: 1 });
});

it("W4 percentages are truncated floating point numbers, as in kubectl", () => {
  const percentOf = (cpu: string, of: string) => nodeLoad(amounts({ cpu: of }), [pod("a", { cpu })]).resources[0]?.requested.percent;
  expect(percentOf("290m", "1")).toBe(28);
  expect(percentOf("999m", "1")).toBe(99);
  expect(percentOf("0.1m", "100m")).toBe(1);
});

it("W4 requests may exceed allocatable, also for a resource that the node lacks", () => {
  const { resources } = nodeLoad(amounts({ cpu: "1" }), [pod("static", { cpu: "1500m", "example.com/gone": "1" })]);
  expect(resources).toMatchObject([
    { resource: "cpu", requested: { percent: 150 }, free: "-500m" },
    { resource: "example.com/gone", allocatable: "0", requested: { amount: "1", percent: 0 }, free: "-1" },
  ]);
});

it("W4 sums the pods of a DaemonSet, also during a surge or termination, and sorts by cpu", () => {
  const { taxes, daemonPods } = nodeLoad(amounts({ cpu: "4" }), [
    pod("cni", { cpu: "100m" }, { daemonSet: "kube-system/cni" }),
    pod("logs-a", { cpu: "100m", memory: "64Mi" }, { ...logs, terminating: true }),
    pod("logs-b", { cpu: "100m", memory: "64Mi" }, logs),
    pod("idle", {}, { daemonSet: "default/idle" }),
  ]);
  expect(daemonPods).toBe(4);
  expect(taxes).toEqual([
    { daemonSet: "default/logs", pods: 2, requests: { cpu: "200m", memory: "128Mi" } },
    { daemonSet: "kube-system/cni", pods: 1, requests: { cpu: "100m" } },
    { daemonSet: "default/idle", pods: 1, requests: {} },
  ]);
});
