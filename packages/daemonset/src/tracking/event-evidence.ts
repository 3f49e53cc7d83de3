import { appendTo } from "@daemonscope/kube/base/append-to";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { KubeEvent } from "@daemonscope/kube/objects";
import { cutText } from "@daemonscope/kube/values/cut-text";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { compareVersions } from "@daemonscope/kube/values/resource-version";
import { timeMs } from "@daemonscope/kube/values/time";
import type { PodFacts } from "../pods/pod-facts.ts";
import { type EventFact, MAX_FACT_MESSAGE_LENGTH } from "../records/event-fact.ts";
import { COMBINED, CREATE_ERROR, CREATE_ERROR_LIFETIME_MS, EVENT_LIFETIME_MS, evidenceOf, podEventEndMs } from "./event-reasons.ts";

/** An event and the time of its last occurrence. */
interface KeptEvent {
  readonly event: KubeEvent;
  readonly lastAtMs: number;
}

/** The facts of an object, and when the first of them stops to hold. */
interface HeldFacts {
  readonly facts: readonly EventFact[];
  readonly untilMs: number;
}

interface EventBounds {
  readonly maxEvents: number;
  readonly maxEventsPerObject: number;
  readonly maxFactsPerObject: number;
}

const BOUNDS: EventBounds = { maxEvents: 10_000, maxEventsPerObject: 16, maxFactsPerObject: 4 };
/** Clocks of a cluster differ by seconds. A later time is that of the arrival, so that no event stays forever. */
const MAX_AHEAD_MS = 60_000;

/** The memory as plain data. */
export type SavedEvidence = readonly KubeEvent[];

/** Newest first. Times have whole seconds, so events of one second are ordered by their writes. Uids make the order
 *  total, so that it does not depend on arrival. */
const compareKept = (a: KeptEvent, b: KeptEvent): number =>
  b.lastAtMs - a.lastAtMs ||
  compareVersions(b.event.metadata.resourceVersion, a.event.metadata.resourceVersion) ||
  compareTexts(a.event.metadata.uid, b.event.metadata.uid);

const compareGroups = ([a]: readonly KeptEvent[], [b]: readonly KeptEvent[]): number =>
  a === undefined || b === undefined ? 0 : compareKept(a, b);

function isAbout({ involved }: KubeEvent, { namespace, name }: { readonly namespace: string; readonly name: string }): boolean {
  return involved.namespace === namespace && involved.name === name;
}

/** Merges events with one reason, the newest first. A recorder combines and drops events, so the sum of several is a
 *  lower bound. Source: client-go tools/record/events_cache.go. */
function factOf(events: readonly KeptEvent[]): EventFact | undefined {
  const [newest] = events;
  if (newest === undefined) return undefined;
  const { involved, reason, message, metadata } = newest.event;
  const isCombined = events.some(({ event }) => event.message.startsWith(COMBINED));
  let count = 0;
  let firstAtMs = newest.lastAtMs;
  for (const { event } of events) {
    count += event.count;
    firstAtMs = Math.min(firstAtMs, timeMs(event.firstSeen) ?? timeMs(event.metadata.creationTimestamp) ?? firstAtMs);
  }
  return {
    involved: {
      kind: involved.kind === "DaemonSet" ? "DaemonSet" : "Pod",
      namespace: metadata.namespace,
      name: involved.name,
      uid: involved.uid ?? "",
    },
    ...(involved.container === undefined ? {} : { container: involved.container }),
    reason,
    message: cutText(message.startsWith(COMBINED) ? message.slice(COMBINED.length) : message, MAX_FACT_MESSAGE_LENGTH),
    count,
    ...(isCombined || events.length > 1 ? { atLeast: true as const } : {}),
    firstAtMs,
    lastAtMs: newest.lastAtMs,
  };
}

/** Returns the time from which a failure to create a pod no longer holds. */
export const createErrorEndMs = ({ lastAtMs }: EventFact): number => lastAtMs + CREATE_ERROR_LIFETIME_MS;

const groupKeyOf = ({ reason, message, involved }: KubeEvent): string =>
  JSON.stringify([reason, involved.container, message.startsWith(COMBINED) ? message.slice(COMBINED.length) : message]);

/** Keeps the events about pods and DaemonSets as evidence of causes (rules K3 and K4). Bounded per object and in total:
 *  the oldest events go first. */
export class EventEvidence {
  readonly #bounds: EventBounds;
  /** By the uid of the object: its events, newest first. */
  readonly #byObject = new Map<string, readonly KeptEvent[]>();
  #size = 0;

  constructor(saved: SavedEvidence = [], nowMs = 0, bounds = BOUNDS) {
    this.#bounds = bounds;
    for (const event of saved) this.put(event, nowMs);
  }

  /** The number of events. */
  get size(): number {
    return this.#size;
  }

