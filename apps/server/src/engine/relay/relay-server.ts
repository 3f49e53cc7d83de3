import { errorMessage } from "@daemonscope/kube/base/error-message";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { runDetached } from "../../platform/run-detached.ts";
import type { EngineMessage, EngineMessages } from "../stream/engine-messages.ts";
import type { StreamSubjects } from "../stream/stream-subjects.ts";
import { type AnswerPart, type CallMessage, decodeCall, decodeCredit, encodeAnswer } from "./relay-protocol.ts";
import type { RelayTarget } from "./relay-target.ts";

interface RelayServerOptions {
  readonly messages: EngineMessages;
  readonly subjects: Pick<StreamSubjects, "ask" | "answer" | "more">;
  /** The id of the writer's run. It identifies to callers the collector that answers. */
  readonly run: string;
  readonly cluster: RelayTarget;
  readonly timers: Timers;
  readonly onProblem: (text: string) => void;
}

/** Limit of the sent bytes of one answer that the caller has not taken yet. */
export const CREDIT_WINDOW_BYTES = 1024 * 1024;
const PART_BYTES = 128 * 1024;
/** Limit of simultaneous requests. */
const MAX_OPEN = 300;
const HEARTBEAT_MS = 2500;
/** A caller whose `taken` messages stop for this time counts as gone. */
const CALLER_TIMEOUT_MS = 15_000;
/** An offered write expires after this time, so that a frozen process cannot send it late. */
export const WRITE_OFFER_TIMEOUT_MS = 2000;

/** The state of one request. */
interface OpenAnswer {
  readonly end: AbortController;
  readonly reply: string;
  seq: number;
  /** Bytes of the answer that were sent, and that the caller has taken. */
  sent: number;
  taken: number;
  lastReceivedAtMs: number;
  /** Continues the answer: the caller sent a message or is gone, a write offer expired, or the server closes. */
  wake: () => void;
  isGo: boolean;
}

const aborted = () => new KubeRequestError("aborted", "the client cancelled the request");

/** Answers requests for the API server over an engine, while its collector writes the log. Sends answers as parts,
 *  not faster than they are taken. Replies only to the answer subjects of this cluster. */
export class RelayServer {
  readonly #options: RelayServerOptions;
  readonly #open = new Map<string, OpenAnswer>();
  readonly #subscriptions: readonly { end(): void }[];
  #heartbeatTimer: { cancel(): void };

  constructor(options: RelayServerOptions) {
    const { messages, subjects, run, timers } = options;
    this.#options = options;
    this.#subscriptions = [
      messages.subscribe(subjects.ask, (message) => this.#receiveCall(message)),
      messages.subscribe(`${subjects.more}.${run}`, ({ bytes }) => this.#receiveCredit(bytes)),
    ];
    this.#heartbeatTimer = timers.after(HEARTBEAT_MS, () => this.#sendHeartbeats());
  }

  close(): void {
    for (const each of this.#subscriptions) each.end();
    this.#heartbeatTimer.cancel();
    for (const { end, wake } of this.#open.values()) {
      end.abort();
      wake();
    }
  }

  #receiveCall({ bytes, reply }: EngineMessage): void {
    const message = decodeCall(bytes);
    // A caller must not make this process publish elsewhere, for example into the log.
    if (message === undefined || reply === undefined || !this.#isAnswerTo(reply, message.id) || this.#open.has(message.id)) return;
    const { timers } = this.#options;
    const openAnswer: OpenAnswer = {
      end: new AbortController(),
      reply,
      seq: 0,
      sent: 0,
      taken: 0,
      lastReceivedAtMs: timers.elapsedMs(),
      wake: () => undefined,
      isGo: false,
    };
    this.#sendPart(openAnswer, { kind: "heard" });
    if (this.#open.size >= MAX_OPEN) {
      const error = new KubeRequestError("notSent", "the collector answers as much as it can at one time: try again in some seconds");
      return this.#sendPart(openAnswer, { kind: "failure", error });
    }
    this.#open.set(message.id, openAnswer);
    runDetached(this.#answer(message, openAnswer).finally(() => this.#open.delete(message.id)));
  }

  #isAnswerTo(reply: string, id: string): boolean {
    const { answer } = this.#options.subjects;
    return reply.startsWith(`${answer}.`) && reply.endsWith(`.${id}`) && !/[*>\s]/.test(reply);
  }

  #receiveCredit(bytes: Uint8Array): void {
    const credit = decodeCredit(bytes);
    if (credit === undefined) return;
    const { elapsedMs } = this.#options.timers;
    for (const [id, taken] of Object.entries(credit.taken ?? {})) {
      const openAnswer = this.#open.get(id);
      if (openAnswer === undefined || typeof taken !== "number") continue;
      openAnswer.lastReceivedAtMs = elapsedMs();
      openAnswer.taken = Math.max(openAnswer.taken, taken);
      openAnswer.wake();
    }
    const readyWrite = credit.go === undefined ? undefined : this.#open.get(credit.go);
    if (readyWrite !== undefined) {
      readyWrite.isGo = true;
      readyWrite.wake();
    }
    const stopped = credit.stop === undefined ? undefined : this.#open.get(credit.stop);
    stopped?.end.abort();
    stopped?.wake();
  }

  async #answer({ as, ask }: CallMessage, openAnswer: OpenAnswer): Promise<void> {
    const { cluster } = this.#options;
    const { signal } = openAnswer.end;
    try {
      switch (ask.kind) {
        case "get":
          await this.#sendStream(await cluster.get(ask, as, signal), openAnswer);
          break;
        case "review":
          await this.#sendJson(await cluster.review(ask, as, signal), openAnswer);
          break;
        case "write": {
          const send = await cluster.write(ask, as, signal);
          if (!ask.dryRun) await this.#untilGo(openAnswer);
          await this.#sendJson(await send(), openAnswer);
          break;
        }
        case "acted":
          cluster.acted(ask);
          await this.#sendJson({}, openAnswer);
          break;
      }
      this.#sendPart(openAnswer, { kind: "end" });
    } catch (error) {
      this.#sendPart(openAnswer, { kind: "failure", error: this.#toRequestError(error) });
    }
  }

