import type { ResourceName, StoredObject, StoreEvent } from "../objects/contract.ts";
import { storedResource } from "../objects/custom-resources.ts";
import { notFound } from "../objects/failures.ts";
import { deepFreeze, withFields } from "../objects/json.ts";
import type { Resource } from "../objects/resource.ts";
import { RESOURCES } from "../objects/resources.ts";
import type { Clock } from "../time/clock.ts";
import { History } from "./history.ts";
import { ObjectTable, storeKeyOf } from "./object-table.ts";
import { PodIndex } from "./pod-index.ts";

/** The stored objects of one resource. */
export interface ResourceTable {
  readonly resource: Resource;
  readonly objects: ObjectTable;
  readonly history: History;
  readonly listeners: Set<(event: StoreEvent) => void>;
}

interface ResourceTablesOptions {
  readonly clock: Clock;
  readonly historyMs: number;
  readonly historyCount: number;
}

const FIRST_VERSION = 1000;

const withVersion = (object: StoredObject, version: number): StoredObject =>
  withFields(object, { metadata: withFields(object.metadata, { resourceVersion: String(version) }) });

/** The states of one object before and after a restore of older state. */
interface RevertedObject {
  readonly current: StoredObject | undefined;
  readonly older: StoredObject | undefined;
}

/**
 * Returns the events that a controller gets for one object when it lists again and finds an older state. An object
 * created again under its name is another object. Source: client-go tools/cache, Replace of the event queue.
 */
function restoredEvents({ current, older }: RevertedObject, resourceVersion: number): readonly StoreEvent[] {
  const common = { resourceVersion, restored: true } as const;
  if (current !== undefined && older !== undefined && current.metadata.uid === older.metadata.uid)
    return current === older ? [] : [{ type: "MODIFIED", object: older, previous: current, ...common }];
  return [
    ...(current === undefined ? [] : [{ type: "DELETED", object: current, previous: current, ...common } as const]),
    ...(older === undefined ? [] : [{ type: "ADDED", object: older, ...common } as const]),
  ];
}

/**
 * The stored objects. Each write or removal gets the next version, is added to the history, and is sent to the
 * listeners.
 */
export class ResourceTables {
  readonly #clock: Clock;
  readonly #tables: Map<ResourceName, ResourceTable>;
  readonly #empty: (resource: Resource) => ResourceTable;
  readonly #pendingEvents: { readonly table: ResourceTable; readonly event: StoreEvent }[] = [];
  readonly pods = new PodIndex();
  #version = FIRST_VERSION;
  #isPublishing = false;

