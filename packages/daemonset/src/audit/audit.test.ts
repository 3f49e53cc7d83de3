import { drain } from "@daemonscope/kube/base/drain";
import { english } from "@daemonscope/words/english";
import { auditRemedy } from "@daemonscope/words/facts/audit-text";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { amountOf } from "../capacity/amount.ts";
import type { RequestingPod } from "../capacity/node-fit.ts";
import type { FreeCapacity } from "../preview/capacity/free-capacity.ts";
import { reading, type StoryParts } from "../preview/preview.fixture.ts";
import { auditFindings, criticalEvidence } from "./audit-findings.ts";

const amounts = (quantities: Readonly<Record<string, string>>) =>
  new Map(Object.entries(quantities).map(([resource, text]) => [resource, amountOf(text)]));
const pod = (name: string, cpu: string, more: Partial<RequestingPod> = {}): RequestingPod => ({
  uid: name,
  namespace: "default",
  name,
  daemonSet: undefined,
  phase: "Running",
  terminating: false,
  priority: 0,
  neverPreempts: false,
  requests: amounts({ cpu }),
  hostPorts: [],
  ...more,
});
const NODES: StoryParts["nodes"] = { n1: {}, n2: {}, n3: { taints: [{ key: "dedicated", effect: "NoSchedule" }] } };
const capacityOf = (bound: Readonly<Record<string, readonly RequestingPod[]>>, cpu = "4"): FreeCapacity => ({
  allocatable: new Map(Object.keys(NODES).map((node) => [node, amounts({ cpu, pods: "10" })])),
  bound: new Map(Object.entries(bound)),
});
/** An agent without any finding. */
const SAFE = {
  tolerations: [{ operator: "Exists" }],
  containers: [{ name: "agent", image: "a:1", ports: [], probes: ["readiness" as const], requests: { cpu: "1" } }],
};
type AgentParts = NonNullable<StoryParts["sets"][string]>;
const audit = (agent: AgentParts, capacity?: FreeCapacity, cpu = "1") =>
  drain(auditFindings(reading({ nodes: NODES, sets: { agent } }), { workload: amounts({ cpu }), capacity }));
const texts = (agent: AgentParts, capacity?: FreeCapacity) =>
  audit(agent, capacity).map(({ fact, severity, nodes }) => `${severity} ${fact.check}: ${nodes.join(" ")}`);

const surge = { type: "RollingUpdate", rollingUpdate: { maxSurge: "50%", maxUnavailable: 0 } } as const;
const [container] = SAFE.containers;
const volume = (source: string) => [{ name: "v", source }];

