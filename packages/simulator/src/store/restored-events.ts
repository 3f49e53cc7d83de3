import type { StoredObject, StoreEvent } from "../objects/contract.ts";

/** What one object was before a restart with older state, and what it is after it. */
export interface Reverted {
  readonly now: StoredObject | undefined;
  readonly then: StoredObject | undefined;
}

/** What a controller hears of one object when it lists anew and finds an older state: an object that was made again under its name is another one.
 *  Source: client-go tools/cache, Replace of the event queue. */
export function restoredEvents({ now, then }: Reverted, resourceVersion: number): readonly StoreEvent[] {
  const told = { resourceVersion, restored: true } as const;
  if (now !== undefined && then !== undefined && now.metadata.uid === then.metadata.uid)
    return now === then ? [] : [{ type: "MODIFIED", object: then, previous: now, ...told }];
  return [
    ...(now === undefined ? [] : [{ type: "DELETED", object: now, previous: now, ...told } as const]),
    ...(then === undefined ? [] : [{ type: "ADDED", object: then, ...told } as const]),
  ];
}
