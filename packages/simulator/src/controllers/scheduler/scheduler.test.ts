import { describe, expect, it, test } from "vitest";
import { node, pod } from "../objects.fixture.ts";
import { filterFailureOf } from "./filters.ts";
import { fewestSiblingsFirst } from "./scheduler.ts";
import { noCandidateMessage, unschedulableMessage } from "./unschedulable-message.ts";

const requests = (amounts: Record<string, string>) => ({
  spec: { containers: [{ name: "a", image: "a:1", resources: { requests: amounts } }] },
});
const port = (hostPort: number, more: Record<string, string> = {}) => ({
  spec: { containers: [{ name: "a", image: "a:1", ports: [{ containerPort: 80, hostPort, ...more }] }] },
});
const TAINT = { key: "a", effect: "NoSchedule" };
const NO_PORTS = "node(s) didn't have free ports for the requested pod ports";

describe("S50 filters", () => {
  const reasons = (
    parts: Partial<Parameters<typeof pod>[0]>,
    on: Parameters<typeof node>[0] = {},
    others: Partial<Parameters<typeof pod>[0]>[] = [],
  ) =>
    filterFailureOf(
      pod({ name: "new", phase: "Pending", ...parts }),
      node(on),
      others.map((other, at) => pod({ name: `other-${at}`, on: "n1", ...other })),
    )?.reasons;
  test.each<[string, ReturnType<typeof reasons>, ReturnType<typeof reasons>]>([
    ["a pod without needs fits", reasons({}), undefined],
    ["a cordoned node refuses", reasons({}, { unschedulable: true }), ["node(s) were unschedulable"]],
    [
      "a toleration of the cordon's taint is enough on a cordoned node",
      reasons(
        { tolerations: [{ key: "node.kubernetes.io/unschedulable", operator: "Exists", effect: "NoSchedule" }] },
        { unschedulable: true },
      ),
      undefined,
    ],
    ["an untolerated taint refuses", reasons({}, { taints: [TAINT] }), ["node(s) had untolerated taint(s)"]],
    ["a PreferNoSchedule taint does not refuse", reasons({}, { taints: [{ ...TAINT, effect: "PreferNoSchedule" }] }), undefined],
    [
      "a taint is reported before a selector",
      reasons({ spec: { nodeSelector: { x: "1" } } }, { taints: [TAINT] }),
      ["node(s) had untolerated taint(s)"],
    ],
    [
      "a selector that does not match refuses",
      reasons({ spec: { nodeSelector: { x: "1" } } }),
      ["node(s) didn't match Pod's node affinity/selector"],
    ],
    ["a pod pinned to another node is refused", reasons({ pinnedTo: "n2" }), ["node(s) didn't match Pod's node affinity/selector"]],
    ["a taken port refuses", reasons(port(9100), {}, [port(9100)]), [NO_PORTS]],
    ["equal port numbers of two protocols fit", reasons(port(9100), {}, [port(9100, { protocol: "UDP" })]), undefined],
    [
      "equal ports of two addresses of a host fit",
      reasons(port(9100, { hostIP: "10.0.0.1" }), {}, [port(9100, { hostIP: "10.0.0.2" })]),
      undefined,
    ],
    [
      "a port of all addresses refuses the same port of one address",
      reasons(port(9100, { hostIP: "10.0.0.1" }), {}, [port(9100)]),
      [NO_PORTS],
    ],
    ["a pod that ended holds no port", reasons(port(9100), {}, [{ ...port(9100), phase: "Failed" }]), undefined],
    ["too little cpu refuses", reasons(requests({ cpu: "3" }), {}, [requests({ cpu: "1500m" })]), ["Insufficient cpu"]],
    ["just enough cpu fits", reasons(requests({ cpu: "2500m" }), {}, [requests({ cpu: "1500m" })]), undefined],
    [
      "decimal fractions add up exactly",
      reasons(requests({ cpu: "100m" }), {}, [requests({ cpu: "3.7" }), requests({ cpu: "200m" })]),
      undefined,
    ],
    ["cpu and memory are both reported", reasons(requests({ cpu: "5", memory: "9Gi" })), ["Insufficient cpu", "Insufficient memory"]],
    ["a device that the node does not have refuses", reasons(requests({ "nvidia.com/gpu": "1" })), ["Insufficient nvidia.com/gpu"]],
    [
      "a node with all its pods refuses",
      reasons({}, { status: { allocatable: { cpu: "4", memory: "8Gi", pods: "1" } } }, [{}]),
      ["Too many pods"],
    ],
  ])("S50 %s", (_name, found, wanted) => {
    expect(found).toEqual(wanted);
  });
});

describe("S50 the message", () => {
  const NO_VICTIMS = ["No preemption victims found for incoming pod"];
  const cpu = { reasons: ["Insufficient cpu"], preemptionMayHelp: true };
  test.each([
    [
      "counts the node that lacks resources, and the nodes that are not pinned",
      unschedulableMessage([cpu], 4, noCandidateMessage([NO_VICTIMS], 4)),
      "0/5 nodes are available: 1 Insufficient cpu, 4 node(s) didn't satisfy plugin(s) [NodeAffinity]. no new claims to deallocate, preemption: 0/5 nodes are available: 1 No preemption victims found for incoming pod, 4 Preemption is not helpful for scheduling.",
    ],
    [
      "preemption does not help against a taint",
      unschedulableMessage([{ reasons: ["node(s) had untolerated taint(s)"], preemptionMayHelp: false }], 2, noCandidateMessage([], 3)),
      "0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 node(s) didn't satisfy plugin(s) [NodeAffinity]. no new claims to deallocate, preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.",
    ],
    [
      "reasons are sorted as text",
      unschedulableMessage(
        [{ reasons: ["Insufficient memory", "Insufficient cpu"], preemptionMayHelp: true }],
        10,
        noCandidateMessage([NO_VICTIMS], 10),
      ),
      "0/11 nodes are available: 1 Insufficient cpu, 1 Insufficient memory, 10 node(s) didn't satisfy plugin(s) [NodeAffinity]. no new claims to deallocate, preemption: 0/11 nodes are available: 1 No preemption victims found for incoming pod, 10 Preemption is not helpful for scheduling.",
    ],
    [
      "states that a pod never preempts",
      unschedulableMessage([cpu], 0, "not eligible due to preemptionPolicy=Never."),
      "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: not eligible due to preemptionPolicy=Never.",
    ],
    [
      "the pinned node does not exist",
      unschedulableMessage([], 3, noCandidateMessage([], 3)),
      "0/3 nodes are available: 3 node(s) didn't satisfy plugin(s) [NodeAffinity]. no new claims to deallocate, preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.",
    ],
  ])("S50 %s", (_name, message, wanted) => {
    expect(message).toBe(wanted);
  });
  it("S50 has its own text without nodes", () => {
    expect(unschedulableMessage([], 0, undefined)).toBe("no nodes available to schedule pods");
  });
});

describe("fewestSiblingsFirst", () => {
  it("S62 nodes with fewer pods of the same owner come first, otherwise in their order", () => {
    const nodes = ["n1", "n2", "n3", "n4"].map((name) => node({ name }));
    const siblings = [
      pod({ name: "a", on: "n1" }),
      pod({ name: "b", on: "n1" }),
      pod({ name: "c", on: "n3" }),
      pod({ name: "d", pinnedTo: "n2" }),
    ];
    const order = fewestSiblingsFirst(nodes, siblings).map(({ metadata }) => metadata.name);
    expect(order).toEqual(["n2", "n4", "n3", "n1"]);
    expect(fewestSiblingsFirst(nodes, [])).toBe(nodes);
  });
});