describe("findings of one DaemonSet", () => {
  it.each<readonly [string, AgentParts, readonly string[]]>([
    ["none for a safe agent", { template: SAFE }, []],
    [
      "a host port with surge",
      { strategy: surge, template: { ...SAFE, containers: [{ ...container, ports: [{ containerPort: 80, hostPort: 80 }] }] as never } },
      ["high surgeHostPort: n1 n2 n3"],
    ],
    [
      "a port on the host network with surge",
      {
        strategy: surge,
        template: { ...SAFE, hostNetwork: true, containers: [{ ...container, ports: [{ containerPort: 80 }] }] as never },
      },
      ["high surgeHostPort: n1 n2 n3"],
    ],
    ["no host port: surge works", { strategy: surge, template: SAFE }, []],
    [
      "a network plug-in of another class",
      { template: { ...SAFE, volumes: volume("hostPath /etc/cni/net.d/") } },
      ["high criticalPriority: n1 n2 n3"],
    ],
    [
      "a network plug-in of the right class",
      { template: { ...SAFE, volumes: volume("hostPath /etc/cni/net.d"), priorityClassName: "system-node-critical" } },
      [],
    ],
    ["OnDelete with an old pod", { strategy: { type: "OnDelete" }, template: SAFE, old: ["n2"], on: ["n1"] }, ["medium onDeleteDrift: n2"]],
    ["OnDelete without old pods", { strategy: { type: "OnDelete" }, template: SAFE, on: ["n1", "n2"] }, []],
    [
      "evicted by NoExecute",
      { template: { ...SAFE, tolerations: [{ operator: "Exists", effect: "NoSchedule" }] } },
      ["low noExecute: n1 n2 n3"],
    ],
    [
      "evicted by NoExecute after a delay",
      { template: { ...SAFE, tolerations: [{ operator: "Exists", tolerationSeconds: 60 }] } },
      ["low noExecute: n1 n2 n3"],
    ],
    [
      "a critical agent that NoExecute evicts",
      { template: { ...SAFE, tolerations: [], priorityClassName: "system-node-critical", volumes: volume("hostPath /opt/cni/bin") } },
      ["medium noExecute: n1 n2"],
    ],
    [
      "no readiness probe",
      { template: { ...SAFE, containers: [{ ...container, probes: ["liveness"] }] as never } },
      ["low unprovenReadiness: n1 n2 n3"],
    ],
    [
      "minReadySeconds in place of a probe",
      { minReadySeconds: 10, template: { ...SAFE, containers: [{ ...container, probes: [] }] as never } },
      [],
    ],
    ["no node wants it", { template: { ...SAFE, tolerations: [], nodeSelector: { pool: "none" } } }, []],
  ])("Q1 %s", (_name, agent, expected) => {
    expect(texts(agent)).toEqual(expected);
  });
});

test("Q1 OnDelete has no plan that deletes old pods while each new pod fails (R10)", () => {
  const [found] = audit({ strategy: { type: "OnDelete" }, template: SAFE, old: ["n2"], waits: ["n1"] });
  expect(found).toMatchObject({ fact: { check: "onDeleteDrift", outdated: 1, failingRevision: 1 }, nodes: ["n2"], remedy: [] });
  expect(found && auditRemedy(english, found)).toBe("undo or repair revision 1 first, because its pods fail");
  const [other] = audit({ strategy: { type: "OnDelete" }, template: SAFE, old: ["n2"], waits: ["n1"], on: ["n3"] });
  expect(other?.remedy).toHaveLength(1);
});

test("Q1 evidence of a critical agent is a host path that it may write", () => {
  const at = (path: string, readOnly?: true) =>
    criticalEvidence({
      containers: [
        { name: "a", image: "", ports: [], mounts: [{ volume: "v", path: "/x", ...(readOnly === undefined ? {} : { readOnly }) }] },
      ],
      sidecars: [],
      volumes: volume(`hostPath ${path}`),
    })?.role;
  expect(at("/var/lib/kubelet/device-plugins")).toBe("devices");
  expect(at("/var/lib/kubelet/plugins_registry/")).toBe("storage");
  expect(at("/etc/cni/net.d/calico")).toBe("network");
  expect(at("/etc/cni/net.d", true)).toBeUndefined();
  expect(at("/var/log")).toBeUndefined();
});