  /** Returns the events that may still hold, in an order that does not depend on arrival. */
  saved(nowMs: number): SavedEvidence {
    const uids = [...this.#byObject.keys()].sort();
    return uids.flatMap((uid) =>
      (this.#byObject.get(uid) ?? []).flatMap(({ event, lastAtMs }) => (lastAtMs + EVENT_LIFETIME_MS > nowMs ? [event] : [])),
    );
  }

  /** Keeps the latest form of an event. Returns whether the events of its object changed. */
  put(event: KubeEvent, nowMs: number): boolean {
    const seenAtMs = timeMs(event.lastSeen);
    const compact = evidenceOf(event);
    const { uid } = event.involved;
    if (uid === undefined || compact === undefined || seenAtMs === undefined) return false;
    const kept = this.#byObject.get(uid) ?? [];
    const known = kept.find((each) => each.event.metadata.uid === event.metadata.uid);
    if (seenAtMs + EVENT_LIFETIME_MS <= nowMs) {
      if (known === undefined) return false;
      this.#keep(
        uid,
        kept.filter((each) => each !== known),
      );
      return true;
    }
    const isAhead = seenAtMs > nowMs + MAX_AHEAD_MS;
    const next = {
      event: isAhead ? { ...compact, lastSeen: new Date(nowMs).toISOString() } : compact,
      lastAtMs: isAhead ? nowMs : seenAtMs,
    };
    if (known !== undefined && isEqualJson(known.event, next.event)) return false;
    const others = kept.filter((each) => each !== known);
    this.#keep(uid, [...others, next].sort(compareKept).slice(0, this.#bounds.maxEventsPerObject));
    while (this.#size > this.#bounds.maxEvents) this.#evictOldest();
    return true;
  }

  /** Forgets a pod or a DaemonSet. */
  drop(uid: string): void {
    this.#keep(uid, []);
  }

  /** Forgets the creation errors of a DaemonSet before the creation of one of its pods. Returns whether there were
   *  any. */
  podCreated(daemonSetUid: string, createdAtMs: number): boolean {
    const kept = this.#byObject.get(daemonSetUid);
    if (kept === undefined) return false;
    const rest = kept.filter(({ event, lastAtMs }) => event.reason !== CREATE_ERROR || lastAtMs >= createdAtMs);
    if (rest.length === kept.length) return false;
    this.#keep(daemonSetUid, rest);
    return true;
  }

  /** Returns the facts about pods that hold, newest first; undefined if there are none. */
  ofPods(pods: readonly PodFacts[], nowMs: number): HeldFacts | undefined {
    if (this.#size === 0) return undefined;
    let untilMs = Number.POSITIVE_INFINITY;
    const groups: KeptEvent[][] = [];
    for (const pod of pods) {
      const ofPod = new Map<string, KeptEvent[]>();
      for (const each of this.#byObject.get(pod.uid) ?? []) {
        const endMs = podEventEndMs(each.event.reason, each.lastAtMs, pod);
        if (endMs === undefined || endMs <= nowMs || !isAbout(each.event, pod)) continue;
        untilMs = Math.min(untilMs, endMs);
        appendTo(ofPod, groupKeyOf(each.event), each);
      }
      groups.push(...[...ofPod.values()].slice(0, this.#bounds.maxFactsPerObject));
    }
    if (groups.length === 0) return undefined;
    return { facts: groups.sort(compareGroups).flatMap((events) => factOf(events) ?? []), untilMs };
  }

  /** Returns the newest failure to create a pod of a DaemonSet that holds. Each try has another pod name in its
   *  message, so the events are merged by their reason. */
  createError(
    daemonSet: { readonly namespace: string; readonly name: string; readonly uid: string },
    nowMs: number,
  ): EventFact | undefined {
    const errors = this.#byObject
      .get(daemonSet.uid)
      ?.filter(({ event, lastAtMs }) => event.reason === CREATE_ERROR && lastAtMs + EVENT_LIFETIME_MS > nowMs && isAbout(event, daemonSet));
    const fact = factOf(errors ?? []);
    return fact !== undefined && createErrorEndMs(fact) > nowMs ? fact : undefined;
  }

  /** Events about objects that exist, for another model. */
  *events(): Iterable<KubeEvent> {
    for (const kept of this.#byObject.values()) for (const { event } of kept) yield event;
  }

  #keep(uid: string, next: readonly KeptEvent[]): void {
    this.#size += next.length - (this.#byObject.get(uid)?.length ?? 0);
    if (next.length === 0) this.#byObject.delete(uid);
    else this.#byObject.set(uid, next);
  }

  /** O(objects), over one number each. Runs only for an event above the limit. */
  #evictOldest(): void {
    let oldestUid: string | undefined;
    let oldest: KeptEvent | undefined;
    for (const [uid, kept] of this.#byObject) {
      const last = kept.at(-1);
      if (last === undefined || (oldest !== undefined && compareKept(last, oldest) < 0)) continue;
      oldest = last;
      oldestUid = uid;
    }
    if (oldestUid !== undefined) this.#keep(oldestUid, this.#byObject.get(oldestUid)?.slice(0, -1) ?? []);
  }
}
