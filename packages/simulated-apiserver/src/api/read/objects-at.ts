import type { ResourceName, Store, StoredObject } from "../../objects/contract.ts";
import { storeKeyOf } from "../../store/object-table.ts";

const keyOfObject = ({ metadata }: StoredObject): string => storeKeyOf(metadata.namespace, metadata.name);

/**
 * Returns all objects at a version, in key order; undefined if history does not reach back that far. O(objects + events
 * since).
 */
export function objectsAt(
  store: Store,
  resource: ResourceName,
  namespace: string | undefined,
  version: number,
): readonly StoredObject[] | undefined {
  const events = store.eventsSince(resource, version);
  if (events === undefined) return undefined;
  const now = store.list(resource, namespace);
  // The first event after the version holds the object's state at the version.
  const touched = new Map<string, StoredObject | undefined>();
  for (const { object, previous } of events) {
    if (namespace !== undefined && object.metadata.namespace !== namespace) continue;
    const key = keyOfObject(object);
    if (!touched.has(key)) touched.set(key, previous);
  }
  if (touched.size === 0) return now;
  const then = now.filter((object) => !touched.has(keyOfObject(object)));
  for (const object of touched.values()) if (object !== undefined) then.push(object);
  return sortByKey(then);
}

function sortByKey(objects: readonly StoredObject[]): readonly StoredObject[] {
  const keyed = objects.map((object) => ({ key: keyOfObject(object), object }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ object }) => object);
}

/** Returns the index of the first object, in key order, whose key is at or after `start`. */
export function indexAtOrAfter(objects: readonly StoredObject[], start: string): number {
  let low = 0;
  let high = objects.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const object = objects[middle];
    if (object !== undefined && keyOfObject(object) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the first key after an object's. */
export function keyAfter(object: StoredObject): string {
  return `${keyOfObject(object)}\0`;
}
