import type { StreamMessages, WireFrame } from "@daemonscope/shared/state/frame";
import type { StreamPosition } from "../cluster/cluster-store.ts";
import type { TabStreamMessage } from "../cluster/stream-messages.ts";

/** The most characters of frame texts that are kept for tabs that join late. */
const KEPT_CHARACTERS = 1_000_000;

/**
 * Messages that a late tab needs from an open stream: its connection, a hello and frames. All have the age
 * of the last message. The hello has its cluster time, and the frames follow the tab's state.
 */
export class StreamSnapshot {
  readonly #nowMs: () => number;
  #connection: Extract<TabStreamMessage, { readonly kind: "open" | "lost" }> | undefined;
  #hello: StreamMessages["hello"] | undefined;
  #lastReceivedAtMs = 0;
  #position: StreamPosition | undefined;
  /** Consecutive frames, without a gap. */
  #frames: WireFrame[] = [];
  #characters = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** The log position of all received messages; undefined before the first one. */
  get position(): StreamPosition | undefined {
    return this.#position;
  }

  receive(message: TabStreamMessage): void {
    if (message.kind !== "message") {
      this.#connection = message;
      return;
    }
    if (message.name === "frame") this.#keep(message.data);
    else if (message.name === "resync" || (message.name === "hello" && message.data.epoch !== this.#hello?.epoch))
      this.#restart(message.data);
    if (message.name === "hello") this.#hello = message.data;
    else if (this.#hello !== undefined && message.name === "frame") this.#hello = { ...this.#hello, at: message.data.at };
    else if (this.#hello !== undefined && message.name === "heartbeat")
      this.#hello = { ...this.#hello, at: message.data.at, clockRate: message.data.clockRate };
    this.#lastReceivedAtMs = this.#nowMs() - (message.lateMs ?? 0);
  }

  #keep(frame: WireFrame): void {
    this.#position = { epoch: frame.epoch, seq: frame.seq };
    this.#frames.push(frame);
    this.#characters += frame.text.length;
    while (this.#characters > KEPT_CHARACTERS) this.#characters -= this.#frames.shift()?.text.length ?? 0;
  }

  #restart({ epoch, seq }: StreamPosition): void {
    this.#position = { epoch, seq };
    this.#frames = [];
    this.#characters = 0;
  }

  /** Returns the messages in order. `since`: the state of the tab that requests them. */
  recall(since?: StreamPosition): readonly TabStreamMessage[] {
    const hello = this.#hello;
    const lateMs = this.#nowMs() - this.#lastReceivedAtMs;
    return [
      ...(hello === undefined ? [] : [{ kind: "message", name: "hello", data: hello, lateMs } as const]),
      ...(this.#connection === undefined ? [] : [this.#connection]),
      ...this.#frames
        .filter(({ epoch, seq }) => epoch === since?.epoch && seq > since.seq)
        .map((data) => ({ kind: "message", name: "frame", data, lateMs }) as const),
    ];
  }
}
