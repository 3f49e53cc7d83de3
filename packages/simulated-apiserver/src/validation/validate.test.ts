import { describe, expect, it } from "vitest";
import type { ResourceName } from "../objects/contract.ts";
import { StoreError } from "../objects/failures.ts";
import { createSystemNamespaces, createSystemPriorityClasses } from "../store/seed.ts";
import { createStore } from "../store/store.ts";
import { createSimulatedClock } from "../time/clock-simulated.ts";
import { createRandom } from "../time/random.ts";

function cluster() {
  const random = createRandom(1);
  const store = createStore({ clock: createSimulatedClock(Date.parse("2026-01-07T12:00:00Z")), random: () => random.next() });
  createSystemNamespaces(store);
  createSystemPriorityClasses(store);
  return store;
}

/** Returns the message and the number of causes of `act`'s refusal; undefined if there is none. */
function refusalOf(act: () => unknown): { readonly message: string; readonly causes: number } | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const causes = error.failure.details?.causes;
    return { message: error.failure.message, causes: Array.isArray(causes) ? causes.length : 0 };
  }
}

const NAMESPACED = { name: "x", namespace: "default" };
const inDefault = (fields: object) => ({ metadata: NAMESPACED, ...fields });
const PORT = { port: 80 };

describe("refuses a new object with the API server's message", () => {
  it.each<[ResourceName, Record<string, unknown>, string]>([
    ["pods", inDefault({}), 'Pod "x" is invalid: spec.containers: Required value'],
    ["configmaps", inDefault({ data: { "..": "" } }), `ConfigMap "x" is invalid: data[..]: Invalid value: "..": must not be '..'`],
    [
      "configmaps",
      inDefault({ data: { a: "x".repeat(1024 * 1024 + 1) } }),
      'ConfigMap "x" is invalid: []: Too long: may not be more than 1048576 bytes',
    ],
    [
      "configmaps",
      { metadata: { ...NAMESPACED, annotations: { a: "x".repeat(256 * 1024) } } },
      'ConfigMap "x" is invalid: metadata.annotations: Too long: may not be more than 262144 bytes',
    ],
    [
      "configmaps",
      { metadata: { ...NAMESPACED, finalizers: ["mine"] } },
      'ConfigMap "x" is invalid: metadata.finalizers[0]: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified',
    ],
    ["configmaps", { metadata: { ...NAMESPACED, resourceVersion: "5" } }, "resourceVersion should not be set on objects to be created"],
    ["namespaces", { metadata: { name: "a.b" } }, 'Namespace "a.b" is invalid: metadata.name: Invalid value: "a.b": must not contain dots'],
    ["services", inDefault({}), 'Service "x" is invalid: spec.ports: Required value'],
    [
      "services",
      inDefault({ spec: { ports: [{ ...PORT, targetPort: "80" }] } }),
      'Service "x" is invalid: spec.ports[0].targetPort: Invalid value: "80": must contain at least one letter (a-z)',
    ],
    [
      "services",
      inDefault({ spec: { type: "NodePort", ports: [{ ...PORT, nodePort: 80 }] } }),
      'Service "x" is invalid: spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid ports is 30000-32767',
    ],
    [
      "services",
      inDefault({ spec: { clusterIP: "192.168.7.7", ports: [PORT] } }),
      'Service "x" is invalid: spec.clusterIPs: Invalid value: ["192.168.7.7"]: failed to allocate IP 192.168.7.7: the provided network does not match the current range',
    ],
    [
      "priorityclasses",
      { metadata: { name: "x" }, value: 1_000_000_001 },
      'PriorityClass.scheduling.k8s.io "x" is invalid: value: Forbidden: maximum allowed value of a user defined priority is 1000000000',
    ],
    [
      "poddisruptionbudgets",
      inDefault({ spec: { minAvailable: "101%" } }),
      'PodDisruptionBudget.policy "x" is invalid: spec.minAvailable: Invalid value: "101%": must not be greater than 100%',
    ],
    [
      "nodes",
      { metadata: { name: "x" }, spec: { taints: [{ key: "a" }] } },
      'Node "x" is invalid: metadata.taints[0].effect: Required value',
    ],
    ["controllerrevisions", inDefault({ revision: 1 }), 'ControllerRevision.apps "x" is invalid: data: Required value: data is mandatory'],
    [
      "endpointslices",
      inDefault({ addressType: "IPv4", endpoints: [{ addresses: ["fd00::1"] }] }),
      'EndpointSlice.discovery.k8s.io "x" is invalid: endpoints[0].addresses: Invalid value: "fd00::1": must be an IPv4 address',
    ],
    [
      "events",
      inDefault({ involvedObject: { namespace: "other" } }),
      'Event "x" is invalid: involvedObject.namespace: Invalid value: "other": does not match event.namespace',
    ],
  ])("%s %#", (resource, object, message) => {
    expect(refusalOf(() => cluster().create(resource, object))?.message).toBe(message);
  });
});

