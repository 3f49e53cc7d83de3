import { setTimeout as pause } from "node:timers/promises";
import {
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from "@nats-io/jetstream";
import { headers, type MsgHdrs, millis, nanos } from "@nats-io/transport-node";
import { permissionProblem } from "./engine-connection.ts";
import {
  type EventLogStream,
  FencedError,
  type RetainedRange,
  STREAM_KINDS,
  type StoredMessage,
  type StreamKind,
  type StreamMessage,
  StreamUnavailableError,
} from "./event-log-stream.ts";
import type { StreamSubjects } from "./stream-subjects.ts";

/** The engine's code for "wrong last sequence". */
const WRONG_LAST_SEQUENCE = 10071;
/** Below the engine's default limit of a message, so that the headers fit too. */
const MAX_BYTES = 900 * 1024;
const ACK_TIMEOUT_MS = 2000;
/** The time for which a part of a message is retried. The writer then drops unwritten data, and becomes a standby. */
const GIVE_UP_MS = 300_000;
const RETRY_MS = 200;
/**
 * A cluster of engines that lost a member may reject a message for this time, although it has no conflicting one.
 */
const UNCLEAR_MS = 5000;
/** Timing of a consumer: lifetime of a pull, interval of heartbeats, and the silence after which it is replaced. */
const EXPIRES_MS = 5000;
const HEARTBEAT_MS = 1000;
const SILENCE_TIMEOUT_MS = 3500;
/** Time limit for reading all messages of a kind, such as one for each stored checkpoint. */
const READ_ALL_TIMEOUT_MS = 30_000;

const HEADER = { run: "ds-run", segment: "ds-segment", fromMs: "ds-from-ms", part: "ds-part", parts: "ds-parts" } as const;

/** The schema of the messages in a stream. */
export const STREAM_SCHEMA = "1";

/** The limits of a cluster's stream. */
export interface StreamLimits {
  readonly maxBytes: number;
  readonly maxAgeMs: number;
  readonly replicas: number;
}

export function streamConfigOf(
  { stream, kept }: StreamSubjects,
  { maxBytes, maxAgeMs, replicas }: StreamLimits,
): Partial<StreamConfig> & Pick<StreamConfig, "name"> {
  return {
    name: stream,
    subjects: Object.values(kept),
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
    max_bytes: maxBytes,
    max_age: nanos(maxAgeMs),
    num_replicas: replicas,
    allow_direct: false,
    metadata: { product: "daemonscope", schema: STREAM_SCHEMA },
  };
}

function headersOf({ run, segment, fromMs }: StreamMessage, part: number, parts: number): MsgHdrs {
  const result = headers();
  result.set(HEADER.run, run);
  result.set(HEADER.segment, String(segment));
  result.set(HEADER.fromMs, String(fromMs));
  if (parts > 1) {
    result.set(HEADER.part, String(part));
    result.set(HEADER.parts, String(parts));
  }
  return result;
}

interface RawMessage {
  readonly subject: string;
  readonly seq: number;
  readonly header: MsgHdrs | undefined;
  readonly data: Uint8Array;
}

const isEngineError = (error: unknown): boolean =>
  error instanceof Error &&
  /^(JetStream|Timeout|NoResponders|ConsumerNotFound|StreamNotFound|Connection|Request)/.test(error.name) &&
  error.name !== "StreamNotFoundError";

const UNANSWERED = "it does not answer";
/** Some errors of the client have a name and no message. */
const reasonOf = (error: unknown): string => (error instanceof Error && error.message !== "" ? error.message : UNANSWERED);

/**
 * Awaits a reply of the engine. Throws StreamUnavailableError if the engine does not respond, returns an error, or
 * denies a permission. The error of a missing stream is not converted.
 */
async function awaitEngine<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    const lacking = permissionProblem(error);
    if (lacking !== undefined) throw new StreamUnavailableError(lacking, { cause: error });
    if (!isEngineError(error)) throw error;
    throw new StreamUnavailableError(reasonOf(error), { cause: error });
  }
}

/** Reassembles messages that were too large for one message of the engine. */
class MessageParts {
  #open: { readonly firstSeq: number; readonly data: Uint8Array[] } | undefined;