  constructor({ clock, historyMs, historyCount }: ResourceTablesOptions) {
    this.#clock = clock;
    this.#empty = (resource) => ({
      resource,
      objects: new ObjectTable(),
      history: new History(historyMs, historyCount, FIRST_VERSION),
      listeners: new Set(),
    });
    this.#tables = new Map(RESOURCES.map((resource) => [resource.name, this.#empty(resource)]));
  }

  /** The latest assigned version. */
  get version(): number {
    return this.#version;
  }

  of(name: ResourceName): ResourceTable {
    const table = this.#tables.get(name);
    if (table !== undefined && table.resource.custom === undefined) return table;
    return this.#custom(name, table);
  }

  /**
   * Returns the table of a custom resource, created on first use. The table and its history stay after the definition
   * is deleted.
   */
  #custom(name: ResourceName, table: ResourceTable | undefined): ResourceTable {
    const definition = this.of("customresourcedefinitions").objects.get(name);
    if (definition === undefined) {
      if (table === undefined) throw new Error(`unknown resource ${name}`);
      return table;
    }
    if (table?.resource.custom?.resourceVersion === definition.metadata.resourceVersion) return table;
    const resource = storedResource(definition);
    const created = table === undefined ? this.#empty(resource) : { ...table, resource };
    this.#tables.set(name, created);
    return created;
  }

  /** Throws the API's 404. */
  find(table: ResourceTable, namespace: string | undefined, name: string): StoredObject {
    const object = table.objects.get(storeKeyOf(namespace, name));
    if (object === undefined) throw notFound(table.resource, name);
    return object;
  }

  /**
   * Takes ownership of `object`, which may share parts with the previous version, and stores it under the next version.
   */
  put(table: ResourceTable, object: StoredObject, previous: StoredObject | undefined): StoredObject {
    this.#version++;
    const stored = deepFreeze(withVersion(object, this.#version));
    table.objects.set(storeKeyOf(object.metadata.namespace, object.metadata.name), stored);
    if (table.resource.name === "pods") this.pods.change(previous, stored);
    if (previous === undefined) this.#publish(table, { type: "ADDED", object: stored, resourceVersion: this.#version });
    else this.#publish(table, { type: "MODIFIED", object: stored, previous, resourceVersion: this.#version });
    return stored;
  }

  remove(table: ResourceTable, previous: StoredObject): StoredObject {
    this.#version++;
    const last = deepFreeze(withVersion(previous, this.#version));
    table.objects.delete(storeKeyOf(previous.metadata.namespace, previous.metadata.name));
    if (table.resource.name === "pods") this.pods.change(previous, undefined);
    this.#publish(table, { type: "DELETED", object: last, previous, resourceVersion: this.#version });
    return last;
  }

  expireHistory(): void {
    for (const { history } of this.#tables.values()) history.forget(this.#version, this.#clock.nowMs());
  }

  versionAgo(seconds: number): number | undefined {
    const nowMs = this.#clock.nowMs();
    const histories = [...this.#tables.values()].map(({ history }) => history);
    const versions = histories.map((history) => history.versionAt(nowMs - seconds * 1000));
    const version = Math.max(...versions.map((each) => each ?? Number.POSITIVE_INFINITY));
    return histories.some((history) => history.since(version, nowMs) === undefined) || version > this.#version ? undefined : version;
  }

  restore(version: number): void {
    const reverted = [...this.#tables.values()].map((table) => ({ table, objects: this.#revert(table, version) }));
    this.#version = version;
    for (const { history } of this.#tables.values()) history.restart(version, this.#clock.nowMs());
    // All objects are restored before any listener gets an event.
    for (const { table, objects } of reverted)
      for (const object of objects) for (const event of restoredEvents(object, version)) this.#pendingEvents.push({ table, event });
    this.#publishPending();
  }

  /** Restores every object that was written since a version, and returns these objects. */
  #revert(table: ResourceTable, version: number): readonly RevertedObject[] {
    const reverted = new Map<string, RevertedObject>();
    for (const { object, previous: older } of table.history.since(version, this.#clock.nowMs()) ?? []) {
      const key = storeKeyOf(object.metadata.namespace, object.metadata.name);
      // The first event after the version holds the object's state at the version.
      if (!reverted.has(key)) reverted.set(key, { current: table.objects.get(key), older });
    }
    for (const [key, { current, older }] of reverted) {
      if (older === undefined) table.objects.delete(key);
      else table.objects.set(key, older);
      if (table.resource.name !== "pods") continue;
      const isSame = current?.metadata.uid === older?.metadata.uid;
      if (current !== undefined && !isSame) this.pods.change(current, undefined);
      if (older !== undefined) this.pods.change(isSame ? current : undefined, older);
    }
    return [...reverted.values()];
  }

  /** Events of a write by a listener wait, so that every listener gets versions in order. */
  #publish(table: ResourceTable, event: StoreEvent): void {
    table.history.add(event, this.#clock.nowMs());
    this.#pendingEvents.push({ table, event });
    this.#publishPending();
  }

  #publishPending(): void {
    if (this.#isPublishing) return;
    this.#isPublishing = true;
    try {
      for (let next = this.#pendingEvents.shift(); next !== undefined; next = this.#pendingEvents.shift())
        for (const listener of [...next.table.listeners]) listener(next.event);
    } finally {
      this.#isPublishing = false;
    }
  }
}
