import type { Toleration } from "@daemonscope/kube/objects";
import { describe, expect, it, test } from "vitest";
import { manualAction } from "./changes/action.ts";
import type { Change, DaemonSetEdit, Manifest } from "./changes/change.ts";
import type { DaemonSetFacts, NodeFacts, PlanFacts } from "./changes/plan-facts.ts";
import { planOf } from "./plan.ts";

const DB = { key: "dedicated", value: "db", effect: "NoSchedule" };
const GPU = { key: "gpu", effect: "NoExecute" };
const tolerates: Toleration = { key: "gpu", operator: "Exists" };
const n1: NodeFacts = { name: "n1", uid: "u1", labels: { pool: "a", zone: "z" }, taints: [DB, GPU], unschedulable: false };
const n2: NodeFacts = { name: "n2", uid: "u2", labels: { pool: "b", zone: "z" }, taints: [], unschedulable: true };
const set: DaemonSetFacts = {
  namespace: "logging",
  name: "agent",
  uid: "d1",
  template: { nodeSelector: { disk: "ssd", "example.com/gpu": "yes" }, tolerations: [tolerates], hostNetwork: false },
  containers: [
    { name: "side", image: "side:1" },
    { name: "agent", image: "agent:1", ports: [{ containerPort: 9100, hostPort: 9100 }], requests: { cpu: "100m" } },
  ],
  updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%" } },
  desired: 2,
};
const manifest = (kind: string, name: string, namespace?: string): Manifest => ({
  apiVersion: kind === "Node" ? "v1" : "apps/v1",
  kind,
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
});
const facts = (more: Partial<PlanFacts> = {}): PlanFacts => ({
  cluster: undefined,
  node: (name) => [n1, n2].find((node) => node.name === name),
  nodes: () => [n1, n2],
  daemonSet: (namespace, name) => (namespace === set.namespace && name === set.name ? set : undefined),
  ...more,
});
const plan = (change: Change, more?: Partial<PlanFacts>) => planOf(facts(more), manualAction(change));
const edit = (edit: DaemonSetEdit): Change => ({ kind: "editDaemonSet", namespace: "logging", name: "agent", edit });

const testOperation = (path: string, value: unknown) => ({ op: "test", path, value });
const nodePatch = (name: string, ...operations: readonly object[]) => ({
  kind: "patch",
  object: { resource: "nodes", name, uid: name === "n1" ? "u1" : "u2" },
  operations: [testOperation("/metadata/uid", name === "n1" ? "u1" : "u2"), ...operations],
});
const daemonSetPatch = (...operations: readonly object[]) => ({
  kind: "patch",
  object: { resource: "daemonsets", namespace: "logging", name: "agent", uid: "d1" },
  operations: [testOperation("/metadata/uid", "d1"), ...operations],
});
const daemonSetMerge = (patch: object) => ({
  kind: "merge",
  object: daemonSetPatch().object,
  patch: { metadata: { uid: "d1" }, ...patch },
  tests: [testOperation("/metadata/uid", "d1")],
});
const GPU_NODES = { nodeSelectorTerms: [{ matchExpressions: [{ key: "gpu", operator: "Exists" }] }] };
const dbTests = [
  testOperation("/spec/taints/0/key", "dedicated"),
  testOperation("/spec/taints/0/value", "db"),
  testOperation("/spec/taints/0/effect", "NoSchedule"),
];

interface Expected {
  readonly kubectl: string;
  readonly requests: readonly object[];
  /** Changes of the inverse; undefined: not known. */
  readonly inverse: readonly Change[] | undefined;
}

