import { admitCreate } from "../admission/admit-create.ts";
import { admitUpdate } from "../admission/admit-update.ts";
import { withTopologyLabels } from "../admission/topology-labels.ts";
import type { DeleteOptions, ResourceName, Store, StoredObject } from "../objects/contract.ts";
import { conflict, invalid, StoreError } from "../objects/failures.ts";
import { cloneJson, isJsonObject, listIn, objectIn, shareJson, withFields } from "../objects/json.ts";
import type { Resource } from "../objects/resource.ts";
import { timestamp } from "../objects/timestamp.ts";
import type { Clock } from "../time/clock.ts";
import { decideDeletion, isRemovable } from "./deletion.ts";
import { storeKeyOf } from "./object-table.ts";
import { type ResourceTable, ResourceTables } from "./resource-tables.ts";

interface StoreOptions {
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** How far back a watch may start, in cluster time. The real server keeps at least 75 s. */
  readonly historyMs?: number;
  /** Maximum number of events kept per resource, regardless of age. */
  readonly historyCount?: number;
}

/** The store of one simulated cluster, with the functions that only the HTTP API uses. */
export interface SimulatorStore extends Store {
  /** Returns or throws the result of create, update and delete, but stores nothing (dryRun=All). */
  tryCreate(resource: ResourceName, object: Record<string, unknown>): StoredObject;
  tryUpdate(resource: ResourceName, object: StoredObject, subresource?: "status"): StoredObject;
  tryDelete(resource: ResourceName, namespace: string | undefined, name: string, options?: DeleteOptions): StoredObject;
  /** Drops all history, as a compaction does: watches from older versions get 410. */
  expireHistory(): void;
  /**
   * Returns the version of this many seconds of cluster time ago; undefined if history does not reach back that far.
   */
  versionAgo(seconds: number): number | undefined;
  /**
   * Restores the state of a version, as a restored backup does. Versions continue from it, history starts again, and
   * listeners get the differences.
   */
  restore(version: number): void;
}

/** Returns the other objects that admission reads. */
const updateContextOf = (tables: ResourceTables) => ({
  priorityClasses: () => tables.of("priorityclasses").objects.list(undefined),
  services: () => tables.of("services").objects.list(undefined),
});

const nodeIn = (tables: ResourceTables, name: string) => tables.of("nodes").objects.get(storeKeyOf(undefined, name));

function admitNew(
  tables: ResourceTables,
  table: ResourceTable,
  submitted: Record<string, unknown>,
  nowMs: number,
  random: () => number,
): StoredObject {
  return admitCreate(table.resource, submitted, {
    nowMs,
    random,
    isNameTaken: (namespace, name) => table.objects.has(storeKeyOf(namespace, name)),
    checkNamespace: (namespace) => tables.find(tables.of("namespaces"), undefined, namespace),
    nodeNamed: (name) => nodeIn(tables, name),
    hasAccount: (namespace, account) => tables.of("serviceaccounts").objects.has(storeKeyOf(namespace, account)),
    ...updateContextOf(tables),
  });
}

function write(
  tables: ResourceTables,
  table: ResourceTable,
  submitted: StoredObject,
  before: StoredObject,
  subresource: "status" | undefined,
): StoredObject {
  const next = admitUpdate(table.resource, submitted, before, subresource, updateContextOf(tables));
  if (next === before) return before;
  // After the last finalizer is removed there is one event, with the object before the removal.
  return isRemovable(next) ? tables.remove(table, before) : tables.put(table, next, before);
}

type Writes = Pick<SimulatorStore, "create" | "update" | "edit" | "delete" | "bind">;

/**
 * Returns a pod bound to a node; `node` is that node, if it exists. Throws the API's refusal. Source:
 * pkg/registry/core/pod/storage/storage.go, assignPod and setPodNodeAndMetadata.
 */