  /** Converts an error. Unexpected errors are reported here, and not to the caller. */
  #toRequestError(error: unknown): KubeRequestError {
    if (error instanceof KubeRequestError) return error;
    const text = errorMessage(error);
    // Thrown for a path that is not allowed.
    if (error instanceof RangeError) return new KubeRequestError("notSent", text);
    this.#options.onProblem(`an answer failed: ${text}`);
    return new KubeRequestError("garbage", "the collector failed to answer; it has written down why");
  }

  async #sendStream({ body, destroy }: Awaited<ReturnType<RelayTarget["get"]>>, openAnswer: OpenAnswer): Promise<void> {
    const { signal } = openAnswer.end;
    signal.addEventListener("abort", destroy, { once: true });
    try {
      if (signal.aborted) throw aborted();
      const type = body.headers["content-type"];
      this.#sendPart(openAnswer, { kind: "head", headers: type === undefined ? {} : { "content-type": type } });
      for await (const chunk of body) await this.#send(chunk as Buffer, openAnswer);
    } finally {
      signal.removeEventListener("abort", destroy);
      destroy();
    }
  }

  async #sendJson(value: unknown, openAnswer: OpenAnswer): Promise<void> {
    this.#sendPart(openAnswer, { kind: "head", headers: { "content-type": "application/json" } });
    await this.#send(Buffer.from(JSON.stringify(value), "utf8"), openAnswer);
  }

  async #send(bytes: Buffer, openAnswer: OpenAnswer): Promise<void> {
    for (let from = 0; from < bytes.length; from += PART_BYTES) {
      while (openAnswer.sent - openAnswer.taken >= CREDIT_WINDOW_BYTES && !openAnswer.end.signal.aborted) await woken(openAnswer);
      if (openAnswer.end.signal.aborted) throw aborted();
      const part = bytes.subarray(from, from + PART_BYTES);
      openAnswer.sent += part.length;
      this.#sendPart(openAnswer, { kind: "part", bytes: part });
    }
  }

  /** Offers the write and waits for the go message. The time limit is checked on a clock that continues while the
   *  process is frozen. */
  async #untilGo(openAnswer: OpenAnswer): Promise<void> {
    const { timers } = this.#options;
    const offeredAtMs = timers.elapsedMs();
    this.#sendPart(openAnswer, { kind: "offer" });
    const timer = timers.after(WRITE_OFFER_TIMEOUT_MS, () => openAnswer.wake());
    try {
      while (!openAnswer.isGo && !openAnswer.end.signal.aborted && timers.elapsedMs() - offeredAtMs < WRITE_OFFER_TIMEOUT_MS)
        await woken(openAnswer);
    } finally {
      timer.cancel();
    }
    if (openAnswer.isGo && !openAnswer.end.signal.aborted && timers.elapsedMs() - offeredAtMs < WRITE_OFFER_TIMEOUT_MS) return;
    throw new KubeRequestError("notSent", "the word to send it came too late or not at all: nothing was sent");
  }

  #sendPart(openAnswer: OpenAnswer, part: AnswerPart): void {
    const { messages, run } = this.#options;
    messages.publish(openAnswer.reply, encodeAnswer({ run, seq: openAnswer.seq++, part }));
  }

  /** Sends a heartbeat for each answer, and ends those whose caller is gone. */
  #sendHeartbeats(): void {
    const { timers } = this.#options;
    for (const openAnswer of this.#open.values()) {
      if (timers.elapsedMs() - openAnswer.lastReceivedAtMs < CALLER_TIMEOUT_MS) this.#sendPart(openAnswer, { kind: "beat" });
      else {
        openAnswer.end.abort();
        openAnswer.wake();
      }
    }
    this.#heartbeatTimer = timers.after(HEARTBEAT_MS, () => this.#sendHeartbeats());
  }
}

function woken(openAnswer: OpenAnswer): Promise<void> {
  return new Promise((done) => {
    openAnswer.wake = done;
  });
}