const NODE_CHANGES: readonly (readonly [string, Change, Expected])[] = [
  [
    "a new taint is added after the others",
    { kind: "taint", nodes: ["n1"], taints: [{ key: "x", effect: "NoSchedule" }], overwrite: false },
    {
      kubectl: "kubectl taint node n1 x:NoSchedule",
      requests: [nodePatch("n1", { op: "add", path: "/spec/taints/-", value: { key: "x", effect: "NoSchedule" } })],
      inverse: [{ kind: "untaint", nodes: ["n1"], taints: [{ key: "x", effect: "NoSchedule" }] }],
    },
  ],
  [
    "the first taint creates the list",
    { kind: "taint", nodes: ["n2"], taints: [DB], overwrite: true },
    {
      kubectl: "kubectl taint node n2 dedicated=db:NoSchedule --overwrite",
      requests: [nodePatch("n2", testOperation("/spec/taints", null), { op: "add", path: "/spec/taints", value: [DB] })],
      inverse: [{ kind: "untaint", nodes: ["n2"], taints: [DB] }],
    },
  ],
  [
    "a taint of the same key and effect is replaced",
    { kind: "taint", nodes: ["n1"], taints: [{ ...DB, value: "web" }], overwrite: true },
    {
      kubectl: "kubectl taint node n1 dedicated=web:NoSchedule --overwrite",
      requests: [nodePatch("n1", ...dbTests, { op: "replace", path: "/spec/taints/0", value: { ...DB, value: "web" } })],
      inverse: [{ kind: "taint", nodes: ["n1"], taints: [DB], overwrite: true }],
    },
  ],
  [
    "a taint is removed, and the inverse restores its index",
    { kind: "untaint", nodes: ["n1"], taints: [DB] },
    {
      kubectl: "kubectl taint node n1 dedicated=db:NoSchedule-",
      requests: [nodePatch("n1", ...dbTests, { op: "remove", path: "/spec/taints/0" })],
      inverse: [{ kind: "taint", nodes: ["n1"], taints: [{ ...DB, at: 0 }], overwrite: false }],
    },
  ],
  [
    "a label with another value is overwritten, and a new label is added",
    { kind: "label", nodes: ["n1"], labels: { pool: "c", "example.com/x": "" }, overwrite: true },
    {
      kubectl: "kubectl label node n1 pool=c example.com/x= --overwrite",
      requests: [
        nodePatch(
          "n1",
          testOperation("/metadata/labels/pool", "a"),
          { op: "add", path: "/metadata/labels/pool", value: "c" },
          testOperation("/metadata/labels/example.com~1x", null),
          { op: "add", path: "/metadata/labels/example.com~1x", value: "" },
        ),
      ],
      inverse: [
        { kind: "label", nodes: ["n1"], labels: { pool: "a" }, overwrite: true },
        { kind: "unlabel", nodes: ["n1"], keys: ["example.com/x"] },
      ],
    },
  ],
  [
    "a label is removed",
    { kind: "unlabel", nodes: ["n1"], keys: ["pool", "unknown"] },
    {
      kubectl: "kubectl label node n1 pool- unknown-",
      requests: [nodePatch("n1", testOperation("/metadata/labels/pool", "a"), { op: "remove", path: "/metadata/labels/pool" })],
      inverse: [{ kind: "label", nodes: ["n1"], labels: { pool: "a" }, overwrite: false }],
    },
  ],
  [
    "a node is cordoned",
    { kind: "cordon", nodes: ["n1"] },
    {
      kubectl: "kubectl cordon n1",
      requests: [nodePatch("n1", testOperation("/spec/unschedulable", null), { op: "add", path: "/spec/unschedulable", value: true })],
      inverse: [{ kind: "uncordon", nodes: ["n1"] }],
    },
  ],
  [
    "a node that is already cordoned needs no request",
    { kind: "cordon", nodes: ["n2"] },
    { kubectl: "kubectl cordon n2", requests: [], inverse: [{ kind: "cordon", nodes: ["n2"] }] },
  ],
  [
    "several nodes are selected by a label that only they have, and each has a separate inverse",
    { kind: "uncordon", nodes: ["n2", "n1"] },
    {
      kubectl: "kubectl uncordon -l zone=z",
      requests: [nodePatch("n2", testOperation("/spec/unschedulable", true), { op: "remove", path: "/spec/unschedulable" })],
      inverse: [
        { kind: "cordon", nodes: ["n2"] },
        { kind: "uncordon", nodes: ["n1"] },
      ],
    },
  ],
];

