import type { StoredObject, StoreEvent } from "../objects/contract.ts";

/** The states of one object before and after a restore of older state. */
export interface RevertedObject {
  readonly now: StoredObject | undefined;
  readonly then: StoredObject | undefined;
}

/**
 * Returns the events that a controller gets for one object when it lists again and finds an older state. An object
 * created again under its name is another object. Source: client-go tools/cache, Replace of the event queue.
 */
export function restoredEvents({ now, then }: RevertedObject, resourceVersion: number): readonly StoreEvent[] {
  const common = { resourceVersion, restored: true } as const;
  if (now !== undefined && then !== undefined && now.metadata.uid === then.metadata.uid)
    return now === then ? [] : [{ type: "MODIFIED", object: then, previous: now, ...common }];
  return [
    ...(now === undefined ? [] : [{ type: "DELETED", object: now, previous: now, ...common } as const]),
    ...(then === undefined ? [] : [{ type: "ADDED", object: then, ...common } as const]),
  ];
}
