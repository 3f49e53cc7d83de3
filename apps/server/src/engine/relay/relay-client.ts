import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { sleep } from "@daemonscope/kube-client/flow-control/retry-policy";
import { linkedAbort } from "@daemonscope/kube-client/http/linked-abort";
import { KubeRequestError, NoResponseError } from "@daemonscope/kube-client/http/request-error";
import type { KubeResponse } from "@daemonscope/kube-client/http/send-request";
import type { EngineMessage, EngineMessages } from "../stream/engine-messages.ts";
import type { StreamSubjects } from "../stream/stream-subjects.ts";
import { PendingCall } from "./pending-call.ts";
import { type CallerRef, decodeAnswer, encodeCall, encodeCredit, type RelayCall } from "./relay-protocol.ts";

interface RelayClientOptions {
  readonly messages: EngineMessages;
  /** The name of the cluster in the engine. */
  readonly cluster: string;
  readonly subjects: Pick<StreamSubjects, "ask" | "answer" | "more">;
  /** A random id of this process: small letters and digits. */
  readonly callerId: string;
  readonly timers: Timers;
  /** The time since the last heartbeat of a writer; undefined while one is connected, and before the first heartbeat.
   *  Absent if this process does not listen. */
  readonly silentMs?: () => number | undefined;
  /** The time for which this process has listened without any heartbeat. Absent if it may not listen: then only the
   *  engine's report of no collector counts. */
  readonly firstHeartbeatWaitMs?: () => number | undefined;
  readonly wallNowMs?: () => number;
}

interface CallOptions {
  readonly signal: AbortSignal;
  /** Time limit from the confirmation until the answer begins. For a write it covers the offer, and then again the
   *  answer. */
  readonly headersTimeoutMs?: number;
  /** For a write: called just before the go message. From then on the collector may have sent the write. */
  readonly onGo?: () => void;
}

/** Time limit until a collector confirms the request: a frozen one does not. */
const CONFIRM_TIMEOUT_MS = 1500;
/** A takeover takes at most this time. A collector that is silent for longer has no successor. */
const TAKEOVER_MS = 5000;
/** The total time in which a request waits for a collector. */
const REACH_MS = 7000;
const RETRY_MS = 250;
const HEADERS_MS = 20_000;
/** Interval of the heartbeats to the collector, and of the check whether the collector is silent. */
const HEARTBEAT_MS = 2500;
const SILENCE_TIMEOUT_MS = 10_000;

/** Sends requests to the API server of a cluster through the collector that writes its log. They go over an
 *  engine, which does not store them. An answer arrives as parts, not faster than it is read, and ends, fails or
 *  is aborted. A request waits for a missing collector while a takeover may be under way: `TAKEOVER_MS` from its last
 *  heartbeat. */
export class RelayClient {
  readonly #options: RelayClientOptions;
  readonly #open = new Map<string, PendingCall>();
  readonly #answers: { end(): void };
  #count = 0;
  #heartbeatTimer: { cancel(): void } | undefined;

  constructor(options: RelayClientOptions) {
    this.#options = options;
    this.#answers = options.messages.subscribe(`${options.subjects.answer}.${options.callerId}.*`, (message) => this.#receive(message));
  }

  get who(): string {
    return `the collector of ${this.#options.cluster}`;
  }

  /** Throws the KubeRequestError of the collector, or one about the connection to it. If no collector took the
   *  request, nothing was sent. */
  async ask(as: CallerRef, ask: RelayCall, { signal, headersTimeoutMs = HEADERS_MS, onGo }: CallOptions): Promise<KubeResponse> {
    const { timers } = this.#options;
    const linked = linkedAbort(signal);
    try {
      const call = await this.#begin(as, ask, linked.signal);
      const giveUp = () => call.fail(new KubeRequestError("aborted", `${this.who}: given up`));
      linked.signal.addEventListener("abort", giveUp, { once: true });
      const tooLate = () =>
        call.fail(new KubeRequestError("timeout", `${this.who} did not have the API server's answer in ${headersTimeoutMs / 1000} s`));
      let timer = timers.after(headersTimeoutMs, tooLate);
      try {
        if (onGo !== undefined) {
          await call.offered;
          timer.cancel();
          timer = timers.after(headersTimeoutMs, tooLate);
          onGo();
          this.#sendCredit(call, { go: call.id });
        }
        const headers = await call.head;
        const body = Object.assign(call.body, { headers });
        body.once("close", () => linked.release());
        return { body, destroy: () => void body.destroy() };
      } finally {
        timer.cancel();
      }
    } catch (error) {
      linked.release();
      throw error;
    }
  }

