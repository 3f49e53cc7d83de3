import { applyDefaults } from "@daemonscope/simulated-apiserver/defaults/defaults";
import { trackUpdate } from "@daemonscope/simulated-apiserver/managed-fields/field-manager";
import { setOfPaths } from "@daemonscope/simulated-apiserver/managed-fields/field-set";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { cloneJson, type JsonObject } from "@daemonscope/simulated-apiserver/objects/json";
import { timestamp } from "@daemonscope/simulated-apiserver/objects/timestamp";
import { typeOfKind } from "@daemonscope/simulated-apiserver/schema/api-types";
import type { Scenario, ScenarioStage, ScenarioStep } from "./scenario.ts";

const STATUS = setOfPaths(["status"]);

/** Kinds whose fields get an owner. */
const TRACKED = { daemonsets: { apiVersion: "apps/v1", kind: "DaemonSet" }, nodes: { apiVersion: "v1", kind: "Node" } } as const;
type TrackedResource = keyof typeof TRACKED;

/** The owner of a node that no step has changed. New nodes are many, so that its fields are written only then. */
const kubeletOf = ({ metadata: { creationTimestamp } }: StoredObject): JsonObject => ({
  manager: "kubelet",
  operation: "Update",
  apiVersion: "v1",
  time: creationTimestamp,
  fieldsType: "FieldsV1",
  fieldsV1: { "f:metadata": { "f:labels": { "f:kubernetes.io/hostname": {} } } },
});

/** Returns an object with owners: one without them stays so. */
function withOwner(resource: TrackedResource, object: StoredObject | undefined): StoredObject | undefined {
  if (object === undefined || resource !== "nodes" || object.metadata.managedFields !== undefined) return object;
  return { ...object, metadata: { ...object.metadata, managedFields: [kubeletOf(object)] } };
}

/**
 * Returns the field manager of a kubectl line, for example `kubectl-set` for `kubectl -n x set image …`. A client-side
 * apply has a different name. Source: k8s.io/kubectl pkg/cmd, `WithDefaultNamespacedFieldManager` and each command's
 * `FieldManager`.
 */
export function managerOfLine(kubectl: string): string {
  const verb = /^kubectl(?: -n \S+)? (\w+)/.exec(kubectl)?.[1] ?? "";
  return verb === "apply" ? "kubectl-client-side-apply" : `kubectl-${verb}`;
}

/**
 * Returns the same store, but written DaemonSets and changed nodes get `manager` as the owner of their fields, like
 * through the API. Other kinds are written without owners.
 */
function writesAs(store: Store, manager: string, nowMs: () => number): Store {
  const owned = (resource: TrackedResource, before: StoredObject | undefined, given: object): Record<string, unknown> => {
    const { apiVersion, kind } = TRACKED[resource];
    const type = typeOfKind(apiVersion, kind);
    if (type === undefined) throw new Error(`the type table has no ${apiVersion} ${kind}`);
    const after = cloneJson({ apiVersion, kind, ...given }) as unknown as StoredObject;
    applyDefaults(resource, after);
    const writing = { type, apiVersion, manager, now: timestamp(nowMs()), reset: STATUS };
    return trackUpdate(before as unknown as JsonObject | undefined, after as unknown as JsonObject, writing);
  };
  const isTracked = (resource: string, subresource?: "status"): resource is TrackedResource =>
    Object.hasOwn(TRACKED, resource) && subresource === undefined;
  return {
    get resourceVersion() {
      return store.resourceVersion;
    },
    get: (...args) => store.get(...args),
    list: (...args) => store.list(...args),
    count: (resource) => store.count(resource),
    podsOnNode: (node) => store.podsOnNode(node),
    podsOwnedBy: (uid) => store.podsOwnedBy(uid),
    create: (resource, object) => store.create(resource, resource === "daemonsets" ? owned(resource, undefined, object) : object),
    update(resource, object, subresource) {
      if (!isTracked(resource, subresource)) return store.update(resource, object, subresource);
      const before = withOwner(resource, store.get(resource, object.metadata.namespace, object.metadata.name));
      return store.update(resource, owned(resource, before, object) as unknown as StoredObject);
    },
    edit(resource, namespace, name, change, subresource) {
      if (!isTracked(resource, subresource)) return store.edit(resource, namespace, name, change, subresource);
      const before = withOwner(resource, store.get(resource, namespace, name));
      if (before === undefined) return undefined;
      const copy = cloneJson(before);
      change(copy);
      return store.update(resource, owned(resource, before, copy) as unknown as StoredObject);
    },
    delete: (...args) => store.delete(...args),
    bind: (...args) => store.bind(...args),
    subscribe: (...args) => store.subscribe(...args),
    eventsSince: (...args) => store.eventsSince(...args),
  };
}

const asWriter = (stage: ScenarioStage, manager: string): ScenarioStage => ({
  ...stage,
  store: writesAs(stage.store, manager, () => stage.clock.nowMs()),
});

/** Performs a step of a scenario, as the field manager of its kubectl line. */
export const runScenarioStep = (step: ScenarioStep, stage: ScenarioStage): void => step.run(asWriter(stage, managerOfLine(step.kubectl)));

/** Builds the cluster of a scenario and plays its history, as the field manager that installed its DaemonSets. */
export const runBackground = (scenario: Scenario, stage: ScenarioStage): void =>
  scenario.past(asWriter(stage, scenario.pastBy ?? managerOfLine("kubectl apply")));
