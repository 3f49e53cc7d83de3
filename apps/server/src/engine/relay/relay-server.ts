import { errorMessage } from "@daemonscope/kube/base/error-message";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { runDetached } from "../../platform/run-detached.ts";
import type { EngineMessage, EngineMessages } from "../stream/engine-messages.ts";
import type { StreamSubjects } from "../stream/stream-subjects.ts";
import { type AnswerPart, type CallMessage, decodeCall, decodeCredit, encodeAnswer } from "./relay-protocol.ts";
import type { RelayTarget } from "./relay-target.ts";

export interface RelayServerOptions {
  readonly messages: EngineMessages;
  readonly subjects: Pick<StreamSubjects, "ask" | "answer" | "more">;
  /** The id of the writer's run. It identifies to callers the collector that answers. */
  readonly run: string;
  readonly cluster: RelayTarget;
  readonly timers: Timers;
  readonly onProblem: (text: string) => void;
}

/** Limit of the bytes in flight of one answer. */
export const CREDIT_WINDOW_BYTES = 1024 * 1024;
const PART_BYTES = 128 * 1024;
/** Limit of simultaneous requests. */
const MAX_OPEN = 300;
const HEARTBEAT_MS = 2500;
/** A caller without a message for this time counts as gone. */
const DEAF_MS = 15_000;
/** An offered write expires after this time, so that a frozen process cannot send it late. */
export const WRITE_OFFER_TIMEOUT_MS = 2000;

/** The state of one request. */
interface Answering {
  readonly end: AbortController;
  readonly reply: string;
  seq: number;
  sent: number;
  taken: number;
  lastReceivedAtMs: number;
  /** Called when more data was taken, or when the write may be sent. */
  wake: () => void;
  isGo: boolean;
}

const aborted = () => new KubeRequestError("aborted", "the client cancelled the request");

/** Answers requests for the API server over an engine, while its collector writes the log. Sends answers as parts,
 *  not faster than they are taken. Replies only to the answer subjects of this cluster. */
export class RelayServer {
  readonly #options: RelayServerOptions;
  readonly #open = new Map<string, Answering>();
  readonly #listening: readonly { end(): void }[];
  #heartbeatTimer: { cancel(): void };

  constructor(options: RelayServerOptions) {
    const { messages, subjects, run, timers } = options;
    this.#options = options;
    this.#listening = [
      messages.subscribe(subjects.ask, (message) => this.#receiveCall(message)),
      messages.subscribe(`${subjects.more}.${run}`, ({ bytes }) => this.#receiveCredit(bytes)),
    ];
    this.#heartbeatTimer = timers.after(HEARTBEAT_MS, () => this.#sendHeartbeats());
  }

  close(): void {
    for (const each of this.#listening) each.end();
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
    const answering: Answering = {
      end: new AbortController(),
      reply,
      seq: 0,
      sent: 0,
      taken: 0,
      lastReceivedAtMs: timers.elapsedMs(),
      wake: () => undefined,
      isGo: false,
    };
    this.#sendPart(answering, { kind: "heard" });
    if (this.#open.size >= MAX_OPEN) {
      const error = new KubeRequestError("notSent", "the collector answers as much as it can at one time: try again in some seconds");
      return this.#sendPart(answering, { kind: "failure", error });
    }
    this.#open.set(message.id, answering);
    runDetached(this.#answer(message, answering).finally(() => this.#open.delete(message.id)));
  }

  #isAnswerTo(reply: string, id: string): boolean {
    const { answer } = this.#options.subjects;
    return reply.startsWith(`${answer}.`) && reply.endsWith(`.${id}`) && !/[*>\s]/.test(reply);
  }

  #receiveCredit(bytes: Uint8Array): void {
    const more = decodeCredit(bytes);
    if (more === undefined) return;
    const { elapsedMs } = this.#options.timers;
    for (const [id, taken] of Object.entries(more.taken ?? {})) {
      const answering = this.#open.get(id);
      if (answering === undefined || typeof taken !== "number") continue;
      answering.lastReceivedAtMs = elapsedMs();
      answering.taken = Math.max(answering.taken, taken);
      answering.wake();
    }
    const going = more.go === undefined ? undefined : this.#open.get(more.go);
    if (going !== undefined) {
      going.isGo = true;
      going.wake();
    }
    const stopped = more.stop === undefined ? undefined : this.#open.get(more.stop);
    stopped?.end.abort();
    stopped?.wake();
  }

  async #answer({ as, ask }: CallMessage, answering: Answering): Promise<void> {
    const { cluster } = this.#options;
    const { signal } = answering.end;
    try {
      switch (ask.kind) {
        case "get":
          await this.#stream(await cluster.get(ask, as, signal), answering);
          break;
        case "review":
          await this.#whole(await cluster.review(ask, as, signal), answering);
          break;
        case "write": {
          const send = await cluster.write(ask, as, signal);
          if (!ask.dryRun) await this.#untilGo(answering);
          await this.#whole(await send(), answering);
          break;
        }
        case "acted":
          cluster.acted(ask);
          await this.#whole({}, answering);
          break;
      }
      this.#sendPart(answering, { kind: "end" });
    } catch (error) {
      this.#sendPart(answering, { kind: "failure", error: this.#toRequestError(error) });
    }
  }