  /** Aborts all running requests. */
  close(): void {
    for (const call of [...this.#open.values()]) call.fail(new KubeRequestError("aborted", `${this.who}: given up`));
    this.#answers.end();
    this.#heartbeatTimer?.cancel();
  }

  /** Publishes the request until a collector takes it. */
  async #begin(as: CallerRef, ask: RelayCall, signal: AbortSignal): Promise<PendingCall> {
    const { timers, cluster } = this.#options;
    const untilMs = timers.elapsedMs() + REACH_MS;
    for (;;) {
      if (signal.aborted) throw new KubeRequestError("aborted", `${this.who}: given up`);
      const silentMs = this.#options.silentMs?.();
      if (silentMs !== undefined && silentMs >= TAKEOVER_MS) throw this.#silentCollectorError(silentMs);
      const call = this.#publish(as, ask);
      const confirmTimer = timers.after(CONFIRM_TIMEOUT_MS, () =>
        call.fail(new KubeRequestError("timeout", `${this.who} did not take it`)),
      );
      const end = () => call.fail(new KubeRequestError("aborted", `${this.who}: given up`));
      signal.addEventListener("abort", end, { once: true });
      const beginning = await call.begun;
      confirmTimer.cancel();
      signal.removeEventListener("abort", end);
      if (beginning === "heard") return call;
      const hasNoCollector = beginning === "nobody" && (this.#options.firstHeartbeatWaitMs?.() ?? 0) >= TAKEOVER_MS;
      if ((timers.elapsedMs() >= untilMs || hasNoCollector) && !signal.aborted)
        throw new NoResponseError(
          beginning === "nobody" ? "unreachable" : "timeout",
          beginning === "nobody"
            ? `no collector of ${cluster} answers in the engine: look whether one runs (daemonscope collect), and whether it may subscribe to ${this.#options.subjects.ask}`
            : `${this.who} does not answer: it is busy, frozen or cut off, and no other has taken over`,
        );
      await sleep(RETRY_MS, signal, timers);
    }
  }

  #silentCollectorError(silentMs: number): NoResponseError {
    const { wallNowMs = Date.now, cluster } = this.#options;
    const since = new Date(wallNowMs() - silentMs).toISOString().replace(/\.\d+Z$/, "Z");
    return new NoResponseError(
      "unreachable",
      `the collector of ${cluster} has not responded since ${since}, and no other has taken over: check that one runs (daemonscope collect)`,
    );
  }

  #publish(as: CallerRef, ask: RelayCall): PendingCall {
    const { messages, subjects, callerId, timers, cluster } = this.#options;
    const id = `${callerId}x${(++this.#count).toString(36)}`;
    const bytes = encodeCall({ id, as, ask });
    if (bytes.length > messages.mostBytes)
      throw new KubeRequestError(
        "notSent",
        `this is larger than a message of the engine may be (${Math.ceil(bytes.length / 1024)} of ${Math.floor(messages.mostBytes / 1024)} KB): do less at once, or raise max_payload there; nothing was sent`,
      );
    const call = new PendingCall({
      id,
      who: `the collector of ${cluster}`,
      elapsedMs: () => timers.elapsedMs(),
      onTaken: (each) => this.#sendCredit(each, { taken: { [each.id]: each.taken } }),
      onDropped: (each) => this.#sendCredit(each, { stop: each.id }),
      onOver: (each) => this.#open.delete(each.id),
    });
    this.#open.set(id, call);
    this.#heartbeatTimer ??= timers.after(HEARTBEAT_MS, () => this.#sendHeartbeats());
    messages.publish(subjects.ask, bytes, `${subjects.answer}.${callerId}.${id}`);
    return call;
  }

  #sendCredit({ run }: PendingCall, more: Parameters<typeof encodeCredit>[0]): void {
    const { messages, subjects } = this.#options;
    if (run !== undefined) messages.publish(`${subjects.more}.${run}`, encodeCredit(more));
  }

  #receive({ subject, bytes, hasNoResponders }: EngineMessage): void {
    const call = this.#open.get(subject.slice(subject.lastIndexOf(".") + 1));
    if (call === undefined) return;
    if (hasNoResponders === true) return call.handleNoResponders();
    const answer = decodeAnswer(bytes);
    if (answer !== undefined) call.receive(answer);
  }

  /** Sends a heartbeat for each request, and ends those whose collector is silent. */
  #sendHeartbeats(): void {
    for (const call of [...this.#open.values()]) {
      if (call.silentMs >= SILENCE_TIMEOUT_MS) call.fail(new KubeRequestError("disconnected", `${this.who} no longer responds`));
      else this.#sendCredit(call, { taken: { [call.id]: call.taken } });
    }
    this.#heartbeatTimer = this.#open.size === 0 ? undefined : this.#options.timers.after(HEARTBEAT_MS, () => this.#sendHeartbeats());
  }
}