const DAEMON_SET_CHANGES: readonly (readonly [string, Change, Expected])[] = [
  [
    "a toleration is added after the existing ones",
    edit({ kind: "tolerations", to: [tolerates, { key: "dedicated", operator: "Exists", effect: "NoSchedule" }] }),
    {
      kubectl: `kubectl -n logging patch daemonset agent --type=json -p '[{"op":"add","path":"/spec/template/spec/tolerations/-","value":{"key":"dedicated","operator":"Exists","effect":"NoSchedule"}}]'`,
      requests: [
        daemonSetPatch(testOperation("/spec/template/spec/tolerations", [tolerates]), {
          op: "replace",
          path: "/spec/template/spec/tolerations",
          value: [tolerates, { key: "dedicated", operator: "Exists", effect: "NoSchedule" }],
        }),
      ],
      inverse: [edit({ kind: "tolerations", to: [tolerates] })],
    },
  ],
  [
    "a key of the nodeSelector is removed",
    edit({ kind: "nodeSelector", set: {}, remove: ["example.com/gpu"] }),
    {
      kubectl: `kubectl -n logging patch daemonset agent --type=json -p '[{"op":"remove","path":"/spec/template/spec/nodeSelector/example.com~1gpu"}]'`,
      requests: [
        daemonSetPatch(testOperation("/spec/template/spec/nodeSelector/example.com~1gpu", "yes"), {
          op: "remove",
          path: "/spec/template/spec/nodeSelector/example.com~1gpu",
        }),
      ],
      inverse: [edit({ kind: "nodeSelector", set: { "example.com/gpu": "yes" }, remove: [] })],
    },
  ],
  [
    "a container gets another image",
    edit({ kind: "image", container: "agent", image: "agent:2" }),
    {
      kubectl: "kubectl -n logging set image ds/agent agent=agent:2",
      requests: [
        daemonSetPatch(
          testOperation("/spec/template/spec/containers/1/name", "agent"),
          testOperation("/spec/template/spec/containers/1/image", "agent:1"),
          {
            op: "replace",
            path: "/spec/template/spec/containers/1/image",
            value: "agent:2",
          },
        ),
      ],
      inverse: [edit({ kind: "image", container: "agent", image: "agent:1" })],
    },
  ],
  [
    "a budget keeps the format of its field",
    edit({ kind: "budget", field: "maxUnavailable", to: "50%" }),
    {
      kubectl: `kubectl -n logging patch ds/agent -p '{"spec":{"updateStrategy":{"rollingUpdate":{"maxUnavailable":"50%"}}}}'`,
      requests: [
        daemonSetPatch(testOperation("/spec/updateStrategy/rollingUpdate/maxUnavailable", "25%"), {
          op: "add",
          path: "/spec/updateStrategy/rollingUpdate/maxUnavailable",
          value: "50%",
        }),
      ],
      inverse: [edit({ kind: "budget", field: "maxUnavailable", to: "25%" })],
    },
  ],
  [
    "a switch to OnDelete pauses a rollout",
    edit({ kind: "updateStrategyType", to: "OnDelete" }),
    {
      kubectl: `kubectl -n logging patch ds/agent -p '{"spec":{"updateStrategy":{"type":"OnDelete"}}}'`,
      requests: [
        daemonSetPatch(testOperation("/spec/updateStrategy/type", "RollingUpdate"), {
          op: "replace",
          path: "/spec/updateStrategy/type",
          value: "OnDelete",
        }),
      ],
      inverse: [edit({ kind: "updateStrategyType", to: "RollingUpdate" })],
    },
  ],
  [
    "a restart sets the annotation of kubectl with a merge, because the template may have no annotations",
    edit({ kind: "restart", at: "2026-06-01T00:00:00Z" }),
    {
      kubectl: "kubectl -n logging rollout restart ds/agent",
      requests: [
        daemonSetMerge({
          spec: { template: { metadata: { annotations: { "kubectl.kubernetes.io/restartedAt": "2026-06-01T00:00:00Z" } } } },
        }),
      ],
      inverse: undefined,
    },
  ],
  [
    "the required node affinity is set with a merge, because its parent fields may be missing",
    edit({ kind: "affinity", to: GPU_NODES }),
    {
      kubectl: `kubectl -n logging patch ds/agent -p '{"spec":{"template":{"spec":{"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"gpu","operator":"Exists"}]}]}}}}}}}'`,
      requests: [
        daemonSetMerge({
          spec: { template: { spec: { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: GPU_NODES } } } } },
        }),
      ],
      inverse: [edit({ kind: "affinity" })],
    },
  ],
  [
    "requests of a container are set and removed",
    edit({ kind: "resources", container: "agent", set: { memory: "1Gi" }, remove: ["cpu"] }),
    {
      kubectl: `kubectl -n logging patch ds/agent -p '{"spec":{"template":{"spec":{"containers":[{"name":"agent","resources":{"requests":{"cpu":null,"memory":"1Gi"}}}]}}}}'`,
      requests: [
        daemonSetPatch(
          testOperation("/spec/template/spec/containers/1/name", "agent"),
          testOperation("/spec/template/spec/containers/1/resources/requests/cpu", "100m"),
          { op: "remove", path: "/spec/template/spec/containers/1/resources/requests/cpu" },
          testOperation("/spec/template/spec/containers/1/resources/requests/memory", null),
          { op: "add", path: "/spec/template/spec/containers/1/resources/requests/memory", value: "1Gi" },
        ),
      ],
      inverse: [edit({ kind: "resources", container: "agent", set: { cpu: "100m" }, remove: ["memory"] })],
    },
  ],
  [
    "requests are set on a container without requests, as kubectl does",
    edit({ kind: "resources", container: "side", set: { cpu: "1", memory: "1Gi" }, remove: [] }),
    {
      kubectl: "kubectl -n logging set resources ds/agent --containers=side --requests=cpu=1,memory=1Gi",
      requests: [
        daemonSetMerge({
          spec: { template: { spec: { containers: [{ name: "side", resources: { requests: { cpu: "1", memory: "1Gi" } } }] } } },
        }),
      ],
      inverse: [edit({ kind: "resources", container: "side", set: {}, remove: ["cpu", "memory"] })],
    },
  ],
  [
    "a host port is removed",
    edit({ kind: "hostPorts", container: "agent", ports: [{ containerPort: 9100, hostPort: null }] }),
    {
      kubectl: `kubectl -n logging patch ds/agent -p '{"spec":{"template":{"spec":{"containers":[{"name":"agent","ports":[{"containerPort":9100,"hostPort":null}]}]}}}}'`,
      requests: [
        daemonSetPatch(
          testOperation("/spec/template/spec/containers/1/name", "agent"),
          testOperation("/spec/template/spec/containers/1/ports/0/containerPort", 9100),
          testOperation("/spec/template/spec/containers/1/ports/0/hostPort", 9100),
          { op: "remove", path: "/spec/template/spec/containers/1/ports/0/hostPort" },
        ),
      ],
      inverse: [edit({ kind: "hostPorts", container: "agent", ports: [{ containerPort: 9100, hostPort: 9100 }] })],
    },
  ],
  [
    "a new container port has no inverse, because no edit removes a port",
    edit({ kind: "hostPorts", container: "side", ports: [{ containerPort: 53, protocol: "UDP", hostPort: 53 }] }),
    {
      kubectl: `kubectl -n logging patch ds/agent -p '{"spec":{"template":{"spec":{"containers":[{"name":"side","ports":[{"containerPort":53,"protocol":"UDP","hostPort":53}]}]}}}}'`,
      requests: [
        daemonSetPatch(
          testOperation("/spec/template/spec/containers/0/name", "side"),
          testOperation("/spec/template/spec/containers/0/ports", null),
          {
            op: "add",
            path: "/spec/template/spec/containers/0/ports",
            value: [{ containerPort: 53, protocol: "UDP", hostPort: 53 }],
          },
        ),
      ],
      inverse: undefined,
    },
  ],
  [
    "a priority class is set",
    edit({ kind: "priorityClass", to: "system-node-critical" }),
    {
      kubectl: `kubectl -n logging patch ds/agent -p '{"spec":{"template":{"spec":{"priorityClassName":"system-node-critical"}}}}'`,
      requests: [
        daemonSetPatch(testOperation("/spec/template/spec/priorityClassName", null), {
          op: "add",
          path: "/spec/template/spec/priorityClassName",
          value: "system-node-critical",
        }),
      ],
      inverse: [edit({ kind: "priorityClass" })],
    },
  ],
  [
    "the whole strategy is replaced, and an unknown earlier limit means that there is no inverse",
    edit({ kind: "strategy", maxUnavailable: 0, maxSurge: "10%" }),
    {
      kubectl: `kubectl -n logging patch ds/agent -p '{"spec":{"updateStrategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":"10%","maxUnavailable":0}}}}'`,
      requests: [
        daemonSetPatch(
          testOperation("/spec/updateStrategy/type", "RollingUpdate"),
          testOperation("/spec/updateStrategy/rollingUpdate/maxUnavailable", "25%"),
          { op: "add", path: "/spec/updateStrategy/rollingUpdate", value: { maxUnavailable: 0, maxSurge: "10%" } },
          { op: "replace", path: "/spec/updateStrategy/type", value: "RollingUpdate" },
        ),
      ],
      inverse: undefined,
    },
  ],
  [
    "a manifest is applied to the existing object",
    edit({ kind: "manifest", manifest: manifest("DaemonSet", "agent", "logging") }),
    {
      kubectl: `kubectl apply -f - <<'EOF'\n${JSON.stringify(manifest("DaemonSet", "agent", "logging"), null, 2)}\nEOF`,
      requests: [{ kind: "apply", object: daemonSetPatch().object, manifest: manifest("DaemonSet", "agent", "logging") }],
      inverse: undefined,
    },
  ],
  [
    "a new DaemonSet is applied, and the inverse deletes it with its pods",
    { kind: "createDaemonSet", manifest: manifest("DaemonSet", "probe", "logging") },
    {
      kubectl: `kubectl apply -f - <<'EOF'\n${JSON.stringify(manifest("DaemonSet", "probe", "logging"), null, 2)}\nEOF`,
      requests: [{ kind: "create", resource: "daemonsets", namespace: "logging", manifest: manifest("DaemonSet", "probe", "logging") }],
      inverse: [{ kind: "deleteDaemonSet", namespace: "logging", name: "probe", orphan: false }],
    },
  ],
  [
    "nodes join, and the inverse removes them",
    { kind: "nodesJoin", manifests: [manifest("Node", "n3")] },
    {
      kubectl: `kubectl apply -f - <<'EOF'\n${JSON.stringify(manifest("Node", "n3"), null, 2)}\nEOF`,
      requests: [{ kind: "create", resource: "nodes", manifest: manifest("Node", "n3") }],
      inverse: [{ kind: "nodesLeave", nodes: ["n3"] }],
    },
  ],
];