describe("refuses a change with the API server's message", () => {
  const changed = (resource: ResourceName, object: Record<string, unknown>, change: Record<string, unknown>) => {
    const store = cluster();
    const { metadata } = store.create(resource, object);
    return refusalOf(() => store.edit(resource, metadata.namespace, metadata.name, (copy) => Object.assign(copy, change)));
  };

  it.each<[ResourceName, Record<string, unknown>, Record<string, unknown>, string]>([
    [
      "configmaps",
      inDefault({ data: { a: "b" }, immutable: true }),
      { data: { a: "c" } },
      'ConfigMap "x" is invalid: data: Forbidden: field is immutable when `immutable` is set',
    ],
    [
      "services",
      inDefault({ spec: { ports: [PORT] } }),
      { spec: { clusterIP: "10.96.7.7", ports: [PORT] } },
      'Service "x" is invalid: spec.clusterIPs[0]: Invalid value: ["10.96.7.7"]: may not change once set',
    ],
    [
      "controllerrevisions",
      inDefault({ revision: 1, data: { a: 1 } }),
      { data: { a: 2 } },
      'ControllerRevision.apps "x" is invalid: data: Invalid value: {"a":2}: field is immutable',
    ],
    [
      "nodes",
      { metadata: { name: "x" }, spec: { providerID: "kind://a" } },
      { spec: { providerID: "kind://b" } },
      'Node "x" is invalid: spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
    ],
  ])("%s %#", (resource, object, change, message) => {
    expect(changed(resource, object, change)?.message).toBe(message);
  });

  it("states a repeated finding once, and counts every occurrence", () => {
    const spec = { taints: [{ key: "a", effect: "Foo" }] };
    const refusal = changed("nodes", { metadata: { name: "x" } }, { spec });
    const why = 'Unsupported value: "Foo": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"';
    expect(refusal).toEqual({ message: `Node "x" is invalid: metadata.taints[0].effect: ${why}`, causes: 2 });
  });
});

it("checks rules before a name conflict", () => {
  const store = cluster();
  store.create("configmaps", inDefault({}));
  expect(refusalOf(() => store.create("configmaps", inDefault({ data: { "a b": "" } })))?.message).toContain("is invalid");
  expect(refusalOf(() => store.create("configmaps", inDefault({})))?.message).toBe('configmaps "x" already exists');
});

it("at most one priority class is the default", () => {
  const store = cluster();
  store.create("priorityclasses", { metadata: { name: "usual" }, value: 5, globalDefault: true });
  const second = { metadata: { name: "too" }, value: 6, globalDefault: true };
  expect(refusalOf(() => store.create("priorityclasses", second))?.message).toBe(
    'priorityclasses.scheduling.k8s.io "too" is forbidden: PriorityClass usual is already marked as default. Only one default can exist',
  );
});

it("a Service keeps its node port on an update without it, and loses its address with a type without one", () => {
  const store = cluster();
  const ports = [{ name: "web", port: 80, nodePort: 30_123 }];
  const { metadata } = store.create("services", inDefault({ spec: { type: "NodePort", ports } }));
  const again = store.update("services", {
    apiVersion: "v1",
    kind: "Service",
    metadata,
    spec: { type: "NodePort", ports: [{ name: "web", port: 81 }] },
  });
  expect(again.spec).toMatchObject({ ports: [{ port: 81, nodePort: 30_123 }] });
  const elsewhere = store.edit("services", "default", "x", (service) => {
    Object.assign(service.spec as object, { type: "ExternalName", externalName: "example.com" });
  });
  expect(elsewhere?.spec).not.toHaveProperty("clusterIP");
  expect(elsewhere?.spec).not.toHaveProperty("clusterIPs");
});

it("an ExternalName Service may list external addresses, which are ignored, and gets no traffic policy", () => {
  const created = cluster().create(
    "services",
    inDefault({ spec: { type: "ExternalName", externalName: "a.b", externalIPs: ["10.1.1.1"] } }),
  );
  expect(created.spec).not.toHaveProperty("externalTrafficPolicy");
});
