import type { Clock } from "../clock.ts";
import { admitCreate } from "./admit-create.ts";
import { admitUpdate } from "./admit-update.ts";
import type { DeleteOptions, ResourceName, Store, StoredObject, StoreEvent } from "./contract.ts";
import { decideDeletion, mayGoNow } from "./deletion.ts";
import { conflict, invalid, notFound, StoreError } from "./failures.ts";
import { History } from "./history.ts";
import { cloneJson, deepFreeze, isJsonObject, listIn, objectIn, shareJson, withFields } from "./json.ts";
import { keyOf, ObjectTable } from "./object-table.ts";
import { PodIndex } from "./pod-index.ts";
import { RESOURCES, type Resource } from "./resources.ts";
import { type Reverted, restoredEvents } from "./restored-events.ts";
import { timestamp } from "./timestamp.ts";
import { withTopologyLabels } from "./topology-labels.ts";

export interface StoreOptions {
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** How far back a watch may start, in cluster time; the real server keeps at least 75 s. */
  readonly historyMs?: number;
  /** Events kept of each resource, however young. */
  readonly historyCount?: number;
}

/** The store of one simulated cluster, with what only the HTTP API asks of it. */
export interface SimulatorStore extends Store {
  /** What create, update and delete would give or throw, with nothing stored (dryRun=All). */
  tryCreate(resource: ResourceName, object: Record<string, unknown>): StoredObject;
  tryUpdate(resource: ResourceName, object: StoredObject, subresource?: "status"): StoredObject;
  tryDelete(resource: ResourceName, namespace: string | undefined, name: string, options?: DeleteOptions): StoredObject;
  /** Forgets all history, as a compaction does: watches from older versions get 410. */
  expireHistory(): void;
  /** The version of so many seconds of cluster time ago; undefined when history does not reach back so far. */
  versionAgo(seconds: number): number | undefined;
  /** Goes back to what was stored at such a version, as a backup brings it back: versions go on from it, history begins anew, and listeners hear
   *  what is different. */
  restore(version: number): void;
}

const FIRST_VERSION = 1000;

const withVersion = (object: StoredObject, version: number): StoredObject =>
  withFields(object, { metadata: withFields(object.metadata, { resourceVersion: String(version) }) });

interface Shelf {
  readonly resource: Resource;
  readonly objects: ObjectTable;
  readonly history: History;
  readonly listeners: Set<(event: StoreEvent) => void>;
}