describe("a plan has a command, requests with preconditions, and an inverse", () => {
  it.each([...NODE_CHANGES, ...DAEMON_SET_CHANGES])("%s", (_name, change, { kubectl, requests, inverse }) => {
    const planned = plan(change);
    expect(planned.kubectl).toBe(kubectl);
    expect(planned.requests).toEqual(requests);
    expect(planned.inverse).toEqual(
      inverse === undefined ? { kind: "none", why: "notKnown" } : { kind: "action", action: manualAction(...inverse) },
    );
  });
});

test("a label without overwrite requires that the label is absent", () => {
  expect(plan({ kind: "label", nodes: ["n1"], labels: { pool: "c" }, overwrite: false }).requests).toEqual([
    nodePatch("n1", testOperation("/metadata/labels/pool", null), { op: "add", path: "/metadata/labels/pool", value: "c" }),
  ]);
});

test("a drain has no request, and a revision is resolved when the request is sent", () => {
  expect(plan({ kind: "drain", nodes: ["n1"] })).toMatchObject({
    kubectl: "kubectl drain n1 --ignore-daemonsets",
    requests: undefined,
    inverse: { action: manualAction({ kind: "uncordon", nodes: ["n1"] }) },
  });
  const { requests, inverse } = plan(edit({ kind: "revision", to: 1 }));
  expect(requests).toEqual([
    { kind: "restoreRevision", object: daemonSetPatch().object, revision: 1, tests: [testOperation("/metadata/uid", "d1")] },
  ]);
  expect(inverse).toEqual({ kind: "none", why: "notKnown" });
});

