import { NODE_SHUTDOWN, shutdownDeletions, withoutShutdownChurn } from "@daemonscope/daemonset/tracking/shutdown-churn";
import type { EventEntry } from "@daemonscope/shared/http/answers";
import { namespaceInQuery } from "../../bar/namespace-of.ts";

/** Equal events of several objects. */
export interface EventGroup {
  readonly key: string;
  /** The newest event of the group. */
  readonly first: EventEntry;
  /** What the messages of all events have in common. */
  readonly message: string;
  /** The newest event of each object on each node, newest first. Its count is the sum of the object's events. */
  readonly objects: readonly EventEntry[];
  readonly count: number;
  readonly lastSeenMs: number | undefined;
  /** A node that shuts down ends or rejects the pods: no agent fails. */
  readonly isShutdown: boolean;
}

/** Warnings, the most frequent first and those that only repeat a reason last, and all other events, newest first. */
interface GroupedEvents {
  readonly warnings: readonly EventGroup[];
  readonly normal: readonly EventGroup[];
}

/** Parts of a message that differ between equal events: UIDs, IP addresses, durations, suffixes of generated names. */
const VARIABLE = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+(\.\d+){3}|\b(\d+(\.\d+)?(ms|[smh]))+|-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g;

/** Prefix of messages that the event recorder of a client merged. */
const MERGED = "(combined from similar events): ";

/** Last word of a message of the scheduler: a node, also of a pod that is gone. */
const PLACE = / to \S+$/;

function comparableMessage({ reason, message, name, node }: EventEntry): string {
  if (reason === "Scheduled") return message.replaceAll(name, "\u0000").replace(PLACE, "");
  const withoutName = message.replace(MERGED, "").replaceAll(name, "\u0000");
  return (node === undefined ? withoutName : withoutName.replaceAll(node, "\u0000")).replace(VARIABLE, "\u0000");
}

/** A pod and a node that differ between the messages. The rows below name them. */
const DIFFERING_PLACE = / on node …| …(?= on node …)/g;

/** Returns a message with an ellipsis for each word that the other message has not, without a pod and its node. */
function commonMessage(message: string, other: string): string {
  const words = message.split(" ");
  const others = other.split(" ");
  if (words.length !== others.length) return message;
  return words
    .map((word, at) => (word === others[at] ? word : `…${/[,.;:]*$/.exec(word)?.[0]}`))
    .join(" ")
    .replace(DIFFERING_PLACE, "");
}

/** Returns the message of an event. A merged one names only the last of many objects. */
const ownMessage = ({ message }: EventEntry): string =>
  message.startsWith(MERGED) ? message.slice(MERGED.length).replace(/\S+-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, "…") : message;

/** A message of the kubelet without an explanation: `Error: ErrImagePull`. Another event of the pod has it. */
const SHORT = /^Error: (\w+)$/;
const isShort = ({ first: { message } }: EventGroup): boolean => SHORT.test(message);

/** Returns the word of a group: the state in a short message, because its events have the reason `Failed` of others. */
export const nameOfGroup = ({ first: { message, reason } }: EventGroup): string => SHORT.exec(message)?.[1] ?? reason;

const newest = (a: number | undefined, b: number | undefined) => (a === undefined ? b : b === undefined ? a : Math.max(a, b));

function isWanted(event: EventEntry, find: string): boolean {
  const namespace = namespaceInQuery(find);
  if (namespace !== undefined) return event.namespace === namespace;
  const words = find.toLowerCase().trim().split(/\s+/);
  const text =
    `${event.reason} ${event.kind} ${event.namespace ?? ""}/${event.name} ${event.component ?? ""} ${event.message}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function withEvent(objects: readonly EventEntry[], event: EventEntry): readonly EventEntry[] {
  const at = objects.findIndex(
    ({ kind, namespace, name, node }) => kind === event.kind && namespace === event.namespace && name === event.name && node === event.node,
  );
  const known = objects[at];
  return known === undefined ? [...objects, event] : objects.with(at, { ...known, count: known.count + event.count });
}

/** Groups equal events that match: those of objects of one DaemonSet, or of one kind and namespace. `events` are
 *  newest first. */
export function groupEvents(events: readonly EventEntry[], find: string): GroupedEvents {
  const groups = new Map<string, EventGroup>();
  const isShutdownDeletion = shutdownDeletions(events);
  for (const event of withoutShutdownChurn(events, (each) => each)) {
    if (!isWanted(event, find)) continue;
    const about = event.daemonSet ?? `${event.kind} ${event.namespace ?? ""}`;
    const isShutdown = event.reason === NODE_SHUTDOWN || isShutdownDeletion(event);
    const key = JSON.stringify([event.type, event.reason, event.kind, about, comparableMessage(event), isShutdown]);
    const group = groups.get(key);
    groups.set(key, {
      key,
      first: group?.first ?? event,
      message: group === undefined ? ownMessage(event) : commonMessage(group.message, ownMessage(event)),
      objects: withEvent(group?.objects ?? [], event),
      count: (group?.count ?? 0) + event.count,
      lastSeenMs: newest(group?.lastSeenMs, event.lastSeenMs),
      isShutdown,
    });
  }
  const all = [...groups.values()];
  return {
    warnings: all
      .filter(({ first }) => first.type === "Warning")
      .sort((a, b) => Number(isShort(a)) - Number(isShort(b)) || b.count - a.count),
    normal: all.filter(({ first }) => first.type !== "Warning"),
  };
}

/** Returns the number of events in the groups. */
export const countEvents = (groups: readonly EventGroup[]): number => groups.reduce((sum, { count }) => sum + count, 0);
