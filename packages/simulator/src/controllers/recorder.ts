import { fnv64Hex } from "@daemonscope/kube/values/fnv";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { timestamp } from "@daemonscope/simulated-apiserver/objects/timestamp";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import { microTime } from "./micro-time.ts";

const SIMILAR_LIMIT = 10;
const SIMILAR_WINDOW_MS = 600_000;
const BURST = 25;
const REFILL_MS = 300_000;
const SERIES_WINDOW_MS = 360_000;
const NOTE_BYTES = 1024;
export const EVENT_TTL_MS = 3_600_000;

type EventType = "Normal" | "Warning";

/** The node that an event comes from, and the part of the object that it is about. */
interface EventOrigin {
  readonly host?: string;
  readonly fieldPath?: string;
}

interface Budget {
  tokens: number;
  atMs: number;
}

/**
 * Writes Events like client-go's two recorders, and deletes them after an hour like the API server. Events before
 * `writeFromMs` are not written, because they would expire before any reader sees them.
 */
export class EventRecorder {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #writeFromMs: number;
  readonly #similar = new Map<string, { readonly messages: Set<string>; atMs: number }>();
  readonly #budget = new Map<string, Budget>();
  #sweeping = false;

  constructor(store: Store, clock: Clock, writeFromMs: number) {
    this.#store = store;
    this.#clock = clock;
    this.#writeFromMs = writeFromMs;
  }

  /**
   * Records an event like the recorder of the core API. It counts equal events and combines similar ones after ten.
   * Each object may have a burst of 25 events of each type, then one every five minutes. Source: client-go
   * tools/record/events_cache.go.
   */
  record(involved: StoredObject, type: EventType, reason: string, message: string, component: string, origin: EventOrigin = {}): void {
    const nowMs = this.#clock.nowMs();
    const { metadata } = involved;
    if (nowMs < this.#writeFromMs || !this.#spend(`${component} ${metadata.uid} ${type}`, nowMs)) return;
    const group = `${component} ${metadata.uid} ${type} ${reason}`;
    const combined = this.#isCombined(group, message, nowMs);
    const text = combined ? `(combined from similar events): ${message}` : message;
    const { host, fieldPath } = origin;
    const about = fieldPath === undefined ? group : `${group} ${fieldPath}`;
    const name = `${metadata.name}.${fnv64Hex(combined ? about : `${about} ${message}`)}`;
    const now = timestamp(nowMs);
    const counted = this.#store.edit("events", metadata.namespace ?? "default", name, (event) => {
      event.count = Number(event.count ?? 1) + 1;
      event.lastTimestamp = now;
      event.message = text;
    });
    if (counted !== undefined) return;
    this.#create(
      involved,
      name,
      {
        reason,
        message: text,
        type,
        count: 1,
        firstTimestamp: now,
        lastTimestamp: now,
        source: { component, ...(host === undefined ? {} : { host }) },
        reportingComponent: component,
      },
      fieldPath,
    );
  }

  /**
   * Records an event like the recorder of events.k8s.io, which the scheduler uses. It has an eventTime instead of a
   * first time, and repetitions form a series. Source: client-go tools/events/event_recorder.go.
   */
  recordSeries(involved: StoredObject, type: EventType, reason: string, action: string, note: string, controller: string): void {
    const nowMs = this.#clock.nowMs();
    if (nowMs < this.#writeFromMs) return;
    const name = `${involved.metadata.name}.${fnv64Hex(`${controller} ${involved.metadata.uid} ${reason} ${note}`)}`;
    const micros = microTime(nowMs);
    const present = this.#store.get("events", involved.metadata.namespace ?? "default", name);
    if (present !== undefined && nowMs - lastSeenMs(present) <= SERIES_WINDOW_MS) {
      this.#store.edit("events", present.metadata.namespace, name, (event) => {
        const series = event.series as { count: number } | undefined;
        event.series = { count: (series?.count ?? 1) + 1, lastObservedTime: micros };
      });
      return;
    }
    if (present !== undefined) this.#store.delete("events", present.metadata.namespace, name);
    const message = note.length > NOTE_BYTES ? `${note.slice(0, NOTE_BYTES - 4)} ...` : note;
    this.#create(involved, name, {
      reason,
      action,
      message,
      type,
      eventTime: micros,
      firstTimestamp: null,
      lastTimestamp: null,
      source: {},
      reportingComponent: controller,
      reportingInstance: `${controller}-simulated`,
    });
  }

  #create(involved: StoredObject, name: string, fields: Record<string, unknown>, fieldPath?: string): void {
    const { kind, apiVersion, metadata } = involved;
    this.#store.create("events", {
      metadata: { name, namespace: metadata.namespace ?? "default" },
      involvedObject: {
        kind,
        ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
        name: metadata.name,
        uid: metadata.uid,
        apiVersion,
        resourceVersion: metadata.resourceVersion,
        ...(fieldPath === undefined ? {} : { fieldPath }),
      },
      ...fields,
    });
    if (this.#sweeping) return;
    this.#sweeping = true;
    this.#clock.after(EVENT_TTL_MS, () => this.#sweep());
  }

  /**
   * Reports whether a message joins the combined event: ten different messages of the reason came before it. A pause of
   * more than ten minutes starts a new count.
   */
  #isCombined(group: string, message: string, nowMs: number): boolean {
    let similar = this.#similar.get(group);
    if (similar === undefined || nowMs - similar.atMs > SIMILAR_WINDOW_MS) {
      similar = { messages: new Set(), atMs: nowMs };
      this.#similar.set(group, similar);
    }
    similar.atMs = nowMs;
    if (similar.messages.size < SIMILAR_LIMIT || similar.messages.has(message)) {
      similar.messages.add(message);
      return false;
    }
    return true;
  }

  #spend(key: string, nowMs: number): boolean {
    const budget = this.#budget.get(key) ?? { tokens: BURST, atMs: nowMs };
    budget.tokens = Math.min(BURST, budget.tokens + (nowMs - budget.atMs) / REFILL_MS);
    budget.atMs = nowMs;
    this.#budget.set(key, budget);
    if (budget.tokens < 1) return false;
    budget.tokens--;
    return true;
  }

  /** Deletes expired entries here and events in the store. Runs again while any events are left. */
  #sweep(): void {
    const nowMs = this.#clock.nowMs();
    let next = Number.POSITIVE_INFINITY;
    for (const event of this.#store.list("events")) {
      const leftMs = lastSeenMs(event) + EVENT_TTL_MS - nowMs;
      if (leftMs <= 0) this.#store.delete("events", event.metadata.namespace, event.metadata.name);
      else next = Math.min(next, leftMs);
    }
    for (const [key, { atMs }] of this.#similar) if (nowMs - atMs > SIMILAR_WINDOW_MS) this.#similar.delete(key);
    for (const [key, { atMs }] of this.#budget) if (nowMs - atMs > BURST * REFILL_MS) this.#budget.delete(key);
    this.#sweeping = Number.isFinite(next);
    // One sweep checks all entries, so it does not run at the expiry of each one.
    if (this.#sweeping) this.#clock.after(Math.max(next, 60_000), () => this.#sweep());
  }
}

function lastSeenMs(event: StoredObject): number {
  const series = event.series as { readonly lastObservedTime?: string } | undefined;
  for (const time of [series?.lastObservedTime, event.lastTimestamp, event.eventTime])
    if (typeof time === "string") return Date.parse(time);
  return Date.parse(event.metadata.creationTimestamp);
}
