import { type ClusterEvent, type DropEvent, eventKeyOf, type PutEvent } from "@daemonscope/daemonset/model/cluster-event";
import { errorMessage } from "@daemonscope/kube/base/error-message";
import { Backpressure } from "@daemonscope/kube-client/flow-control/backpressure";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { ClusterWatch } from "../watch/cluster-watch.ts";

/** A queued event that the model rejected. */
interface DeferredFailure {
  readonly event: PutEvent | DropEvent;
  readonly cause: unknown;
  /** True if no later event concerns the same object. */
  readonly isLatest: boolean;
}

/** Receives an event that arrived at `nowMs` on the cluster's clock. */
type TimedEventSink = (event: ClusterEvent, nowMs: number) => void;

interface QueuedEvent {
  readonly event: ClusterEvent;
  readonly nowMs: number;
}

const objectOf = (event: PutEvent | DropEvent): string => `${event.kind} ${event.do === "put" ? eventKeyOf(event) : event.key}`;

/**
 * Queue between the events of a cluster and their model. It is paused during a sliced tick, and events wait in
 * order for its end. So a sliced tick gives the result of an unsliced one, also in a replay of the log (L1). The
 * pressure shows the reader of the cluster how many events wait.
 */
export class EventQueue {
  readonly pressure: Backpressure;
  #deliver: TimedEventSink = () => {
    throw new Error("an event came before the queue was connected");
  };
  #onDeferredFailure: (failure: DeferredFailure) => void = ({ cause }) => {
    throw cause;
  };
  #waiting: QueuedEvent[] | undefined;
  /** The latest waiting event of each object. */
  readonly #latest = new Map<string, ClusterEvent>();
  /** Number of events since the last partial drain of this pause; undefined before the first one. */
  #arrivedSince: number | undefined;

  /** `pressure`: shared by queues that receive from the same reader. */
  constructor(pressure = new Backpressure()) {
    this.pressure = pressure;
  }

  get isPaused(): boolean {
    return this.#waiting !== undefined;
  }

  /** Sets the receiver. Call once, before the first event. `onDeferredFailure` default: throws the cause. */
  connect(deliver: TimedEventSink, onDeferredFailure = this.#onDeferredFailure): void {
    this.#deliver = deliver;
    this.#onDeferredFailure = onDeferredFailure;
  }

  /**
   * Delivers an event at once, and throws what the receiver throws. In a paused queue the event waits. A failure of a
   * put or a drop then becomes a DeferredFailure, because the caller has returned.
   */
  push(event: ClusterEvent, nowMs: number): void {
    if (this.#waiting === undefined) return this.#deliver(event, nowMs);
    this.#waiting.push({ event, nowMs });
    if (event.do === "put" || event.do === "drop") this.#latest.set(objectOf(event), event);
    this.pressure.rise();
    if (this.#arrivedSince !== undefined) this.#arrivedSince++;
  }

  pause(): void {
    this.#waiting ??= [];
  }

  /**
   * Delivers waiting events until `untilMs`, and at least one. Returns true if none is left: then the pause is over.
   * Delivers at least twice as many events as arrived since the last call: a flood cannot delay the tick forever.
   */
  drainUntil(untilMs: number, timers: Pick<Timers, "elapsedMs">): boolean {
    const waiting = this.#waiting ?? [];
    const least = 2 * (this.#arrivedSince ?? 0);
    this.#arrivedSince = 0;
    let count = 0;
    while (count < waiting.length) {
      this.#deliverQueued(waiting[count++] as QueuedEvent);
      if (count >= least && timers.elapsedMs() > untilMs) break;
    }
    this.#waiting = count < waiting.length ? waiting.slice(count) : undefined;
    if (this.#waiting === undefined) this.#arrivedSince = undefined;
    this.pressure.fall(count);
    return this.#waiting === undefined;
  }

  #deliverQueued({ event, nowMs }: QueuedEvent): void {
    if (event.do !== "put" && event.do !== "drop") return this.#deliver(event, nowMs);
    const object = objectOf(event);
    const isLatest = this.#latest.get(object) === event;
    if (isLatest) this.#latest.delete(object);
    try {
      this.#deliver(event, nowMs);
    } catch (cause) {
      this.#onDeferredFailure({ event, cause, isLatest });
    }
  }

  /** Discards queued events, and ends the pause. */
  clear(): void {
    const waiting = this.#waiting?.length ?? 0;
    this.#waiting = undefined;
    this.#latest.clear();
    this.pressure.fall(waiting);
  }
}

/**
 * Reports a queued event that the model rejected. The watch leaves the object out, as after an immediate failure. If a
 * later event of the object waits, or the event drops it, this only reports the problem.
 */
export function reportDeferredFailure(
  { event, cause, isLatest }: DeferredFailure,
  watch: Pick<ClusterWatch, "failed">,
  onProblem: (text: string) => void,
): void {
  if (isLatest && event.do === "put") watch.failed(event, cause);
  else onProblem(`${objectOf(event)} could not be taken ${event.do === "put" ? "in" : "out"}: ${errorMessage(cause)}`);
}