test("the inverse of an undo is the revision that was current, which keeps its number", () => {
  const current = { hash: "h", revision: 7, createdAtMs: 0, current: true, nodes: 1 };
  const rollout = { revisions: [current], budget: { kind: "none", spec: "", allowed: 0, used: 0, holders: [] } as const };
  const daemonSet = () => ({ ...set, rollout: { ...rollout, derived: null, underWay: true, concern: null, causes: [] } });
  expect(plan(edit({ kind: "revision", to: 1 }), { daemonSet }).inverse).toEqual({
    kind: "action",
    action: manualAction(edit({ kind: "revision", to: 7 })),
  });
});

test("a deletion has an inverse only if the whole object is known", () => {
  const remove: Change = { kind: "deleteDaemonSet", namespace: "logging", name: "agent", orphan: true };
  const leave: Change = { kind: "nodesLeave", nodes: ["n1"] };
  expect(plan(remove)).toMatchObject({
    kubectl: "kubectl -n logging delete ds agent --cascade=orphan",
    requests: [{ kind: "delete", object: { resource: "daemonsets", uid: "d1" }, propagation: "Orphan" }],
    inverse: { kind: "none", why: "notKnown" },
  });
  expect(plan(leave).inverse).toEqual({ kind: "none", why: "notKnown" });
  const manifestOf = manifest;
  expect(plan(remove, { manifestOf }).inverse).toEqual({
    kind: "action",
    action: manualAction({ kind: "createDaemonSet", manifest: manifest("DaemonSet", "agent", "logging") }),
  });
  expect(plan(leave, { manifestOf })).toMatchObject({
    kubectl: "kubectl delete node n1",
    inverse: { action: manualAction({ kind: "nodesJoin", manifests: [manifest("Node", "n1")] }) },
  });
  expect(plan({ kind: "deletePods", namespace: "logging", pods: ["a", "b c"] })).toMatchObject({
    kubectl: "kubectl -n logging delete pod a 'b c'",
    inverse: { kind: "none", why: "podsAreMadeAnew" },
  });
});