  /**
   * Returns the message that a part completes. Undefined while other parts are missing, or if the first part is
   * missing.
   */
  add(seq: number, header: MsgHdrs | undefined, data: Uint8Array): { readonly firstSeq: number; readonly data: Uint8Array } | undefined {
    const parts = Number(header?.get(HEADER.parts) || 1);
    const part = Number(header?.get(HEADER.part) || 0);
    if (parts === 1) {
      this.#open = undefined;
      return { firstSeq: seq, data };
    }
    if (part === 0) this.#open = { firstSeq: seq, data: [data] };
    else this.#open?.data.push(data);
    if (this.#open === undefined || part < parts - 1) return undefined;
    const whole = { firstSeq: this.#open.firstSeq, data: Buffer.concat(this.#open.data) };
    this.#open = undefined;
    return whole;
  }
}

/** A cluster's log in a JetStream stream. */
export class NatsStream implements EventLogStream {
  readonly #js: JetStreamClient;
  readonly #manager: JetStreamManager;
  readonly #subjects: StreamSubjects;
  readonly #kindOf: ReadonlyMap<string, StreamKind>;
  #waiting: { readonly sinceMs: number; why: string } | undefined;

  constructor(js: JetStreamClient, manager: JetStreamManager, subjects: StreamSubjects) {
    this.#js = js;
    this.#manager = manager;
    this.#subjects = subjects;
    this.#kindOf = new Map(STREAM_KINDS.map((kind) => [subjects.kept[kind], kind]));
  }

  async append(message: StreamMessage, lastSeq: number): Promise<number> {
    const { bytes } = message;
    const parts = Math.max(1, Math.ceil(bytes.length / MAX_BYTES));
    let seq = lastSeq;
    try {
      for (let part = 0; part < parts; part++) {
        const data = parts === 1 ? bytes : bytes.subarray(part * MAX_BYTES, (part + 1) * MAX_BYTES);
        seq = await this.#appendPart(message, headersOf(message, part, parts), data, seq);
      }
      return seq;
    } finally {
      this.#waiting = undefined;
    }
  }

  waiting(): { readonly forMs: number; readonly why: string } | undefined {
    return this.#waiting && { forMs: performance.now() - this.#waiting.sinceMs, why: this.#waiting.why };
  }

  async lastSeq(): Promise<number> {
    return (await this.kept()).lastSeq;
  }

  async kept(): Promise<RetainedRange> {
    const { state, config } = await awaitEngine(this.#manager.streams.info(this.#subjects.stream));
    return {
      firstSeq: state.first_seq,
      lastSeq: state.last_seq,
      maxAgeMs: millis(config.max_age),
      bytes: state.bytes,
      maxBytes: Math.max(0, config.max_bytes),
    };
  }

  async lastOf(kind: StreamKind): Promise<StoredMessage | undefined> {
    const found = await awaitEngine(this.#manager.streams.getMessage(this.#subjects.stream, { last_by_subj: this.#subjects.kept[kind] }));
    return found === null ? undefined : this.#messageOf({ subject: found.subject, seq: found.seq, header: found.header, data: found.data });
  }

  async allOf(kind: StreamKind): Promise<readonly StoredMessage[]> {
    const result: StoredMessage[] = [];
    const last = await this.lastOf(kind);
    if (last === undefined) return result;
    const end = new AbortController();
    for await (const message of this.#readOf(
      1,
      AbortSignal.any([end.signal, AbortSignal.timeout(READ_ALL_TIMEOUT_MS)]),
      this.#subjects.kept[kind],
    )) {
      result.push(message);
      if (message.seq >= last.seq) end.abort();
    }
    // The time limit was reached, for example because the stream's limits have dropped the last message meanwhile.
    if (!end.signal.aborted)
      throw new StreamUnavailableError(`it did not give all of ${this.#subjects.kept[kind]} in ${READ_ALL_TIMEOUT_MS / 1000} s`);
    return result;
  }

  read(fromSeq: number, signal: AbortSignal): AsyncIterable<StoredMessage> {
    return this.#readOf(fromSeq, signal);
  }

  async *#readOf(fromSeq: number, signal: AbortSignal, subject?: string): AsyncIterable<StoredMessage> {
    let nextSeq = Math.max(1, fromSeq);
    while (!signal.aborted) {
      try {
        for await (const message of this.#readUntilSilent(nextSeq, signal, subject)) {
          nextSeq = message.seq + 1;
          yield message;
        }
      } catch (error) {
        // An engine that just lost one of its servers has no leader for some seconds.
        if (!isEngineError(error)) throw error;
      }
      if (!signal.aborted) await pause(RETRY_MS);
    }
  }

  /**
   * Reads until the engine is silent. A consumer ends with the server that holds it, and the engine does not always
   * report that.
   */
  async *#readUntilSilent(fromSeq: number, signal: AbortSignal, subject: string | undefined): AsyncIterable<StoredMessage> {
    const consumer = await this.#js.consumers.get(this.#subjects.stream, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: fromSeq,
      ...(subject === undefined ? {} : { filter_subjects: subject }),
    });
    const messages = await consumer.consume({ max_messages: 256, expires: EXPIRES_MS, idle_heartbeat: HEARTBEAT_MS });
    const stop = () => messages.stop();
    let lastReceivedAtMs = performance.now();
    const silenceCheck = setInterval(() => {
      if (performance.now() - lastReceivedAtMs > SILENCE_TIMEOUT_MS) stop();
    }, HEARTBEAT_MS);
    const readingStatus = (async () => {
      for await (const { type } of messages.status()) if (type === "heartbeat" || type === "discard") lastReceivedAtMs = performance.now();
    })();
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    const parts = new MessageParts();
    try {
      for await (const { seq, subject, data, headers: header } of messages) {
        lastReceivedAtMs = performance.now();
        const whole = parts.add(seq, header, data);
        const result = whole === undefined ? undefined : this.#messageOf({ subject, seq, header, data: whole.data }, whole.firstSeq);
        if (result !== undefined) yield result;
      }
    } finally {
      clearInterval(silenceCheck);
      signal.removeEventListener("abort", stop);
      stop();
      await readingStatus;
    }
  }

  #messageOf({ subject, seq, header, data }: RawMessage, firstSeq = seq): StoredMessage | undefined {
    const kind = this.#kindOf.get(subject);
    if (kind === undefined) return undefined;
    const { run, segment, fromMs } = HEADER;
    const numberIn = (name: string) => Number(header?.get(name) || 0);
    return { kind, run: header?.get(run) ?? "", segment: numberIn(segment), fromMs: numberIn(fromMs), bytes: data, seq, firstSeq };
  }

  /**
   * Stores a part of a message. After a lost acknowledgement it is unknown whether the part was stored: the stream is
   * queried, so that no part is stored twice.
   */
  async #appendPart(message: StreamMessage, header: MsgHdrs, data: Uint8Array, lastSeq: number): Promise<number> {
    const waiting = { sinceMs: performance.now(), why: UNANSWERED };
    this.#waiting = waiting;
    const untilMs = waiting.sinceMs + GIVE_UP_MS;
    let unclearSinceMs: number | undefined;
    for (;;) {
      try {
        const { seq } = await this.#js.publish(this.#subjects.kept[message.kind], data, {
          headers: header,
          timeout: ACK_TIMEOUT_MS,
          retries: 0,
          expect: { streamName: this.#subjects.stream, lastSequence: lastSeq },
        });
        return seq;
      } catch (error) {
        waiting.why = reasonOf(error);
        const isRefused = error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE;
        // No server accepted the message, so it is not stored.
        const hasNoServer = error instanceof Error && error.name === "JetStreamNotEnabled";
        const keptSeq = hasNoServer ? undefined : await this.#keptAfter(message, header, lastSeq).catch(() => undefined);
        if (keptSeq === "another") throw new FencedError(`another writes the stream ${this.#subjects.stream}`, { cause: error });
        if (typeof keptSeq === "number") return keptSeq;
        // While the engines have not agreed on a proposed message, one check counts it and the other does not. They
        // agree after a short time.
        if (isRefused && keptSeq === "none") unclearSinceMs ??= performance.now();
        else unclearSinceMs = undefined;
        if (unclearSinceMs !== undefined && performance.now() - unclearSinceMs > UNCLEAR_MS)
          throw new FencedError(`the stream ${this.#subjects.stream} is not where it was`, { cause: error });
        const lacking = permissionProblem(error);
        if (lacking !== undefined) throw new Error(lacking, { cause: error });
        if (error instanceof JetStreamApiError && !isRefused && error.status < 500) throw error;
        if (performance.now() > untilMs) throw new StreamUnavailableError(reasonOf(error), { cause: error });
        await pause(RETRY_MS);
      }
    }
  }

  /** Returns the content of the stream after `lastSeq`: nothing, this message (its number), or another one. */
  async #keptAfter({ run, kind }: StreamMessage, header: MsgHdrs, lastSeq: number): Promise<"none" | "another" | number> {
    if ((await this.lastSeq()) <= lastSeq) return "none";
    const found = await this.#manager.streams.getMessage(this.#subjects.stream, { seq: lastSeq + 1 });
    if (found === null) return "another";
    const isSame = [HEADER.run, HEADER.segment, HEADER.part].every((name) => (found.header?.get(name) ?? "") === (header.get(name) ?? ""));
    return isSame && found.header?.get(HEADER.run) === run && this.#kindOf.get(found.subject) === kind ? lastSeq + 1 : "another";
  }
}