describe("ordinary pods that keep an agent off a node", () => {
  const own = (priority: number, cpu = "1") => pod("agent-n1", cpu, { daemonSet: "default/agent", priority });
  it.each<readonly [string, FreeCapacity, readonly string[]]>([
    [
      "the next pod does not fit after one more",
      capacityOf({ n1: [own(0), pod("x", "3")], n2: [pod("y", "1")] }),
      ["high displaceable: n1"],
    ],
    ["room for both", capacityOf({ n1: [own(0)] }), ["medium displaceable: "]],
    ["one more does not fit either", capacityOf({ n1: [own(0, "500m"), pod("x", "3500m")] }), ["medium displaceable: "]],
    ["a higher priority preempts", capacityOf({ n1: [own(5), pod("x", "3")] }), []],
    ["ordinary pods have the same priority", capacityOf({ n1: [own(5), pod("x", "3", { priority: 5 })] }), ["high displaceable: n1"]],
    ["system pods are not ordinary", capacityOf({ n1: [own(5), pod("x", "3", { priority: 2_000_001_000 })] }), []],
    ["a taint keeps ordinary pods off", capacityOf({ n1: [own(0)], n3: [pod("x", "3")] }), ["medium displaceable: "]],
    ["an unknown priority is no finding", capacityOf({ n1: [pod("x", "3")] }), []],
  ])("Q2 %s", (_name, capacity, expected) => {
    expect(texts({ template: SAFE }, capacity)).toEqual(expected);
  });

  test("Q2 an agent without requests is a finding only if the slots of a node end", () => {
    const template = { ...SAFE, containers: [{ ...container, requests: {} }] as never };
    const agent = pod("agent-n1", "0", { daemonSet: "default/agent", requests: new Map() });
    const pods = Array.from({ length: 9 }, (_, at) => pod(`x${at}`, "100m"));
    expect(texts({ template }, capacityOf({ n1: [agent, pod("x", "3")] }))).toEqual([]);
    expect(texts({ template }, capacityOf({ n1: [agent, ...pods] }))).toEqual(["high displaceable: n1"]);
  });

  test("Q2 the remedy is the lowest class above them that another DaemonSet uses", () => {
    const other = { template: { ...SAFE, priorityClassName: "agents" } };
    const capacity = capacityOf({ n1: [own(0), pod("other-n1", "1", { daemonSet: "default/other", priority: 7 })] });
    const [first] = drain(
      auditFindings(reading({ nodes: NODES, sets: { agent: { template: SAFE }, other } }), { workload: amounts({ cpu: "1" }), capacity }),
    );
    expect(first?.remedy).toEqual([{ kind: "edit", namespace: "default", name: "agent", edit: { kind: "priorityClass", to: "agents" } }]);
  });

  test("Q2 the number of crowded nodes equals a schedule of one pod after the other", () => {
    const anyPod = fc.record({
      cpu: fc.integer({ min: 0, max: 6 }),
      priority: fc.constantFrom(0, 0, 5, 2_000_000_000),
      isOwn: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(anyPod, { maxLength: 6 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 0, max: 6 }),
        fc.constantFrom(0, 5),
        (pods, size, more, priority) => {
          const bound = pods.map(({ cpu, priority: p, isOwn }, at) =>
            isOwn ? pod(`own${at}`, String(cpu), { daemonSet: "default/agent", priority }) : pod(`p${at}`, String(cpu), { priority: p }),
          );
          // The pod on n2 makes the priority of the agent known.
          const read = capacityOf({ n1: bound, n2: [own(priority)] }, String(size));
          const found = audit(
            { template: SAFE },
            { ...read, allocatable: new Map([["n1", amounts({ cpu: String(size), pods: "10" })]]) },
            String(more),
          );
          const ordinary = pods.filter(({ isOwn, priority: p }) => !isOwn && p < 2_000_000_000).map(({ priority: p }) => p);
          const fives = ordinary.filter((p) => p === 5).length;
          const usual = fives > 0 && fives * 2 >= ordinary.length ? 5 : 0;
          const others = pods.filter(({ isOwn }) => !isOwn);
          const used = others.reduce((sum, { cpu }) => sum + cpu, 0);
          const lower = others.filter((each) => each.priority < priority).reduce((sum, { cpu }) => sum + cpu, 0);
          const fitsAlone = used + 1 <= size;
          const lands = used + more <= size;
          const fitsAfter = used + more + 1 - lower <= size;
          const expected = priority <= usual ? [fitsAlone && lands && !fitsAfter ? 1 : 0] : [];
          expect(found.flatMap(({ fact }) => (fact.check === "displaceable" ? [fact.crowded] : []))).toEqual(expected);
        },
      ),
      { numRuns: 100 },
    );
  });
});