describe("further guarantees of a plan", () => {
  const seenGeneration = (generation: number) => testOperation("/metadata/generation", generation);
  const daemonSet = () => ({ ...set, generation: 4 });
  const image = (to: string) => edit({ kind: "image", container: "agent", image: to });
  const requestText = (request: object) => JSON.stringify(request);

  it("a template change requires that no other field of the spec has changed", () => {
    expect(plan(image("agent:2"), { daemonSet }).requests).toMatchObject([{ operations: expect.arrayContaining([seenGeneration(4)]) }]);
    expect(plan(edit({ kind: "revision", to: 3 }), { daemonSet }).requests).toMatchObject([
      { tests: [testOperation("/metadata/uid", "d1"), seenGeneration(4)] },
    ]);
  });
  it("a budget change tests only the budget, so that a concurrent image change does not block it", () => {
    const { requests = [] } = plan(edit({ kind: "budget", field: "maxUnavailable", to: 2 }), { daemonSet });
    expect(requests.map(requestText).join()).not.toContain("/metadata/generation");
  });
  it("the second edit of a template expects the result of the first", () => {
    const { requests = [] } = planOf(facts({ daemonSet }), manualAction(image("agent:2"), image("agent:3")));
    expect(requests.map((each) => (each.kind === "patch" ? each.operations[1] : undefined))).toEqual([
      seenGeneration(4),
      seenGeneration(5),
    ]);
  });
  it("deletes only the pod that was seen, and not another one of its name", () => {
    const change: Change = { kind: "deletePods", namespace: "logging", pods: ["agent-x", "agent-y"] };
    const podUid = (_namespace: string, name: string) => (name === "agent-x" ? "p1" : undefined);
    expect(plan(change, { podUid }).requests?.map((each) => (each.kind === "delete" ? each.object.uid : ""))).toEqual(["p1", undefined]);
  });
});

