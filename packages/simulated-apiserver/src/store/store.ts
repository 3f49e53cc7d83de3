import { admitCreate } from "../admission/admit-create.ts";
import { admitUpdate } from "../admission/admit-update.ts";
import type { DeleteOptions, ResourceName, Store, StoredObject } from "../objects/contract.ts";
import { StoreError } from "../objects/failures.ts";
import { cloneJson, shareJson } from "../objects/json.ts";
import type { Clock } from "../time/clock.ts";
import { boundPod } from "./bound-pod.ts";
import { decideDeletion, isRemovable } from "./deletion.ts";
import { storeKeyOf } from "./object-table.ts";
import { type ResourceTable, ResourceTables } from "./resource-tables.ts";

export interface StoreOptions {
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
   * Restores the state of such a version, as a backup does. Versions continue from it, history starts again, and
   * listeners get the differences.
   */
  restore(version: number): void;
}

/** Functions of the store that admission uses. */
const neighboursIn = (shelves: ResourceTables) => ({
  priorityClasses: () => shelves.of("priorityclasses").objects.list(undefined),
  services: () => shelves.of("services").objects.list(undefined),
});

const nodeIn = (shelves: ResourceTables, name: string) => shelves.of("nodes").objects.get(storeKeyOf(undefined, name));

function admitted(
  shelves: ResourceTables,
  shelf: ResourceTable,
  given: Record<string, unknown>,
  nowMs: number,
  random: () => number,
): StoredObject {
  return admitCreate(shelf.resource, given, {
    nowMs,
    random,
    taken: (namespace, name) => shelf.objects.has(storeKeyOf(namespace, name)),
    checkNamespace: (namespace) => shelves.find(shelves.of("namespaces"), undefined, namespace),
    nodeNamed: (name) => nodeIn(shelves, name),
    hasAccount: (namespace, account) => shelves.of("serviceaccounts").objects.has(storeKeyOf(namespace, account)),
    ...neighboursIn(shelves),
  });
}

function write(
  shelves: ResourceTables,
  shelf: ResourceTable,
  wanted: StoredObject,
  before: StoredObject,
  subresource: "status" | undefined,
): StoredObject {
  const next = admitUpdate(shelf.resource, wanted, before, subresource, neighboursIn(shelves));
  if (next === before) return before;
  // After the last finalizer is removed there is one event, with the object before the removal.
  return isRemovable(next) ? shelves.remove(shelf, before) : shelves.put(shelf, next, before);
}

type Writes = Pick<SimulatorStore, "create" | "update" | "edit" | "delete" | "bind">;

function writesTo(shelves: ResourceTables, clock: Clock, random: () => number): Writes {
  return {
    create(resource, given) {
      const shelf = shelves.of(resource);
      const object = admitted(shelves, shelf, given, clock.nowMs(), random);
      // Many pods from one template share one copy of it.
      return shelves.put(shelf, resource === "pods" ? shareJson(object, shelves.pods.siblingOf(object)) : object, undefined);
    },
    update(resource, wanted, subresource) {
      const shelf = shelves.of(resource);
      return write(shelves, shelf, wanted, shelves.find(shelf, wanted.metadata.namespace, wanted.metadata.name), subresource);
    },
    edit(resource, namespace, name, change, subresource) {
      const shelf = shelves.of(resource);
      const before = shelf.objects.get(storeKeyOf(namespace, name));
      if (before === undefined) return undefined;
      const copy = cloneJson(before);
      change(copy);
      return write(shelves, shelf, copy, before, subresource);
    },
    delete(resource, namespace, name, options = {}) {
      const shelf = shelves.of(resource);
      const before = shelves.find(shelf, namespace, name);
      const deletion = decideDeletion(shelf.resource, before, options, clock.nowMs());
      if (deletion.kind === "pending") return before;
      if (deletion.kind === "marked") return shelves.put(shelf, deletion.object, before);
      return shelves.remove(shelf, before);
    },
    bind(namespace, name, nodeName) {
      const shelf = shelves.of("pods");
      const before = shelves.find(shelf, namespace, name);
      return shelves.put(shelf, boundPod(shelf.resource, before, nodeName, nodeIn(shelves, nodeName), clock.nowMs()), before);
    },
  };
}

type Trials = Pick<SimulatorStore, "tryCreate" | "tryUpdate" | "tryDelete">;

function trialsOn(shelves: ResourceTables, clock: Clock): Trials {
  return {
    // A dry run must not change the cluster's own random sequence.
    tryCreate: (resource, given) => admitted(shelves, shelves.of(resource), given, clock.nowMs(), () => 0),
    tryUpdate(resource, wanted, subresource) {
      const shelf = shelves.of(resource);
      const before = shelves.find(shelf, wanted.metadata.namespace, wanted.metadata.name);
      return admitUpdate(shelf.resource, wanted, before, subresource, neighboursIn(shelves));
    },
    tryDelete(resource, namespace, name, options = {}) {
      const shelf = shelves.of(resource);
      const before = shelves.find(shelf, namespace, name);
      const deletion = decideDeletion(shelf.resource, before, options, clock.nowMs());
      return deletion.kind === "marked" ? deletion.object : before;
    },
  };
}

/** Creates an empty store. Source of its semantics: apiserver pkg/registry/generic/registry/store.go. */
export function createStore({ clock, random, historyMs = 75_000, historyCount = 60_000 }: StoreOptions): SimulatorStore {
  const shelves = new ResourceTables({ clock, historyMs, historyCount });
  return {
    get resourceVersion() {
      return shelves.version;
    },
    get: (resource, namespace, name) => shelves.of(resource).objects.get(storeKeyOf(namespace, name)),
    list: (resource, namespace) => shelves.of(resource).objects.list(namespace),
    count: (resource) => shelves.of(resource).objects.size,
    podsOnNode: (nodeName) => shelves.pods.onNode(nodeName),
    podsOwnedBy: (uid) => shelves.pods.ownedBy(uid),
    ...writesTo(shelves, clock, random),
    subscribe(resource, listener) {
      const { listeners } = shelves.of(resource);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    eventsSince: (resource, from) => shelves.of(resource).history.since(from, clock.nowMs()),
    ...trialsOn(shelves, clock),
    expireHistory: () => shelves.expireHistory(),
    versionAgo: (seconds) => shelves.versionAgo(seconds),
    restore: (version) => shelves.restore(version),
  };
}

export { StoreError };
