import type { PodRequestSpec } from "@daemonscope/kube/objects";
import { expect, it, test } from "vitest";
import { amountOf, amountText } from "./amount.ts";
import { nodeFit, type RequestingPod, requestedOf } from "./node-fit.ts";
import { podRequests } from "./pod-requests.ts";

test.each([
  ["cpu", "1500m", "1500m"],
  ["cpu", "2.0", "2"],
  ["cpu", "0.1", "100m"],
  ["cpu", "-500m", "-500m"],
  ["memory", "1024Ki", "1Mi"],
  ["memory", "3993600Ki", "3900Mi"],
  ["memory", "1000", "1000"],
  ["memory", "0", "0"],
  ["ephemeral-storage", "1.5Gi", "1536Mi"],
  ["nvidia.com/gpu", "4", "4"],
  ["cpu", "nonsense", "0"],
])("W4 %s of %s is written %s", (resource, quantity, text) => {
  expect(amountText(resource, amountOf(quantity))).toBe(text);
});

const requestSpec = (parts: Partial<PodRequestSpec>): PodRequestSpec => ({
  containers: [],
  initContainers: [],
  podLevel: {},
  overhead: {},
  ...parts,
});
const once = (cpu: string) => ({ requests: { cpu }, isSidecar: false });
const sidecar = (cpu: string) => ({ requests: { cpu }, isSidecar: true });

test.each<[string, Partial<PodRequestSpec>, string]>([
  ["containers add up", { containers: [{ cpu: "100m" }, { cpu: "0.25" }] }, "350m"],
  ["an init container counts if it requests more", { containers: [{ cpu: "100m" }], initContainers: [once("1")] }, "1"],
  ["init containers run sequentially", { containers: [{ cpu: "100m" }], initContainers: [once("300m"), once("200m")] }, "300m"],
  ["adds a sidecar to the containers", { containers: [{ cpu: "100m" }], initContainers: [sidecar("50m")] }, "150m"],
  [
    "adds earlier sidecars to an init container",
    { containers: [{ cpu: "100m" }], initContainers: [sidecar("50m"), once("200m"), sidecar("30m")] },
    "250m",
  ],
  ["adds the overhead", { containers: [{ cpu: "100m" }], overhead: { cpu: "250m" } }, "350m"],
  [
    "pod-level requests replace the sum of the containers",
    { containers: [{ cpu: "100m" }], podLevel: { cpu: "2" }, overhead: { cpu: "1" } },
    "3",
  ],
  ["ten tenths are one", { containers: Array.from({ length: 10 }, () => ({ cpu: "0.1" })) }, "1"],
])("W4 %s", (_name, parts, cpu) => {
  expect(amountText("cpu", podRequests(requestSpec(parts)).get("cpu") ?? 0n)).toBe(cpu);
});

it("W4 only some resources accept pod-level requests", () => {
  const requests = podRequests(requestSpec({ containers: [{ "nvidia.com/gpu": "1" }], podLevel: { "nvidia.com/gpu": "9" } }));
  expect(amountText("nvidia.com/gpu", requests.get("nvidia.com/gpu") ?? 0n)).toBe("1");
});

const pod = (name: string, cpu: string, more: Partial<RequestingPod> = {}): RequestingPod => ({
  uid: name,
  namespace: "default",
  name,
  daemonSet: undefined,
  phase: "Running",
  terminating: false,
  priority: 0,
  neverPreempts: false,
  requests: cpu === "" ? new Map() : new Map([["cpu", amountOf(cpu)]]),
  hostPorts: [],
  ...more,
});
const node = (cpu: string, pods = "30") =>
  new Map([
    ["cpu", amountOf(cpu)],
    ["pods", amountOf(pods)],
  ]);
const port = { port: 9100, protocol: "TCP", hostIP: "0.0.0.0" };

it("W4 T13 compares the requests of a pod with the free amount, and lists the largest consumers first", () => {
  const bound = [pod("small", "100m"), pod("batch", "1400m"), pod("done", "2", { phase: "Succeeded" })];
  expect(nodeFit(pod("new", "1", { priority: 10 }), node("2"), bound)).toMatchObject({
    shortages: [
      {
        resource: "cpu",
        needs: "1",
        free: "500m",
        allocatable: "2",
        neverFits: false,
        takers: [
          { name: "batch", amount: "1400m" },
          { name: "small", amount: "100m" },
        ],
      },
    ],
    lower: [{ name: "batch" }, { name: "small" }],
  });
  expect(requestedOf(bound, "cpu")).toBe(amountOf("1500m"));
});

it("W4 a pod that fits has no shortage, and a pod that exceeds the node is marked as neverFits", () => {
  expect(nodeFit(pod("new", "2"), node("2"), [])).toMatchObject({ shortages: [], ports: [], lowerCount: 0 });
  expect(nodeFit(pod("new", "3"), node("2"), []).shortages).toMatchObject([{ neverFits: true, free: "2" }]);
});

it("W4 a pod that ended uses nothing, and a terminating pod still does", () => {
  const bound = [pod("failed", "2", { phase: "Failed" }), pod("leaving", "1500m", { terminating: true })];
  expect(nodeFit(pod("new", "1"), node("2"), bound).shortages).toMatchObject([
    { free: "500m", takers: [{ name: "leaving", terminating: true }] },
  ]);
});

it("W4 lists as preemptible only pods of lower priority that use a missing resource", () => {
  const bound = [
    pod("idle", ""),
    pod("same", "1", { priority: 10 }),
    pod("low", "500m", { priority: 5 }),
    pod("lowest", "400m", { priority: -1 }),
  ];
  expect(nodeFit(pod("new", "1", { priority: 10 }), node("2"), bound)).toMatchObject({
    lower: [{ name: "lowest" }, { name: "low" }],
    lowerCount: 2,
  });
});

it("W4 pod slots can run out like other resources, and at most five consumers are named", () => {
  const bound = Array.from({ length: 7 }, (_, at) => pod(`p${at}`, "1"));
  expect(nodeFit(pod("new", "1"), node("7", "7"), bound).shortages).toMatchObject([
    { resource: "pods", needs: "1", free: "0", allocatable: "7", takers: [] },
    { resource: "cpu", takerCount: 7, takers: [{ name: "p0" }, { name: "p1" }, { name: "p2" }, { name: "p3" }, { name: "p4" }] },
  ]);
});

it("W4 T14 names the pod and DaemonSet that hold a host port; another protocol does not conflict", () => {
  const held = pod("exporter-x", "", { daemonSet: "default/exporter", hostPorts: [port] });
  const wants = pod("new", "", { hostPorts: [port] });
  expect(nodeFit(wants, node("2"), [held]).ports).toMatchObject([
    { port: 9100, holders: [{ name: "exporter-x", daemonSet: "default/exporter" }] },
  ]);
  expect(nodeFit(wants, node("2"), [pod("udp", "", { hostPorts: [{ ...port, protocol: "UDP" }] })]).ports).toEqual([]);
});