test("each change builds on the changes before it, and is inverted before them", () => {
  const taint: Change = { kind: "taint", nodes: ["n2"], taints: [DB], overwrite: false };
  const more: Change = { kind: "taint", nodes: ["n2"], taints: [GPU], overwrite: false };
  const { kubectl, requests, inverse } = planOf(facts(), manualAction(taint, more));
  expect(kubectl).toBe("kubectl taint node n2 dedicated=db:NoSchedule\nkubectl taint node n2 gpu:NoExecute");
  expect(requests?.[1]).toEqual(nodePatch("n2", { op: "add", path: "/spec/taints/-", value: GPU }));
  expect(inverse).toEqual({
    kind: "action",
    action: manualAction({ kind: "untaint", nodes: ["n2"], taints: [GPU] }, { kind: "untaint", nodes: ["n2"], taints: [DB] }),
  });
});

test("plans no request for unknown nodes and DaemonSets", () => {
  expect(plan({ kind: "cordon", nodes: ["n9"] })).toMatchObject({ requests: undefined, inverse: { why: "notKnown" } });
  const unknown = { ...edit({ kind: "updateStrategyType", to: "OnDelete" }), name: "other" } as Change;
  expect(plan(unknown)).toMatchObject({ kubectl: undefined, requests: undefined, inverse: { why: "notKnown" } });
});

describe("removes a taint", () => {
  const node = (name: string, labels: Record<string, string>, taints = [DB]): NodeFacts => ({ name, labels, taints });
  const removalCommand = (nodes: readonly NodeFacts[], context?: string) => {
    const tainted = nodes.filter(({ taints }) => taints.length > 0).map(({ name }) => name);
    const cluster = context === undefined ? undefined : { context, simulated: false };
    return plan({ kind: "untaint", nodes: tainted, taints: [DB] }, { cluster, nodes: () => nodes }).kubectl;
  };
  const pool = [node("n1", { pool: "db", zone: "a", os: "linux" }), node("n2", { pool: "db", zone: "b", os: "linux" })];
  const other = node("n3", { pool: "web", zone: "a", os: "linux" }, []);

  it("with one command per taint for the nodes that have it, because kubectl refuses a node without it", () => {
    const both: NodeFacts = { name: "n1", labels: { pool: "db" }, taints: [DB, GPU] };
    const nodes = [both, node("n2", { pool: "web" })];
    expect(
      plan(
        { kind: "untaint", nodes: ["n1", "n2"], taints: [DB, GPU] },
        { node: (name) => nodes.find((each) => each.name === name), nodes: () => nodes },
      ).kubectl,
    ).toBe("kubectl taint nodes n1 n2 dedicated=db:NoSchedule-\nkubectl taint node n1 gpu:NoExecute-");
  });

  it("by a label that only its nodes have, otherwise by node name", () => {
    expect(removalCommand([...pool, other])).toBe("kubectl taint nodes -l pool=db dedicated=db:NoSchedule-");
    expect(removalCommand([...pool, { ...other, taints: [DB] }], "x")).toBe(
      "kubectl --context x taint nodes -l os=linux dedicated=db:NoSchedule-",
    );
    const mixed = [node("n1", { pool: "a" }), node("n2", { pool: "b" }), node("n3", { pool: "a" }, [])];
    expect(removalCommand(mixed)).toBe("kubectl taint nodes n1 n2 dedicated=db:NoSchedule-");
  });
  it("without a command if no node has it, or too many nodes would be named", () => {
    expect(removalCommand([other])).toBeUndefined();
    const many = Array.from({ length: 21 }, (_, at) => node(`n${at}`, { host: `n${at}` }));
    expect(removalCommand(many)).toBeUndefined();
  });
});

test("the patch that adds a toleration creates the list if it is missing", () => {
  const bare = { ...set, template: { ...set.template, tolerations: [] } };
  const to = [{ key: "dedicated", operator: "Exists", effect: "NoSchedule" }];
  expect(plan(edit({ kind: "tolerations", to }), { daemonSet: () => bare }).kubectl).toBe(
    `kubectl -n logging patch daemonset agent --type=json -p '[{"op":"add","path":"/spec/template/spec/tolerations","value":[]},{"op":"add","path":"/spec/template/spec/tolerations/-","value":{"key":"dedicated","operator":"Exists","effect":"NoSchedule"}}]'`,
  );
});
