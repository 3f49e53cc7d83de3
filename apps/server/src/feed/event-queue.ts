import { Backpressure } from "@daemonscope/kube-client/flow-control/backpressure";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";

/** Queue between the input from a cluster and its model. During a sliced tick the gate is shut, and events wait in
 *  order for its end. So a sliced tick gives the result of an unsliced one, also in a replay of the log (L1). The
 *  pressure shows the input reader how many events wait. */
export class EventQueue {
  readonly pressure: Backpressure;
  #waiting: (() => void)[] | undefined;
  /** Number of events since the last partial opening; undefined before the first one. */
  #cameSince: number | undefined;

  /** `pressure`: shared by gates that receive from the same input. */
  constructor(pressure = new Backpressure()) {
    this.pressure = pressure;
  }

  get isShut(): boolean {
    return this.#waiting !== undefined;
  }

  /** Passes an event to the model: at once if the gate is open, and then throws what `deliver` throws. If the gate is
   *  shut, the event waits, and its later failure goes to `onLateFailure`. The caller has then returned, and the other
   *  events still wait. */
  pass(deliver: () => void, onLateFailure?: (cause: unknown) => void): void {
    if (this.#waiting === undefined) deliver();
    else {
      this.#waiting.push(onLateFailure === undefined ? deliver : () => attempted(deliver, onLateFailure));
      this.pressure.rise();
      if (this.#cameSince !== undefined) this.#cameSince++;
    }
  }

  shut(): void {
    this.#waiting ??= [];
  }

  /** Releases waiting events until `untilMs`, and at least one. Returns true if none is left and the gate is open.
   *  Twice as many events as came since the last call are always released: a flood cannot delay the tick forever. */
  openUntil(untilMs: number, timers: Pick<Timers, "elapsedMs">): boolean {
    const waiting = this.#waiting ?? [];
    const least = 2 * (this.#cameSince ?? 0);
    this.#cameSince = 0;
    let at = 0;
    do waiting[at++]?.();
    while (at < waiting.length && (at < least || timers.elapsedMs() <= untilMs));
    const letIn = Math.min(at, waiting.length);
    this.#waiting = at < waiting.length ? waiting.slice(at) : undefined;
    if (this.#waiting === undefined) this.#cameSince = undefined;
    this.pressure.fall(letIn);
    return this.#waiting === undefined;
  }

  /** Discards queued events. */
  forget(): void {
    const waiting = this.#waiting?.length ?? 0;
    this.#waiting = undefined;
    this.pressure.fall(waiting);
  }
}

function attempted(deliver: () => void, onFailure: (cause: unknown) => void): void {
  try {
    deliver();
  } catch (cause) {
    onFailure(cause);
  }
}