  /** Converts an error. Unexpected errors are reported here, and not to the caller. */
  #toRequestError(error: unknown): KubeRequestError {
    if (error instanceof KubeRequestError) return error;
    const text = errorMessage(error);
    // A path that is not allowed.
    if (error instanceof RangeError) return new KubeRequestError("notSent", text);
    this.#options.onProblem(`an answer failed: ${text}`);
    return new KubeRequestError("garbage", "the collector failed to answer; it has written down why");
  }

  async #stream({ body, destroy }: Awaited<ReturnType<RelayTarget["get"]>>, answering: Answering): Promise<void> {
    const { signal } = answering.end;
    signal.addEventListener("abort", destroy, { once: true });
    try {
      if (signal.aborted) throw aborted();
      const type = body.headers["content-type"];
      this.#sendPart(answering, { kind: "head", headers: type === undefined ? {} : { "content-type": type } });
      for await (const chunk of body) await this.#send(chunk as Buffer, answering);
    } finally {
      signal.removeEventListener("abort", destroy);
      destroy();
    }
  }

  async #whole(value: unknown, answering: Answering): Promise<void> {
    this.#sendPart(answering, { kind: "head", headers: { "content-type": "application/json" } });
    await this.#send(Buffer.from(JSON.stringify(value), "utf8"), answering);
  }

  async #send(bytes: Buffer, answering: Answering): Promise<void> {
    for (let from = 0; from < bytes.length; from += PART_BYTES) {
      while (answering.sent - answering.taken >= CREDIT_WINDOW_BYTES && !answering.end.signal.aborted) await woken(answering);
      if (answering.end.signal.aborted) throw aborted();
      const part = bytes.subarray(from, from + PART_BYTES);
      answering.sent += part.length;
      this.#sendPart(answering, { kind: "part", bytes: part });
    }
  }

  /** Offers the write and waits for the go message. The limit uses this process's clock since the offer, which
   *  continues while the process is frozen. */
  async #untilGo(answering: Answering): Promise<void> {
    const { timers } = this.#options;
    const offeredAtMs = timers.elapsedMs();
    this.#sendPart(answering, { kind: "offer" });
    const late = timers.after(WRITE_OFFER_TIMEOUT_MS, () => answering.wake());
    try {
      while (!answering.isGo && !answering.end.signal.aborted && timers.elapsedMs() - offeredAtMs < WRITE_OFFER_TIMEOUT_MS)
        await woken(answering);
    } finally {
      late.cancel();
    }
    if (answering.isGo && !answering.end.signal.aborted && timers.elapsedMs() - offeredAtMs < WRITE_OFFER_TIMEOUT_MS) return;
    throw new KubeRequestError("notSent", "the word to send it came too late or not at all: nothing was sent");
  }

  #sendPart(answering: Answering, part: AnswerPart): void {
    const { messages, run } = this.#options;
    messages.publish(answering.reply, encodeAnswer({ run, seq: answering.seq++, part }));
  }

  /** Sends a heartbeat for each answer, and ends those whose caller is gone. */
  #sendHeartbeats(): void {
    const { timers } = this.#options;
    for (const answering of this.#open.values()) {
      if (timers.elapsedMs() - answering.lastReceivedAtMs < DEAF_MS) this.#sendPart(answering, { kind: "beat" });
      else {
        answering.end.abort();
        answering.wake();
      }
    }
    this.#heartbeatTimer = timers.after(HEARTBEAT_MS, () => this.#sendHeartbeats());
  }
}

function woken(answering: Answering): Promise<void> {
  return new Promise((done) => {
    answering.wake = done;
  });
}
