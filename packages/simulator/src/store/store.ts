import { SAFE_ALPHABET } from "@daemonscope/kube/fnv";
import { stableJson } from "@daemonscope/kube/stable-json";
import type { Clock } from "../clock.ts";
import type { DeleteOptions, ResourceName, Store, StoredObject, StoreEvent } from "./contract.ts";
import { applyDefaults, prepareForCreate } from "./defaults.ts";
import { alreadyExists, badRequest, conflict, invalid, notFound, StoreError } from "./failures.ts";
import { History } from "./history.ts";
import { cloneJson, deepFreeze, isJsonObject, objectIn } from "./json.ts";
import { RESOURCES, type Resource, resourceNamed } from "./resources.ts";
import { validationErrors } from "./validate.ts";

export interface StoreOptions {
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** How far back a watch may start; the real server keeps at least 75 s. */
  readonly historyMs?: number;
  readonly historyCount?: number;
}

/** The store of one simulated cluster, with two verbs that only faults use. */
export interface SimulatorStore extends Store {
  /** Forgets all history, as a compaction does: watches from older versions get 410. */
  expireHistory(): void;
}

const keyOf = (namespace: string | undefined, name: string): string => (namespace === undefined ? name : `${namespace}/${name}`);
const seconds = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Creates an empty store. Source of its semantics: apiserver pkg/registry/generic/registry/store.go. */
export function createStore({ clock, random, historyMs = 300_000, historyCount = 60_000 }: StoreOptions): SimulatorStore {
  const objects = new Map<ResourceName, Map<string, StoredObject>>();
  const sortedKeys = new Map<ResourceName, readonly string[] | undefined>();
  const histories = new Map<ResourceName, History>();
  const listeners = new Map<ResourceName, Set<(event: StoreEvent) => void>>();
  for (const { name } of RESOURCES) {
    objects.set(name, new Map());
    histories.set(name, new History(historyMs, historyCount));
    listeners.set(name, new Set());
  }
  const podsByNode = new Map<string, Map<string, StoredObject>>();
  const podsByOwner = new Map<string, Map<string, StoredObject>>();
  let version = 1000;

  const mustResource = (name: ResourceName): Resource => {
    const resource = resourceNamed(name);
    if (resource === undefined) throw new Error(`unknown resource ${name}`);
    return resource;
  };
  const table = (name: ResourceName): Map<string, StoredObject> => objects.get(name) ?? new Map();
  const hex = (digits: number): string => Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join("");
  const newUid = (): string => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;

  function index(pod: StoredObject, present: boolean): void {
    const key = keyOf(pod.metadata.namespace, pod.metadata.name);
    const put = (map: Map<string, Map<string, StoredObject>>, at: string) => {
      let inner = map.get(at);
      if (inner === undefined) {
        inner = new Map();
        map.set(at, inner);
      }
      if (present) inner.set(key, pod);
      else inner.delete(key);
      if (inner.size === 0) map.delete(at);
    };
    const node = objectIn(pod, "spec").nodeName;
    put(podsByNode, typeof node === "string" ? node : "");
    put(podsByOwner, pod.metadata.ownerReferences?.find((owner) => owner.controller === true)?.uid ?? "");
  }

  function emit(resource: ResourceName, type: StoreEvent["type"], object: StoredObject, previous: StoredObject | undefined): void {
    if (resource === "pods") {
      if (previous !== undefined) index(previous, false);
      if (type !== "DELETED") index(object, true);
    }
    const event: StoreEvent = { type, object, resourceVersion: version, ...(previous === undefined ? {} : { previous }) };
    histories.get(resource)?.add(event, clock.nowMs());
    for (const listener of [...(listeners.get(resource) ?? [])]) listener(event);
  }

  function put(resource: ResourceName, object: StoredObject, previous: StoredObject | undefined): StoredObject {
    version++;
    object.metadata.resourceVersion = String(version);
    const stored = deepFreeze(object);
    table(resource).set(keyOf(object.metadata.namespace, object.metadata.name), stored);
    if (previous === undefined) sortedKeys.set(resource, undefined);
    emit(resource, previous === undefined ? "ADDED" : "MODIFIED", stored, previous);
    return stored;
  }

  function remove(resource: ResourceName, previous: StoredObject): StoredObject {
    version++;
    const last = deepFreeze({ ...previous, metadata: { ...previous.metadata, resourceVersion: String(version) } });
    table(resource).delete(keyOf(previous.metadata.namespace, previous.metadata.name));
    sortedKeys.set(resource, undefined);
    emit(resource, "DELETED", last, previous);
    return last;
  }

  function bumpGenerations(resource: ResourceName, object: StoredObject, before: StoredObject): void {
    if (resource !== "daemonsets") return;
    const spec = stableJson(object.spec);
    if (spec === stableJson(before.spec)) {
      object.metadata.generation = before.metadata.generation ?? 1;
      return;
    }
    object.metadata.generation = (before.metadata.generation ?? 1) + 1;
    const key = "deprecated.daemonset.template.generation";
    const counter = Number(before.metadata.annotations?.[key] ?? "1");
    const changed = stableJson(objectIn(object, "spec").template) !== stableJson(objectIn(before, "spec").template);
    object.metadata.annotations = { ...object.metadata.annotations, [key]: String(changed ? counter + 1 : counter) };
  }

  function write(name: ResourceName, wanted: StoredObject, before: StoredObject, subresource: "status" | undefined): StoredObject {
    const resource = mustResource(name);
    const asked = wanted.metadata.resourceVersion;
    if (asked !== undefined && asked !== "" && asked !== before.metadata.resourceVersion) throw conflict(resource, before.metadata.name);
    if (wanted.metadata.uid !== undefined && wanted.metadata.uid !== "" && wanted.metadata.uid !== before.metadata.uid)
      throw conflict(
        resource,
        before.metadata.name,
        `Precondition failed: UID in precondition: ${wanted.metadata.uid}, UID in object meta: ${before.metadata.uid}`,
      );
    const next = cloneJson(subresource === "status" ? { ...before, status: wanted.status } : wanted);
    next.metadata = {
      ...next.metadata,
      name: before.metadata.name,
      uid: before.metadata.uid,
      creationTimestamp: before.metadata.creationTimestamp,
      resourceVersion: before.metadata.resourceVersion,
    };
    next.apiVersion = before.apiVersion;
    next.kind = before.kind;
    if (before.metadata.deletionTimestamp !== undefined) next.metadata.deletionTimestamp = before.metadata.deletionTimestamp;
    if (subresource === undefined) {
      if (resource.hasStatus) {
        if (before.status === undefined) delete next.status;
        else next.status = before.status;
      }
      applyDefaults(name, next);
      bumpGenerations(name, next, before);
      const errors = validationErrors(name, next, before);
      if (errors.length > 0) throw invalid(resource, before.metadata.name, errors);
    }
    if (stableJson(next) === stableJson(before)) return before;
    const deleting = next.metadata.deletionTimestamp !== undefined && (next.metadata.finalizers ?? []).length === 0;
    const graceful = name === "pods" && (next.metadata.deletionGracePeriodSeconds ?? 0) > 0;
    const stored = put(name, next, before);
    return deleting && !graceful ? remove(name, stored) : stored;
  }

  const store: SimulatorStore = {
    get resourceVersion() {
      return version;
    },
    get: (resource, namespace, name) => table(resource).get(keyOf(namespace, name)),
    list(resource, namespace) {
      let keys = sortedKeys.get(resource);
      if (keys === undefined) {
        keys = [...table(resource).keys()].sort();
        sortedKeys.set(resource, keys);
      }
      const all = table(resource);
      const found: StoredObject[] = [];
      for (const key of keys) {
        const object = all.get(key);
        if (object !== undefined && (namespace === undefined || object.metadata.namespace === namespace)) found.push(object);
      }
      return found;
    },
    podsOnNode: (nodeName) => [...(podsByNode.get(nodeName)?.values() ?? [])],
    podsOwnedBy: (uid) => [...(podsByOwner.get(uid)?.values() ?? [])],
    create(name, given) {
      const resource = mustResource(name);
      const object = cloneJson(given) as StoredObject;
      if (!isJsonObject(object.metadata)) throw badRequest("metadata is required");
      const { metadata } = object;
      if ((metadata.name === undefined || metadata.name === "") && typeof metadata.generateName === "string") {
        const base = metadata.generateName.slice(0, 58);
        do metadata.name = base + Array.from({ length: 5 }, () => SAFE_ALPHABET[Math.floor(random() * SAFE_ALPHABET.length)]).join("");
        while (table(name).has(keyOf(metadata.namespace, metadata.name)));
      }
      if (typeof metadata.name !== "string")
        throw invalid(resource, "", [
          { field: "metadata.name", reason: "FieldValueRequired", message: "Required value: name or generateName is required" },
        ]);
      if (!resource.namespaced) delete metadata.namespace;
      else if (table("namespaces").get(metadata.namespace ?? "") === undefined)
        throw notFound(mustResource("namespaces"), metadata.namespace ?? "");
      if (table(name).has(keyOf(metadata.namespace, metadata.name))) throw alreadyExists(resource, metadata.name);
      object.apiVersion = resource.groupVersion;
      object.kind = resource.kind;
      metadata.uid = newUid();
      metadata.creationTimestamp = seconds(clock.nowMs());
      delete metadata.deletionTimestamp;
      applyDefaults(name, object);
      prepareForCreate(name, object);
      const errors = validationErrors(name, object, undefined);
      if (errors.length > 0) throw invalid(resource, metadata.name, errors);
      return put(name, object, undefined);
    },
    update(name, object, subresource) {
      const before = table(name).get(keyOf(object.metadata.namespace, object.metadata.name));
      if (before === undefined) throw notFound(mustResource(name), object.metadata.name);
      return write(name, object, before, subresource);
    },
    edit(name, namespace, objectName, change, subresource) {
      const before = table(name).get(keyOf(namespace, objectName));
      if (before === undefined) return undefined;
      const copy = cloneJson(before);
      change(copy);
      return write(name, copy, before, subresource);
    },
    delete(name, namespace, objectName, options: DeleteOptions = {}) {
      const resource = mustResource(name);
      const before = table(name).get(keyOf(namespace, objectName));
      if (before === undefined) throw notFound(resource, objectName);
      if (options.uid !== undefined && options.uid !== before.metadata.uid)
        throw conflict(
          resource,
          objectName,
          `Precondition failed: UID in precondition: ${options.uid}, UID in object meta: ${before.metadata.uid}`,
        );
      if (options.resourceVersion !== undefined && options.resourceVersion !== before.metadata.resourceVersion)
        throw conflict(
          resource,
          objectName,
          `Precondition failed: ResourceVersion in precondition: ${options.resourceVersion}, ResourceVersion in object meta: ${before.metadata.resourceVersion}`,
        );
      const copy = cloneJson(before);
      const finalizers = new Set(copy.metadata.finalizers ?? []);
      if (options.propagationPolicy === "Orphan") finalizers.add("orphan");
      if (options.propagationPolicy === "Foreground") finalizers.add("foregroundDeletion");
      const spec = objectIn(before, "spec");
      const phase = objectIn(before, "status").phase;
      const graceless = name !== "pods" || typeof spec.nodeName !== "string" || phase === "Succeeded" || phase === "Failed";
      const grace = graceless ? 0 : (options.gracePeriodSeconds ?? Number(spec.terminationGracePeriodSeconds ?? 30));
      if (grace === 0 && finalizers.size === 0) return remove(name, before);
      if (before.metadata.deletionTimestamp !== undefined && grace >= (before.metadata.deletionGracePeriodSeconds ?? 0)) return before;
      copy.metadata.deletionTimestamp = seconds(clock.nowMs() + grace * 1000);
      copy.metadata.deletionGracePeriodSeconds = grace;
      if (finalizers.size > 0) copy.metadata.finalizers = [...finalizers];
      if (name === "daemonsets") copy.metadata.generation = (copy.metadata.generation ?? 1) + 1;
      return put(name, copy, before);
    },
    bind(namespace, podName, nodeName) {
      const resource = mustResource("pods");
      const before = table("pods").get(keyOf(namespace, podName));
      if (before === undefined) throw notFound(resource, podName);
      const spec = objectIn(before, "spec");
      if (before.metadata.deletionTimestamp !== undefined)
        throw conflict(resource, podName, `pod ${podName} is being deleted, cannot be assigned to a host`);
      if (typeof spec.nodeName === "string" && spec.nodeName !== "")
        throw conflict(resource, podName, `pod ${podName} is already assigned to node "${spec.nodeName}"`);
      const copy = cloneJson(before);
      copy.spec = { ...spec, nodeName };
      const status = objectIn(copy, "status");
      const conditions = (Array.isArray(status.conditions) ? status.conditions : []).filter(
        (condition) => isJsonObject(condition) && condition.type !== "PodScheduled",
      );
      delete status.nominatedNodeName;
      copy.status = {
        ...status,
        conditions: [
          ...conditions,
          { type: "PodScheduled", status: "True", lastProbeTime: null, lastTransitionTime: seconds(clock.nowMs()) },
        ],
      };
      return put("pods", copy, before);
    },
    subscribe(resource, listener) {
      const set = listeners.get(resource);
      set?.add(listener);
      return () => set?.delete(listener);
    },
    eventsSince: (resource, from) => histories.get(resource)?.since(from),
    expireHistory() {
      for (const history of histories.values()) history.forget(version);
    },
  };
  return store;
}

export { StoreError };
