import type { DaemonSetRecord, StatusWrite } from "@daemonscope/daemonset/records/records";
import { applyFrame, heartbeatToFrame } from "@daemonscope/shared/apply-frame";
import { decodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { keyframeOfText } from "@daemonscope/shared/codec/keyframe-text";
import { FrameReader, wireFrameOf } from "@daemonscope/shared/codec/read-frame";
import { type ClusterState, daemonSetNamed } from "@daemonscope/shared/state/cluster-state";
import type { AnyFrame, Heartbeat, StreamMessages, WireFrame } from "@daemonscope/shared/state/frame";
import { stateHash } from "@daemonscope/shared/state/state-hash";

/** A reader of our stream, like a browser, that keeps every status write that it receives. */
export interface Observer {
  state(): ClusterState;
  readonly statusWrites: readonly StatusWrite[];
  /** The hash of each heartbeat by its seq, equal to that of the observer's own state. */
  readonly hashes: ReadonlyMap<number, string>;
  /** Returns how often the observer fetched the state again; 0 unless a frame was lost. */
  resyncs(): number;
  /** Returns the number of frames that arrived twice, or after a later one, on one connection. */
  doubled(): number;
  record(key: string): DaemonSetRecord | undefined;
  /** Waits until a condition holds; checks it after each message and every 200 ms. */
  until(what: string, holds: () => boolean, timeoutMs?: number): Promise<void>;
  close(): void;
}

async function keyframeOf(url: string): Promise<ClusterState> {
  const answer = await fetch(`${url}/api/keyframe`);
  const state = decodeKeyframe(keyframeOfText(await answer.text()));
  if (state === undefined) throw new Error("the keyframe cannot be read");
  return state;
}

interface Message {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** Yields the messages of an event stream in order of arrival. */
async function* messagesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of stream) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const id = /^id: ?(.+)$/m.exec(part)?.[1] ?? "";
      const name = /^event: ?(.+)$/m.exec(part)?.[1];
      const text = [...part.matchAll(/^data: ?(.*)$/gm)].map((found) => found[1]).join("\n");
      if (name !== undefined) yield { id, name, text };
    }
  }
}

function sentFrame(id: string, text: string): WireFrame {
  const frame = wireFrameOf(id, text);
  if (frame === undefined) throw new Error(`frame ${id} cannot be read`);
  return frame;
}

class StreamObserver implements Observer {
  readonly statusWrites: StatusWrite[] = [];
  readonly hashes = new Map<number, string>();
  readonly #url: string;
  readonly #abort = new AbortController();
  readonly #waiting = new Set<() => void>();
  /** Frames that arrived while the state was fetched. */
  readonly #held: WireFrame[] = [];
  #state: ClusterState | undefined;
  #resyncs = 0;
  #doubled = 0;
  /** The seq of the last streamed frame. */
  #streamedSeq = -1;
  #isSyncing = false;
  /** The error that ended the stream. */
  #failure: Error | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** Connects, and resolves when the state is fetched. Reads until `close`. */
  async open(): Promise<void> {
    const { body } = await fetch(`${this.#url}/api/stream`, { headers: { accept: "text/event-stream" }, signal: this.#abort.signal });
    if (body === null) throw new Error("no stream");
    this.#read(body).catch((error: unknown) => this.#fail(error));
    await this.#sync();
  }

  state(): ClusterState {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#state === undefined) throw new Error("no state yet");
    return this.#state;
  }

  resyncs(): number {
    return this.#resyncs;
  }

  record(key: string): DaemonSetRecord | undefined {
    return daemonSetNamed(this.state(), key);
  }

  until(what: string, holds: () => boolean, timeoutMs = 30_000): Promise<void> {
    return new Promise((done, failed) => {
      const finish = (end: () => void) => {
        clearTimeout(timer);
        clearInterval(poll);
        this.#waiting.delete(check);
        end();
      };
      const check = () => {
        if (this.#failure !== undefined) finish(() => failed(this.#failure));
        else if (holds()) finish(done);
      };
      const timer = setTimeout(() => finish(() => failed(new Error(`waited ${timeoutMs} ms for: ${what}`))), timeoutMs);
      const poll = setInterval(check, 200);
      this.#waiting.add(check);
      check();
    });
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    let repeatedMessages = 0;
    for await (const { id, name, text } of messagesOf(stream)) {
      if (repeatedMessages > 0) {
        repeatedMessages -= 1;
        continue;
      }
      if (name === "again") repeatedMessages = (JSON.parse(text) as StreamMessages["again"]).messages;
      if (name === "frame") this.#frame(sentFrame(id, text));
      else if (name === "heartbeat") this.#heartbeat(JSON.parse(text) as Heartbeat);
      else if (name === "resync") this.#resync();
      // A new log begins, or the same log restarts.
      if (name === "hello" || name === "resync") this.#streamedSeq = -1;
      for (const check of [...this.#waiting]) check();
    }
    throw new Error("the stream ended");
  }

  doubled(): number {
    return this.#doubled;
  }

  #frame(frame: WireFrame): void {
    if (frame.seq <= this.#streamedSeq) this.#doubled++;
    this.#streamedSeq = frame.seq;
    if (this.#state === undefined || this.#isSyncing) this.#held.push(frame);
    else if (frame.seq > this.#state.seq && !this.#take(frame)) {
      this.#held.push(frame);
      this.#resync();
    }
  }

  #heartbeat(heartbeat: Heartbeat): void {
    if (this.#state === undefined || this.#isSyncing) return;
    if (heartbeat.epoch !== this.#state.epoch || heartbeat.seq > this.#state.seq) this.#resync();
    else if (this.#take(heartbeatToFrame(heartbeat))) {
      if (heartbeat.hash !== stateHash(this.#state)) throw new Error("the observer's state differs from the server's");
      this.hashes.set(heartbeat.seq, heartbeat.hash);
    }
  }

  /** Applies a frame; returns false if that is impossible. */
  #take(sent: AnyFrame): boolean {
    const frame = this.#state === undefined ? undefined : new FrameReader(this.#state).read(sent);
    const applied = this.#state === undefined || frame === undefined ? undefined : applyFrame(this.#state, frame);
    if (frame === undefined || applied?.kind !== "applied") return false;
    this.statusWrites.push(...(frame.statusWrites ?? []));
    this.#state = applied.state;
    return true;
  }

  #resync(): void {
    this.#resyncs++;
    this.#sync().catch((error: unknown) => this.#fail(error));
  }

  #fail(error: unknown): void {
    if (!this.#abort.signal.aborted) this.#failure ??= new Error("the observer reads no more", { cause: error });
  }

  async #sync(): Promise<void> {
    if (this.#isSyncing) return;
    this.#isSyncing = true;
    try {
      const state = await keyframeOf(this.#url);
      if (state.epoch !== this.#state?.epoch) this.hashes.clear();
      this.#state = state;
      for (const frame of this.#held.splice(0)) if (frame.seq > state.seq) this.#take(frame);
    } finally {
      this.#isSyncing = false;
    }
  }
}

/** Connects to a running server. */
export async function observe(url: string): Promise<Observer> {
  const observer = new StreamObserver(url);
  await observer.open();
  return observer;
}
