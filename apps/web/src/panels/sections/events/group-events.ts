import type { EventEntry } from "@daemonscope/shared/http/answers";

/** Equal events of several objects. */
export interface EventGroup {
  readonly key: string;
  /** The newest event of the group; its message is shown. */
  readonly first: EventEntry;
  /** Events of the group, newest first. */
  readonly objects: readonly EventEntry[];
  readonly count: number;
  readonly firstSeenMs: number | undefined;
  readonly lastSeenMs: number | undefined;
}

export interface EventFilter {
  readonly type: string | undefined;
  readonly find: string;
}

const UID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const comparableMessage = ({ message, name }: EventEntry): string => message.replaceAll(name, "\u0000").replace(UID, "\u0000");
const newest = (a: number | undefined, b: number | undefined) => (a === undefined ? b : b === undefined ? a : Math.max(a, b));
const oldest = (a: number | undefined, b: number | undefined) => (a === undefined ? b : b === undefined ? a : Math.min(a, b));

function isWanted(event: EventEntry, { type, find }: EventFilter): boolean {
  if (type !== undefined && event.type !== type) return false;
  const words = find.toLowerCase().trim().split(/\s+/);
  const text =
    `${event.reason} ${event.kind} ${event.namespace ?? ""}/${event.name} ${event.component ?? ""} ${event.message}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Groups equal events that match: those of objects of one DaemonSet, or of one kind and namespace. `events` are
 *  newest first, and so are the groups. */
export function groupEvents(events: readonly EventEntry[], filter: EventFilter): readonly EventGroup[] {
  const groups = new Map<string, EventGroup>();
  for (const event of events) {
    if (!isWanted(event, filter)) continue;
    const about = event.daemonSet ?? `${event.kind} ${event.namespace ?? ""}`;
    const key = JSON.stringify([event.type, event.reason, event.kind, about, comparableMessage(event)]);
    const group = groups.get(key);
    groups.set(key, {
      key,
      first: group?.first ?? event,
      objects: group === undefined ? [event] : [...group.objects, event],
      count: (group?.count ?? 0) + event.count,
      firstSeenMs: oldest(group?.firstSeenMs, event.firstSeenMs),
      lastSeenMs: newest(group?.lastSeenMs, event.lastSeenMs),
    });
  }
  return [...groups.values()];
}
