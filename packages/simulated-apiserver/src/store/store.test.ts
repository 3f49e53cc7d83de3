import { describe, expect, it } from "vitest";
import type { StoredObject, StoreEvent } from "../objects/contract.ts";
import { createSimulatedClock } from "../time/clock-simulated.ts";
import { createRandom } from "../time/random.ts";
import { createSystemNamespaces } from "./seed.ts";
import { createStore, StoreError } from "./store.ts";

const START = Date.UTC(2026, 0, 1);
const TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

function cluster(options: { readonly historyMs?: number; readonly historyCount?: number } = {}) {
  const clock = createSimulatedClock(START);
  const random = createRandom(1);
  const store = createStore({ clock, random: () => random.next(), ...options });
  createSystemNamespaces(store);
  return { clock, store };
}

const daemonSet = (name: string, spec: object = {}, podSpec: object = {}) => ({
  metadata: { name, namespace: "default" },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: "a", image: "a:1" }], ...podSpec } },
    ...spec,
  },
});
const pod = (name: string, spec: object = {}) => ({
  metadata: { name, namespace: "default" },
  spec: { containers: [{ name: "a", image: "a:1" }], ...spec },
});

function failureOf(act: () => unknown): StoreError["failure"] {
  try {
    act();
  } catch (error) {
    if (error instanceof StoreError) return error.failure;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("create", () => {
  it("sets the defaults of the API server on a DaemonSet, and drops the sent status", () => {
    const { store } = cluster();
    const created = store.create("daemonsets", { ...daemonSet("x"), status: { numberReady: 9 } });
    expect(created).toMatchObject({
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      metadata: { generation: 1, creationTimestamp: "2026-01-01T00:00:00Z", annotations: { [TEMPLATE_GENERATION]: "1" } },
      spec: {
        revisionHistoryLimit: 10,
        updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
        template: {
          spec: {
            restartPolicy: "Always",
            terminationGracePeriodSeconds: 30,
            dnsPolicy: "ClusterFirst",
            schedulerName: "default-scheduler",
            containers: [{ imagePullPolicy: "IfNotPresent" }],
          },
        },
      },
      status: { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
    });
  });

  it("creates a pod as Pending with its QoS class, and tolerations for node problems of 300 s", () => {
    const { store } = cluster();
    const limits = { limits: { cpu: "1", memory: "1Gi" } };
    const cases = [
      [{}, "BestEffort"],
      [{ requests: { cpu: "1" } }, "Burstable"],
      [limits, "Guaranteed"],
    ] as const;
    for (const [at, [resources, qosClass]] of cases.entries())
      expect(store.create("pods", pod(`p${at}`, { containers: [{ name: "a", image: "a", resources }] }))).toMatchObject({
        status: { phase: "Pending", qosClass },
        spec: {
          priority: 0,
          tolerations: [
            { key: "node.kubernetes.io/not-ready", tolerationSeconds: 300 },
            { key: "node.kubernetes.io/unreachable", tolerationSeconds: 300 },
          ],
        },
      });
  });

  it("gives a pod its limits as requests, and the QoS class of the resources of the pod", () => {
    const { store } = cluster();
    const limits = { cpu: "1", memory: "1Gi" };
    const containers = [{ name: "a", image: "a", resources: { requests: { cpu: "100m" } } }];
    expect(store.create("pods", pod("limited", { containers, resources: { limits } }))).toMatchObject({
      spec: { resources: { limits, requests: { memory: "1Gi" } } },
    });
    const own = pod("own", { containers: [{ name: "a", image: "a" }], resources: { limits } });
    expect(store.create("pods", own)).toMatchObject({ spec: { resources: { requests: limits } }, status: { qosClass: "Guaranteed" } });
  });

  it("adds the taint not-ready:NoSchedule to every new node, once", () => {
    const { store } = cluster();
    const key = "node.kubernetes.io/not-ready";
    const taints = [{ key, effect: "NoSchedule" }];
    expect(store.create("nodes", { metadata: { name: "a" } }).spec).toEqual({ taints });
    expect(store.create("nodes", { metadata: { name: "b" }, spec: { taints } }).spec).toEqual({ taints });
    expect(store.create("nodes", { metadata: { name: "c" }, spec: { taints: [{ key, effect: "NoExecute" }] } }).spec).toEqual({
      taints: [{ key, effect: "NoExecute" }, ...taints],
    });
  });

  it("generates names of at most 63 characters", () => {
    const { store } = cluster();
    const created = store.create("pods", { ...pod(""), metadata: { namespace: "default", generateName: `${"n".repeat(70)}-` } });
    expect(created.metadata.name).toMatch(/^n{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });

  it("refuses a second object of the same name, and one without its namespace", () => {
    const { store } = cluster();
    store.create("daemonsets", daemonSet("x"));
    expect(failureOf(() => store.create("daemonsets", daemonSet("x")))).toMatchObject({
      code: 409,
      reason: "AlreadyExists",
      message: 'daemonsets.apps "x" already exists',
      details: { name: "x", group: "apps", kind: "daemonsets" },
    });
    expect(failureOf(() => store.create("pods", { ...pod("x"), metadata: { name: "x", namespace: "away" } }))).toMatchObject({
      code: 404,
      message: 'namespaces "away" not found',
    });
  });
});

describe("validation", () => {
  const rolling = (rollingUpdate: object) => daemonSet("x", { updateStrategy: { type: "RollingUpdate", rollingUpdate } });
  const base = "spec.updateStrategy.rollingUpdate";
  it.each([
    [rolling({ maxUnavailable: 1, maxSurge: 1 }), `${base}.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero`],
    [rolling({ maxSurge: "10%" }), `${base}.maxSurge: Invalid value: "10%": may not be set when maxUnavailable is non-zero`],
    [rolling({ maxUnavailable: 0 }), `${base}.maxUnavailable: Required value: cannot be 0 when maxSurge is 0`],
    [rolling({ maxUnavailable: "101%" }), `${base}.maxUnavailable: Invalid value: "101%": must not be greater than 100%`],
    [rolling({ maxUnavailable: -1 }), `${base}.maxUnavailable: Invalid value: -1: must be greater than or equal to 0`],
    [
      daemonSet("x", { updateStrategy: { type: "Recreate" } }),
      'spec.updateStrategy: Unsupported value: {"Type":"Recreate","RollingUpdate":null}: supported values: "RollingUpdate", "OnDelete"',
    ],
    [daemonSet("x", { selector: {} }), "spec.selector: Invalid value: {}: empty selector is invalid for daemonset"],
    [daemonSet("x", { selector: { matchLabels: { app: "y" } } }), "`selector` does not match template `labels`"],
    [
      daemonSet("x", {}, { restartPolicy: "Never" }),
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
    ],
    [daemonSet("x", {}, { activeDeadlineSeconds: 5 }), "activeDeadlineSeconds in DaemonSet is not Supported"],
    [daemonSet("x", { minReadySeconds: -1 }), "spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0"],
    [daemonSet("x", {}, { containers: [] }), "spec.template.spec.containers: Required value"],
    [
      daemonSet("x", {}, { tolerations: [{ key: "k", operator: "Exists", value: "v" }] }),
      "value must be empty when `operator` is 'Exists'",
    ],
    [daemonSet("x", {}, { tolerations: [{ key: "k", effect: "NoSchedule", tolerationSeconds: 1 }] }), "effect must be 'NoExecute'"],
    [daemonSet("X_Y"), 'metadata.name: Invalid value: "X_Y": a lowercase RFC 1123 subdomain must consist of'],
  ])("refuses %#: %j", (object, message) => {
    const failure = failureOf(() => cluster().store.create("daemonsets", object));
    expect(failure).toMatchObject({ code: 422, reason: "Invalid", details: { kind: "DaemonSet", group: "apps" } });
    expect(failure.message).toContain(message);
    expect(failure.message).toMatch(/^DaemonSet\.apps "[^"]+" is invalid: /);
  });

  it("accepts maxSurge with an explicit maxUnavailable of 0", () => {
    expect(cluster().store.create("daemonsets", rolling({ maxUnavailable: 0, maxSurge: "30%" }))).toBeDefined();
  });

  it("the selector of a DaemonSet and the spec of a pod are immutable, and taints are unique", () => {
    const { store } = cluster();
    store.create("daemonsets", daemonSet("x"));
    const relabel = (object: StoredObject) => {
      const labels = { app: "z" };
      object.spec = {
        ...daemonSet("x").spec,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "a", image: "b" }] } },
      };
    };
    expect(failureOf(() => store.edit("daemonsets", "default", "x", relabel)).message).toContain(
      'spec.selector: Invalid value: {"matchLabels":{"app":"z"}}: field is immutable',
    );
    store.create("pods", pod("p"));
    const move = (object: StoredObject) => {
      object.spec = { ...(object.spec as object), nodeName: "n" };
    };
    expect(failureOf(() => store.edit("pods", "default", "p", move)).message).toContain(
      "spec: Forbidden: pod updates may not change fields other than",
    );
    const taint = { key: "k", effect: "NoSchedule" };
    expect(failureOf(() => store.create("nodes", { metadata: { name: "n" }, spec: { taints: [taint, taint] } })).message).toContain(
      "taints must be unique by key and effect pair",
    );
  });
});

describe("update", () => {
  it("counts generations for any change of the spec, not of metadata", () => {
    const { store } = cluster();
    store.create("daemonsets", daemonSet("x"));
    const generations = (change: (object: StoredObject) => void) => {
      const { metadata } = store.edit("daemonsets", "default", "x", change) ?? { metadata: undefined };
      return [metadata?.generation, metadata?.annotations?.[TEMPLATE_GENERATION]];
    };
    expect(generations((object) => Object.assign(object.metadata, { labels: { a: "b" }, annotations: {} }))).toEqual([1, "1"]);
    expect(generations((object) => Object.assign(object.spec as object, { minReadySeconds: 5 }))).toEqual([2, "1"]);
    expect(
      generations((object) =>
        Object.assign(object.spec as object, {
          template: { ...daemonSet("x").spec.template, spec: { containers: [{ name: "a", image: "a:2" }] } },
        }),
      ),
    ).toEqual([3, "2"]);
  });

  it("a write without a change makes no event and no version", () => {
    const { store } = cluster();
    const created = store.create("nodes", { metadata: { name: "n" } });
    const events: StoreEvent[] = [];
    store.subscribe("nodes", (event) => events.push(event));
    expect(store.update("nodes", { ...created })).toBe(created);
    expect(
      store.edit(
        "nodes",
        undefined,
        "n",
        (node) => {
          node.status = {};
        },
        "status",
      ),
    ).toBe(created);
    expect(events).toEqual([]);
  });

  it("shares unchanged parts with the previous version", () => {
    const { store } = cluster();
    const created = store.create("pods", pod("p"));
    const next = store.edit("pods", "default", "p", (object) => {
      object.metadata.labels = { a: "b" };
    });
    expect(next?.spec).toBe(created.spec);
    expect(next?.status).toBe(created.status);
    expect(Object.isFrozen(next?.metadata.labels)).toBe(true);
  });

  it("refuses a stale version with the API's message, and accepts a write without a version", () => {
    const { store } = cluster();
    const created = store.create("daemonsets", daemonSet("x"));
    store.edit("daemonsets", "default", "x", (object) => {
      object.metadata.labels = { a: "b" };
    });
    expect(failureOf(() => store.update("daemonsets", created))).toMatchObject({
      code: 409,
      reason: "Conflict",
      message:
        'Operation cannot be fulfilled on daemonsets.apps "x": the object has been modified; please apply your changes to the latest version and try again',
    });
    const { resourceVersion: _, ...metadata } = created.metadata;
    expect(
      store.update("daemonsets", { ...created, metadata: { ...metadata, resourceVersion: "", labels: { c: "d" } } }).metadata.labels,
    ).toEqual({ c: "d" });
  });

  it("the main endpoint ignores the status, and the status endpoint everything else", () => {
    const { store } = cluster();
    const created = store.create("daemonsets", daemonSet("x"));
    const submitted = { ...created, spec: { ...(created.spec as object), minReadySeconds: 3 }, status: { numberReady: 7 } };
    expect(store.update("daemonsets", submitted)).toMatchObject({ spec: { minReadySeconds: 3 }, status: { numberReady: 0 } });
    const latest = store.get("daemonsets", "default", "x") as StoredObject;
    const next = store.update("daemonsets", { ...latest, spec: {}, status: { numberReady: 7 } }, "status");
    expect(next).toMatchObject({ metadata: { generation: 2 }, spec: { minReadySeconds: 3 }, status: { numberReady: 7 } });
  });

  it("notifies all listeners in the order of versions, also if one of them writes", () => {
    const { store } = cluster();
    store.subscribe("nodes", (event) => {
      if (event.type === "ADDED")
        store.edit("nodes", undefined, event.object.metadata.name, (node) => {
          node.metadata.labels = { a: "b" };
        });
    });
    const receivedVersions: number[] = [];
    store.subscribe("nodes", (event) => receivedVersions.push(event.resourceVersion));
    store.create("nodes", { metadata: { name: "n" } });
    expect(receivedVersions).toEqual([store.resourceVersion - 1, store.resourceVersion]);
  });
});

describe("delete", () => {
  it("gives a running pod its grace, shortens it, and deletes it at 0", () => {
    const { store } = cluster();
    store.create("pods", pod("p"));
    store.bind("default", "p", "n");
    expect(store.delete("pods", "default", "p").metadata).toMatchObject({
      deletionTimestamp: "2026-01-01T00:00:30Z",
      deletionGracePeriodSeconds: 30,
      generation: 2,
    });
    const version = store.resourceVersion;
    store.delete("pods", "default", "p");
    store.delete("pods", "default", "p", { gracePeriodSeconds: 60 });
    expect(store.resourceVersion).toBe(version);
    expect(store.delete("pods", "default", "p", { gracePeriodSeconds: 5 }).metadata.deletionTimestamp).toBe("2026-01-01T00:00:05Z");
    store.delete("pods", "default", "p", { gracePeriodSeconds: 0 });
    expect(store.get("pods", "default", "p")).toBeUndefined();
  });

  it("gives no grace to a pod that is unscheduled or has ended", () => {
    const { store } = cluster();
    store.create("pods", pod("p"));
    store.delete("pods", "default", "p");
    store.create("pods", pod("q"));
    store.bind("default", "q", "n");
    store.edit(
      "pods",
      "default",
      "q",
      (object) => {
        object.status = { phase: "Failed" };
      },
      "status",
    );
    store.delete("pods", "default", "q");
    expect(store.list("pods")).toEqual([]);
  });

  it("keeps an object until its last finalizer is removed, and then makes one event", () => {
    const { store } = cluster();
    store.create("daemonsets", daemonSet("x"));
    expect(store.delete("daemonsets", "default", "x", { propagationPolicy: "Orphan" }).metadata).toMatchObject({
      finalizers: ["orphan"],
      generation: 2,
    });
    expect(
      failureOf(() =>
        store.edit("daemonsets", "default", "x", (object) => {
          object.metadata.finalizers = ["orphan", "more"];
        }),
      ).message,
    ).toContain("no new finalizers can be added");
    const events: string[] = [];
    store.subscribe("daemonsets", (event) => events.push(event.type));
    store.edit("daemonsets", "default", "x", (object) => {
      object.metadata.finalizers = [];
    });
    expect(events).toEqual(["DELETED"]);
    expect(store.get("daemonsets", "default", "x")).toBeUndefined();
  });

  it("enforces preconditions", () => {
    const { store } = cluster();
    store.create("pods", pod("p"));
    expect(failureOf(() => store.delete("pods", "default", "p", { uid: "other" }))).toMatchObject({ code: 409 });
    expect(failureOf(() => store.delete("pods", "default", "p", { resourceVersion: "1" }))).toMatchObject({ code: 409 });
    expect(failureOf(() => store.delete("pods", "default", "gone"))).toMatchObject({ code: 404, message: 'pods "gone" not found' });
  });

  it("gives the deleted object a new version", () => {
    const { store } = cluster();
    const created = store.create("nodes", { metadata: { name: "n" } });
    const last = store.delete("nodes", undefined, "n");
    expect(Number(last.metadata.resourceVersion)).toBeGreaterThan(Number(created.metadata.resourceVersion));
    expect(last.metadata.resourceVersion).toBe(String(store.resourceVersion));
  });
});

describe("bind", () => {
  it("schedules a pod once, and refuses gated and terminating pods", () => {
    const { store } = cluster();
    store.create("pods", pod("p"));
    expect(store.bind("default", "p", "n")).toMatchObject({
      spec: { nodeName: "n" },
      status: { conditions: [{ type: "PodScheduled", status: "True" }] },
    });
    expect(failureOf(() => store.bind("default", "p", "m")).message).toContain('pod p is already assigned to node "n"');
    store.create("pods", pod("g", { schedulingGates: [{ name: "wait" }] }));
    expect(failureOf(() => store.bind("default", "g", "n"))).toMatchObject({ code: 409 });
    expect(failureOf(() => store.bind("default", "none", "n"))).toMatchObject({ code: 404 });
  });
});

describe("history", () => {
  it("is limited by age and count", () => {
    const { clock, store } = cluster({ historyMs: 75_000 });
    const first = store.resourceVersion;
    store.create("nodes", { metadata: { name: "a" } });
    clock.advance(60_000);
    store.create("nodes", { metadata: { name: "b" } });
    expect(store.eventsSince("nodes", first)?.map((event) => event.object.metadata.name)).toEqual(["a", "b"]);
    clock.advance(20_000);
    expect(store.eventsSince("nodes", first)).toBeUndefined();
    expect(store.eventsSince("nodes", first + 1)).toHaveLength(1);
    store.expireHistory();
    expect(store.eventsSince("nodes", first + 1)).toBeUndefined();
    expect(store.eventsSince("nodes", store.resourceVersion)).toEqual([]);
    expect(store.eventsSince("nodes", 1)).toBeUndefined();
  });

  it("keeps a number of events regardless of their age", () => {
    const { store } = cluster({ historyCount: 16 });
    const first = store.resourceVersion;
    for (let at = 0; at < 64; at++) store.create("nodes", { metadata: { name: `n${at}` } });
    expect(store.eventsSince("nodes", first)).toBeUndefined();
    expect(store.eventsSince("nodes", store.resourceVersion - 10)).toHaveLength(10);
  });
});

describe("indexes and lists", () => {
  it("follow random writes (property)", { timeout: 90_000 }, () => {
    const seed = 20260101;
    const random = createRandom(seed);
    const pick = (count: number) => Math.floor(random.next() * count);
    const { store } = cluster();
    for (let step = 0; step < 3000; step++) {
      const name = `p${pick(30)}`;
      const present = store.get("pods", "default", name);
      if (present === undefined) {
        const ownerReferences = [{ apiVersion: "apps/v1", kind: "DaemonSet", name: "x", uid: `u${pick(3)}`, controller: true }];
        store.create("pods", { ...pod(name), metadata: { name, namespace: "default", ...(pick(4) === 0 ? {} : { ownerReferences }) } });
      } else if ((present.spec as { nodeName?: string }).nodeName === undefined && pick(2) === 0)
        store.bind("default", name, `n${pick(4)}`);
      else if (pick(3) === 0) store.delete("pods", "default", name, { gracePeriodSeconds: 0 });
      else
        store.edit("pods", "default", name, (object) => {
          object.metadata.ownerReferences = [];
        });
      const all = store.list("pods", "default");
      const names = all.map((object) => object.metadata.name);
      expect(names, `seed ${seed} step ${step}`).toEqual([...new Set(names)].sort());
      for (const node of ["", "n0", "n3"])
        expect([...store.podsOnNode(node)].map((object) => object.metadata.name).sort(), `seed ${seed} step ${step}`).toEqual(
          all.filter((object) => ((object.spec as { nodeName?: string }).nodeName ?? "") === node).map((object) => object.metadata.name),
        );
      for (const uid of ["", "u1"])
        expect(store.podsOwnedBy(uid).length, `seed ${seed} step ${step}`).toBe(
          all.filter((object) => (object.metadata.ownerReferences?.[0]?.uid ?? "") === uid).length,
        );
    }
  });
});

it("a dry run returns the result of the write, and stores nothing", () => {
  const { store } = cluster();
  const version = store.resourceVersion;
  expect(store.tryCreate("daemonsets", daemonSet("x"))).toMatchObject({ metadata: { generation: 1 }, spec: { revisionHistoryLimit: 10 } });
  expect(failureOf(() => store.tryCreate("daemonsets", daemonSet("x", { selector: {} })))).toMatchObject({ code: 422 });
  expect(store.resourceVersion).toBe(version);
});

it("a deleted namespace waits for the controller that empties it", () => {
  const { store } = cluster();
  store.create("namespaces", { metadata: { name: "team" } });
  store.delete("namespaces", undefined, "team");
  expect(store.get("namespaces", undefined, "team")).toMatchObject({
    status: { phase: "Terminating" },
    spec: { finalizers: ["kubernetes"] },
  });
  store.edit("namespaces", undefined, "team", (namespace) => {
    namespace.spec = {};
  });
  expect(store.get("namespaces", undefined, "team")).toBeUndefined();
  expect(store.get("namespaces", undefined, "default")).toMatchObject({ status: { phase: "Active" } });
});

describe("S56 priority and host ports", () => {
  it("S56 a pod gets the priority and the policy of its class", () => {
    const { store } = cluster();
    store.create("priorityclasses", { metadata: { name: "polite" }, value: 7, preemptionPolicy: "Never" });
    expect(store.create("pods", pod("a", { priorityClassName: "polite" }))).toMatchObject({
      spec: { priority: 7, preemptionPolicy: "Never" },
    });
  });
  it("S56 a pod without a class gets those of the default class, or 0", () => {
    const { store } = cluster();
    expect(store.create("pods", pod("a"))).toMatchObject({ spec: { priority: 0, preemptionPolicy: "PreemptLowerPriority" } });
    store.create("priorityclasses", { metadata: { name: "usual" }, value: 5, globalDefault: true });
    expect(store.create("pods", pod("b"))).toMatchObject({ spec: { priority: 5, priorityClassName: "usual" } });
  });
  it("S56 a missing class refuses the pod", () => {
    const { store } = cluster();
    const metadata = { namespace: "default", generateName: "agent-" };
    expect(failureOf(() => store.create("pods", { ...pod("", { priorityClassName: "nowhere" }), metadata }))).toMatchObject({
      code: 403,
      message: 'pods "agent-" is forbidden: no PriorityClass with name nowhere was found',
    });
  });
  it("S56 with hostNetwork the container ports of a pod are host ports, those of a template are not", () => {
    const { store } = cluster();
    const spec = { hostNetwork: true, containers: [{ name: "a", image: "a:1", ports: [{ containerPort: 9100 }] }] };
    expect(store.create("pods", pod("a", spec))).toMatchObject({ spec: { containers: [{ ports: [{ hostPort: 9100 }] }] } });
    expect(JSON.stringify(store.create("daemonsets", daemonSet("x", {}, spec)))).not.toContain("hostPort");
  });
});

it("S60 a bound pod gets the zone and region labels of its node, over its own", () => {
  const { store } = cluster();
  const zone = "topology.kubernetes.io/zone";
  store.create("nodes", { metadata: { name: "n1", labels: { [zone]: "zone-a", pool: "workers" } } });
  store.create("pods", { ...pod("a"), metadata: { name: "a", namespace: "default", labels: { app: "a", [zone]: "elsewhere" } } });
  expect(store.bind("default", "a", "n1").metadata.labels).toEqual({ app: "a", [zone]: "zone-a" });
  expect(store.create("pods", pod("b", { nodeName: "n1" })).metadata.labels).toEqual({ [zone]: "zone-a" });
});

it("sets the defaults of probes and volumes like the API server, and omits a minReadySeconds of 0", () => {
  const { store } = cluster();
  const probe = { httpGet: { port: 80 }, initialDelaySeconds: 2 };
  const podSpec = {
    containers: [{ name: "a", image: "a:1", readinessProbe: probe }],
    volumes: [
      { name: "host", hostPath: { path: "/dev" } },
      { name: "settings", configMap: { name: "settings" } },
    ],
  };
  const created = store.create("daemonsets", daemonSet("x", { minReadySeconds: 0 }, podSpec));
  expect(created.spec).not.toHaveProperty("minReadySeconds");
  expect(created).toMatchObject({
    spec: {
      template: {
        spec: {
          containers: [
            {
              readinessProbe: {
                ...probe,
                httpGet: { port: 80, path: "/", scheme: "HTTP" },
                timeoutSeconds: 1,
                periodSeconds: 10,
                successThreshold: 1,
                failureThreshold: 3,
              },
            },
          ],
          volumes: [{ hostPath: { path: "/dev", type: "" } }, { configMap: { name: "settings", defaultMode: 420 } }],
        },
      },
    },
  });
});