/** Creates an empty store. Source of its semantics: apiserver pkg/registry/generic/registry/store.go. */
export function createStore({ clock, random, historyMs = 75_000, historyCount = 60_000 }: StoreOptions): SimulatorStore {
  const shelves = new Map<ResourceName, Shelf>();
  for (const resource of RESOURCES)
    shelves.set(resource.name, {
      resource,
      objects: new ObjectTable(),
      history: new History(historyMs, historyCount, FIRST_VERSION),
      listeners: new Set(),
    });
  const pods = new PodIndex();
  let version = FIRST_VERSION;
  const told: { readonly shelf: Shelf; readonly event: StoreEvent }[] = [];
  let telling = false;

  function shelfOf(name: ResourceName): Shelf {
    const shelf = shelves.get(name);
    if (shelf === undefined) throw new Error(`unknown resource ${name}`);
    return shelf;
  }

  function find(shelf: Shelf, namespace: string | undefined, name: string): StoredObject {
    const object = shelf.objects.get(keyOf(namespace, name));
    if (object === undefined) throw notFound(shelf.resource, name);
    return object;
  }

  /** A listener that writes causes events within an event: they wait, so that everybody hears versions in order. */
  function tell(shelf: Shelf, event: StoreEvent): void {
    shelf.history.add(event, clock.nowMs());
    told.push({ shelf, event });
    tellAll();
  }

  function tellAll(): void {
    if (telling) return;
    telling = true;
    try {
      for (let next = told.shift(); next !== undefined; next = told.shift())
        for (const listener of [...next.shelf.listeners]) listener(next.event);
    } finally {
      telling = false;
    }
  }

  /** Takes over `object`, whose parts may be those of the version before, and stores it under the next version. */
  function put(shelf: Shelf, object: StoredObject, previous: StoredObject | undefined): StoredObject {
    version++;
    const stored = deepFreeze(withVersion(object, version));
    shelf.objects.set(keyOf(object.metadata.namespace, object.metadata.name), stored);
    if (shelf.resource.name === "pods") pods.change(previous, stored);
    if (previous === undefined) tell(shelf, { type: "ADDED", object: stored, resourceVersion: version });
    else tell(shelf, { type: "MODIFIED", object: stored, previous, resourceVersion: version });
    return stored;
  }

  function remove(shelf: Shelf, previous: StoredObject): StoredObject {
    version++;
    const last = deepFreeze(withVersion(previous, version));
    shelf.objects.delete(keyOf(previous.metadata.namespace, previous.metadata.name));
    if (shelf.resource.name === "pods") pods.change(previous, undefined);
    tell(shelf, { type: "DELETED", object: last, previous, resourceVersion: version });
    return last;
  }

  /** Puts back every object that was written since a version, and says which. */
  function revert(shelf: Shelf, since: number): readonly Reverted[] {
    const reverted = new Map<string, Reverted>();
    for (const { object, previous: then } of shelf.history.since(since, clock.nowMs()) ?? []) {
      const key = keyOf(object.metadata.namespace, object.metadata.name);
      // The first event after the version says what stood there before.
      if (!reverted.has(key)) reverted.set(key, { now: shelf.objects.get(key), then });
    }
    for (const [key, { now, then }] of reverted) {
      if (then === undefined) shelf.objects.delete(key);
      else shelf.objects.set(key, then);
      if (shelf.resource.name !== "pods") continue;
      const isSame = now?.metadata.uid === then?.metadata.uid;
      if (now !== undefined && !isSame) pods.change(now, undefined);
      if (then !== undefined) pods.change(isSame ? now : undefined, then);
    }
    return [...reverted.values()];
  }

  const nodeNamed = (name: string) => shelfOf("nodes").objects.get(keyOf(undefined, name));

  const others = {
    priorityClasses: () => shelfOf("priorityclasses").objects.list(undefined),
    services: () => shelfOf("services").objects.list(undefined),
  };

  const admitted = (shelf: Shelf, given: Record<string, unknown>, chance: () => number): StoredObject =>
    admitCreate(shelf.resource, given, {
      nowMs: clock.nowMs(),
      random: chance,
      taken: (namespace, name) => shelf.objects.has(keyOf(namespace, name)),
      checkNamespace: (namespace) => find(shelfOf("namespaces"), undefined, namespace),
      nodeNamed,
      hasAccount: (namespace, account) => shelfOf("serviceaccounts").objects.has(keyOf(namespace, account)),
      ...others,
    });

  function write(shelf: Shelf, wanted: StoredObject, before: StoredObject, subresource: "status" | undefined): StoredObject {
    const next = admitUpdate(shelf.resource, wanted, before, subresource, others);
    if (next === before) return before;
    // The last finalizer gone: one event, and it carries the object as it stood.
    return mayGoNow(next) ? remove(shelf, before) : put(shelf, next, before);
  }

  return {
    get resourceVersion() {
      return version;
    },
    get: (resource, namespace, name) => shelfOf(resource).objects.get(keyOf(namespace, name)),
    list: (resource, namespace) => shelfOf(resource).objects.list(namespace),
    count: (resource) => shelfOf(resource).objects.size,
    podsOnNode: (nodeName) => pods.onNode(nodeName),
    podsOwnedBy: (uid) => pods.ownedBy(uid),
    create(resource, given) {
      const shelf = shelfOf(resource);
      const object = admitted(shelf, given, random);
      // A crowd of pods from one template keeps one copy of it.
      return put(shelf, resource === "pods" ? shareJson(object, pods.siblingOf(object)) : object, undefined);
    },
    update(resource, wanted, subresource) {
      const shelf = shelfOf(resource);
      return write(shelf, wanted, find(shelf, wanted.metadata.namespace, wanted.metadata.name), subresource);
    },
    edit(resource, namespace, name, change, subresource) {
      const shelf = shelfOf(resource);
      const before = shelf.objects.get(keyOf(namespace, name));
      if (before === undefined) return undefined;
      const copy = cloneJson(before);
      change(copy);
      return write(shelf, copy, before, subresource);
    },
    delete(resource, namespace, name, options = {}) {
      const shelf = shelfOf(resource);
      const before = find(shelf, namespace, name);
      const deletion = decideDeletion(shelf.resource, before, options, clock.nowMs());
      if (deletion.kind === "pending") return before;
      if (deletion.kind === "marked") return put(shelf, deletion.object, before);
      return remove(shelf, before);
    },
    bind(namespace, name, nodeName) {
      const shelf = shelfOf("pods");
      const before = find(shelf, namespace, name);
      const spec = objectIn(before, "spec");
      if (nodeName === "")
        throw invalid(shelf.resource, name, [{ field: "target.name", reason: "FieldValueRequired", message: "Required value" }]);
      const refused = (why: string) => conflict(shelf.resource, name, why, "binding");
      if (before.metadata.deletionTimestamp !== undefined) throw refused(`pod ${name} is being deleted, cannot be assigned to a host`);
      if (typeof spec.nodeName === "string" && spec.nodeName !== "")
        throw refused(`pod ${name} is already assigned to node "${spec.nodeName}"`);
      if (listIn(spec, "schedulingGates").length > 0) throw refused(`pod ${name} has non-empty .spec.schedulingGates`);
      const { nominatedNodeName: _, ...status } = objectIn(before, "status");
      const others = listIn(status, "conditions").filter((condition) => isJsonObject(condition) && condition.type !== "PodScheduled");
      const scheduled = { type: "PodScheduled", status: "True", lastProbeTime: null, lastTransitionTime: timestamp(clock.nowMs()) };
      const bound = { spec: withFields(spec, { nodeName }), status: { ...status, conditions: [...others, scheduled] } };
      return put(shelf, withTopologyLabels(withFields(before, bound), nodeNamed(nodeName)), before);
    },
    subscribe(resource, listener) {
      const { listeners } = shelfOf(resource);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    eventsSince: (resource, from) => shelfOf(resource).history.since(from, clock.nowMs()),
    tryCreate(resource, given) {
      const shelf = shelfOf(resource);
      // The cluster's own chance must not depend on questions.
      return admitted(shelf, given, () => 0);
    },
    tryUpdate(resource, wanted, subresource) {
      const shelf = shelfOf(resource);
      return admitUpdate(shelf.resource, wanted, find(shelf, wanted.metadata.namespace, wanted.metadata.name), subresource, others);
    },
    tryDelete(resource, namespace, name, options = {}) {
      const shelf = shelfOf(resource);
      const before = find(shelf, namespace, name);
      const deletion = decideDeletion(shelf.resource, before, options, clock.nowMs());
      return deletion.kind === "marked" ? deletion.object : before;
    },
    expireHistory() {
      for (const { history } of shelves.values()) history.forget(version, clock.nowMs());
    },
    versionAgo(seconds) {
      const nowMs = clock.nowMs();
      const histories = [...shelves.values()].map(({ history }) => history);
      const versions = histories.map((history) => history.versionAt(nowMs - seconds * 1000));
      const then = Math.max(...versions.map((each) => each ?? Number.POSITIVE_INFINITY));
      return histories.some((history) => history.since(then, nowMs) === undefined) || then > version ? undefined : then;
    },
    restore(then) {
      const reverted = [...shelves.values()].map((shelf) => ({ shelf, objects: revert(shelf, then) }));
      version = then;
      for (const { history } of shelves.values()) history.restart(then, clock.nowMs());
      // Everything stands as it was before anybody hears of anything.
      for (const { shelf, objects } of reverted)
        for (const object of objects) for (const event of restoredEvents(object, then)) told.push({ shelf, event });
      tellAll();
    },
  };
}

export { StoreError };
