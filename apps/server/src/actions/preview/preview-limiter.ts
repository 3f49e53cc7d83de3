import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { LIMIT_CODES } from "@daemonscope/shared/http/limits";
import { type RunParts, sliced } from "../../feed/drain-in-slices.ts";
import { ApiFailure } from "../../platform/failure/api-failure.ts";

interface PreviewLimits {
  readonly perUser: number;
  readonly perServer: number;
  /** Undefined for no deadline. */
  readonly deadlineMs?: number;
  /** The limited work, for the messages and codes of a refusal. */
  readonly work: keyof typeof LIMIT_CODES;
}

const PREVIEW_LIMITS: PreviewLimits = { perUser: 1, perServer: 2, deadlineMs: 10_000, work: "preview" };
/** Without a deadline: the duration of a recording depends on the amount of stored data. */
export const RECORDING_LIMITS: PreviewLimits = { perUser: 1, perServer: 2, work: "recording" };

/** The wait before a refused client may try again, in seconds. */
const RETRY_AFTER_S = 1;
const MS_PER_SECOND = 1000;

/** A preview that may run: in slices, until `signal` aborts. */
export interface RunningPreview {
  readonly run: RunParts;
  readonly signal: AbortSignal;
}

/** Runs a preview, or refuses it. */
export type Preview = <T>(work: (running: RunningPreview) => Promise<T>) => Promise<T>;

/** A preview within the limits. `run` throws ApiFailure (503) at the deadline. */
export interface AdmittedPreview {
  readonly run: Preview;
  readonly leave: () => void;
}

/** Runs previews in slices without a limit, for callers that are limited already. */
export function unlimited(timers: Timers): Preview {
  const { signal } = new AbortController();
  return (work) => work({ run: sliced(timers, signal), signal });
}

/** A preview that was refused because others run; `retryAfterS` is its Retry-After. */
export class PreviewRefused extends ApiFailure {
  readonly retryAfterS = RETRY_AFTER_S;
}

const busy = (message: string, code: string): PreviewRefused =>
  new PreviewRefused(429, code, `${message} Ask again in ${RETRY_AFTER_S} s.`, undefined, undefined, { seconds: RETRY_AFTER_S });

/** Limits the number and the duration of simultaneous previews or recordings. A preview runs in slices, so that
 *  probes, heartbeats and frames are answered between them. */
export class PreviewLimiter {
  readonly #timers: Timers;
  readonly #limits: PreviewLimits;
  /** The users of running previews, one entry per preview. */
  readonly #running: string[] = [];

  constructor(timers: Timers, limits = PREVIEW_LIMITS) {
    this.#timers = timers;
    this.#limits = limits;
  }

  /** Admits a preview of a user before its request is read. `leave` makes room for the next one; the end of the
   *  preview does so too. Throws PreviewRefused above a limit, and the reason of `disconnected` if it aborts. */
  async enter(user: string, disconnected: AbortSignal): Promise<AdmittedPreview> {
    await this.#waitForSlot(user);
    disconnected.throwIfAborted();
    this.#running.push(user);
    let isInside = true;
    const leave = (): void => {
      if (!isInside) return;
      isInside = false;
      // In the next turn of the event loop: otherwise large bodies that are refused would be parsed one after the
      // other in the same turn.
      this.#timers.soon(() => this.#running.splice(this.#running.indexOf(user), 1));
    };
    return { leave, run: (work) => this.#run(disconnected, work).finally(leave) };
  }

  async #run<T>(disconnected: AbortSignal, work: (preview: RunningPreview) => Promise<T>): Promise<T> {
    disconnected.throwIfAborted();
    const late = new AbortController();
    const { deadlineMs } = this.#limits;
    const timer = deadlineMs === undefined ? undefined : this.#timers.after(deadlineMs, () => late.abort(tooLong(deadlineMs)));
    const signal = AbortSignal.any([disconnected, late.signal]);
    try {
      return await Promise.race([work({ run: sliced(this.#timers, signal), signal }), rejectOnAbort(signal)]);
    } finally {
      timer?.cancel();
    }
  }

  /** Admits a client that aborts one preview and requests the next: the end of its connection is read within two
   *  turns of the event loop. */
  async #waitForSlot(user: string): Promise<void> {
    for (let turns = 0; turns < 2 && this.#refusal(user) !== undefined; turns++)
      await new Promise<void>((resume) => void this.#timers.soon(resume));
    const refusal = this.#refusal(user);
    if (refusal !== undefined) throw refusal;
  }

  #refusal(user: string): PreviewRefused | undefined {
    const { perUser, perServer, work } = this.#limits;
    const codes = LIMIT_CODES[work];
    if (this.#running.filter((each) => each === user).length >= perUser)
      return busy(`Another ${work} of yours is still running.`, codes.running);
    if (this.#running.length >= perServer) return busy(`This server runs ${perServer} ${work}s at once, and both are taken.`, codes.busy);
    return undefined;
  }
}

function tooLong(deadlineMs: number): ApiFailure {
  const seconds = deadlineMs / MS_PER_SECOND;
  const message = `The preview took longer than ${seconds} s and was stopped: ask about fewer changes or fewer nodes at once.`;
  return new ApiFailure(503, LIMIT_CODES.preview.tooLong, message, undefined, undefined, { seconds });
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
