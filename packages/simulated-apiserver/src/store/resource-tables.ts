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
import { type RevertedObject, restoredEvents } from "./restored-events.ts";

/** The stored objects of one resource. */
export interface ResourceTable {
  readonly resource: Resource;
  readonly objects: ObjectTable;
  readonly history: History;
  readonly listeners: Set<(event: StoreEvent) => void>;
}

export interface ResourceTablesOptions {
  readonly clock: Clock;
  readonly historyMs: number;
  readonly historyCount: number;
}

const FIRST_VERSION = 1000;

const withVersion = (object: StoredObject, version: number): StoredObject =>
  withFields(object, { metadata: withFields(object.metadata, { resourceVersion: String(version) }) });

/**
 * The stored objects. Each write or removal gets the next version, is added to the history, and is sent to the
 * listeners.
 */
export class ResourceTables {
  readonly #clock: Clock;
  readonly #shelves: Map<ResourceName, ResourceTable>;
  readonly #empty: (resource: Resource) => ResourceTable;
  readonly #told: { readonly shelf: ResourceTable; readonly event: StoreEvent }[] = [];
  readonly pods = new PodIndex();
  #version = FIRST_VERSION;
  #isTelling = false;

  constructor({ clock, historyMs, historyCount }: ResourceTablesOptions) {
    this.#clock = clock;
    this.#empty = (resource) => ({
      resource,
      objects: new ObjectTable(),
      history: new History(historyMs, historyCount, FIRST_VERSION),
      listeners: new Set(),
    });
    this.#shelves = new Map(RESOURCES.map((resource) => [resource.name, this.#empty(resource)]));
  }

  /** The latest assigned version. */
  get version(): number {
    return this.#version;
  }

  of(name: ResourceName): ResourceTable {
    const shelf = this.#shelves.get(name);
    if (shelf !== undefined && shelf.resource.custom === undefined) return shelf;
    return this.#custom(name, shelf);
  }

  /**
   * Returns the store of a custom resource, created on first use. It stays with its history after the definition is
   * deleted.
   */
  #custom(name: ResourceName, shelf: ResourceTable | undefined): ResourceTable {
    const definition = this.of("customresourcedefinitions").objects.get(name);
    if (definition === undefined) {
      if (shelf === undefined) throw new Error(`unknown resource ${name}`);
      return shelf;
    }
    if (shelf?.resource.custom?.resourceVersion === definition.metadata.resourceVersion) return shelf;
    const resource = storedResource(definition);
    const made = shelf === undefined ? this.#empty(resource) : { ...shelf, resource };
    this.#shelves.set(name, made);
    return made;
  }

  /** Throws the API's 404. */
  find(shelf: ResourceTable, namespace: string | undefined, name: string): StoredObject {
    const object = shelf.objects.get(storeKeyOf(namespace, name));
    if (object === undefined) throw notFound(shelf.resource, name);
    return object;
  }

  /**
   * Takes ownership of `object`, which may share parts with the previous version, and stores it under the next version.
   */
  put(shelf: ResourceTable, object: StoredObject, previous: StoredObject | undefined): StoredObject {
    this.#version++;
    const stored = deepFreeze(withVersion(object, this.#version));
    shelf.objects.set(storeKeyOf(object.metadata.namespace, object.metadata.name), stored);
    if (shelf.resource.name === "pods") this.pods.change(previous, stored);
    if (previous === undefined) this.#tell(shelf, { type: "ADDED", object: stored, resourceVersion: this.#version });
    else this.#tell(shelf, { type: "MODIFIED", object: stored, previous, resourceVersion: this.#version });
    return stored;
  }

  remove(shelf: ResourceTable, previous: StoredObject): StoredObject {
    this.#version++;
    const last = deepFreeze(withVersion(previous, this.#version));
    shelf.objects.delete(storeKeyOf(previous.metadata.namespace, previous.metadata.name));
    if (shelf.resource.name === "pods") this.pods.change(previous, undefined);
    this.#tell(shelf, { type: "DELETED", object: last, previous, resourceVersion: this.#version });
    return last;
  }

  expireHistory(): void {
    for (const { history } of this.#shelves.values()) history.forget(this.#version, this.#clock.nowMs());
  }

  versionAgo(seconds: number): number | undefined {
    const nowMs = this.#clock.nowMs();
    const histories = [...this.#shelves.values()].map(({ history }) => history);
    const versions = histories.map((history) => history.versionAt(nowMs - seconds * 1000));
    const then = Math.max(...versions.map((each) => each ?? Number.POSITIVE_INFINITY));
    return histories.some((history) => history.since(then, nowMs) === undefined) || then > this.#version ? undefined : then;
  }

  restore(then: number): void {
    const reverted = [...this.#shelves.values()].map((shelf) => ({ shelf, objects: this.#revert(shelf, then) }));
    this.#version = then;
    for (const { history } of this.#shelves.values()) history.restart(then, this.#clock.nowMs());
    // All objects are restored before any listener gets an event.
    for (const { shelf, objects } of reverted)
      for (const object of objects) for (const event of restoredEvents(object, then)) this.#told.push({ shelf, event });
    this.#tellAll();
  }

  /** Restores every object that was written since a version, and returns them. */
  #revert(shelf: ResourceTable, since: number): readonly RevertedObject[] {
    const reverted = new Map<string, RevertedObject>();
    for (const { object, previous: then } of shelf.history.since(since, this.#clock.nowMs()) ?? []) {
      const key = storeKeyOf(object.metadata.namespace, object.metadata.name);
      // The first event after the version holds the object's state at the version.
      if (!reverted.has(key)) reverted.set(key, { now: shelf.objects.get(key), then });
    }
    for (const [key, { now, then }] of reverted) {
      if (then === undefined) shelf.objects.delete(key);
      else shelf.objects.set(key, then);
      if (shelf.resource.name !== "pods") continue;
      const isSame = now?.metadata.uid === then?.metadata.uid;
      if (now !== undefined && !isSame) this.pods.change(now, undefined);
      if (then !== undefined) this.pods.change(isSame ? now : undefined, then);
    }
    return [...reverted.values()];
  }

  /** A listener that writes causes events within an event. They wait, so that every listener gets versions in order. */
  #tell(shelf: ResourceTable, event: StoreEvent): void {
    shelf.history.add(event, this.#clock.nowMs());
    this.#told.push({ shelf, event });
    this.#tellAll();
  }

  #tellAll(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      for (let next = this.#told.shift(); next !== undefined; next = this.#told.shift())
        for (const listener of [...next.shelf.listeners]) listener(next.event);
    } finally {
      this.#isTelling = false;
    }
  }
}