function boundPod(resource: Resource, pod: StoredObject, nodeName: string, node: StoredObject | undefined, nowMs: number): StoredObject {
  const { name } = pod.metadata;
  const spec = objectIn(pod, "spec");
  if (nodeName === "") throw invalid(resource, name, [{ field: "target.name", reason: "FieldValueRequired", message: "Required value" }]);
  const refused = (why: string) => conflict(resource, name, why, "binding");
  if (pod.metadata.deletionTimestamp !== undefined) throw refused(`pod ${name} is being deleted, cannot be assigned to a host`);
  if (typeof spec.nodeName === "string" && spec.nodeName !== "")
    throw refused(`pod ${name} is already assigned to node "${spec.nodeName}"`);
  if (listIn(spec, "schedulingGates").length > 0) throw refused(`pod ${name} has non-empty .spec.schedulingGates`);
  const { nominatedNodeName: _, ...status } = objectIn(pod, "status");
  const others = listIn(status, "conditions").filter((condition) => isJsonObject(condition) && condition.type !== "PodScheduled");
  const scheduled = { type: "PodScheduled", status: "True", lastProbeTime: null, lastTransitionTime: timestamp(nowMs) };
  const bound = { spec: withFields(spec, { nodeName }), status: { ...status, conditions: [...others, scheduled] } };
  return withTopologyLabels(withFields(pod, bound), node);
}

function writesTo(tables: ResourceTables, clock: Clock, random: () => number): Writes {
  return {
    create(resource, submitted) {
      const table = tables.of(resource);
      const object = admitNew(tables, table, submitted, clock.nowMs(), random);
      // Many pods from one template share one copy of it.
      return tables.put(table, resource === "pods" ? shareJson(object, tables.pods.siblingOf(object)) : object, undefined);
    },
    update(resource, submitted, subresource) {
      const table = tables.of(resource);
      return write(tables, table, submitted, tables.find(table, submitted.metadata.namespace, submitted.metadata.name), subresource);
    },
    edit(resource, namespace, name, change, subresource) {
      const table = tables.of(resource);
      const before = table.objects.get(storeKeyOf(namespace, name));
      if (before === undefined) return undefined;
      const copy = cloneJson(before);
      change(copy);
      return write(tables, table, copy, before, subresource);
    },
    delete(resource, namespace, name, options = {}) {
      const table = tables.of(resource);
      const before = tables.find(table, namespace, name);
      const deletion = decideDeletion(table.resource, before, options, clock.nowMs());
      if (deletion.kind === "pending") return before;
      if (deletion.kind === "marked") return tables.put(table, deletion.object, before);
      return tables.remove(table, before);
    },
    bind(namespace, name, nodeName) {
      const table = tables.of("pods");
      const before = tables.find(table, namespace, name);
      return tables.put(table, boundPod(table.resource, before, nodeName, nodeIn(tables, nodeName), clock.nowMs()), before);
    },
  };
}

type DryRuns = Pick<SimulatorStore, "tryCreate" | "tryUpdate" | "tryDelete">;

function dryRunsOn(tables: ResourceTables, clock: Clock): DryRuns {
  return {
    // A dry run must not change the cluster's own random sequence.
    tryCreate: (resource, submitted) => admitNew(tables, tables.of(resource), submitted, clock.nowMs(), () => 0),
    tryUpdate(resource, submitted, subresource) {
      const table = tables.of(resource);
      const before = tables.find(table, submitted.metadata.namespace, submitted.metadata.name);
      return admitUpdate(table.resource, submitted, before, subresource, updateContextOf(tables));
    },
    tryDelete(resource, namespace, name, options = {}) {
      const table = tables.of(resource);
      const before = tables.find(table, namespace, name);
      const deletion = decideDeletion(table.resource, before, options, clock.nowMs());
      return deletion.kind === "marked" ? deletion.object : before;
    },
  };
}

/** Creates an empty store. Source of its semantics: apiserver pkg/registry/generic/registry/store.go. */
export function createStore({ clock, random, historyMs = 75_000, historyCount = 60_000 }: StoreOptions): SimulatorStore {
  const tables = new ResourceTables({ clock, historyMs, historyCount });
  return {
    get resourceVersion() {
      return tables.version;
    },
    get: (resource, namespace, name) => tables.of(resource).objects.get(storeKeyOf(namespace, name)),
    list: (resource, namespace) => tables.of(resource).objects.list(namespace),
    count: (resource) => tables.of(resource).objects.size,
    podsOnNode: (nodeName) => tables.pods.onNode(nodeName),
    podsOwnedBy: (uid) => tables.pods.ownedBy(uid),
    ...writesTo(tables, clock, random),
    subscribe(resource, listener) {
      const { listeners } = tables.of(resource);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    eventsSince: (resource, from) => tables.of(resource).history.since(from, clock.nowMs()),
    ...dryRunsOn(tables, clock),
    expireHistory: () => tables.expireHistory(),
    versionAgo: (seconds) => tables.versionAgo(seconds),
    restore: (version) => tables.restore(version),
  };
}

export { StoreError };
