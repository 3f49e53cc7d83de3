import { HEARTBEAT_MS, type StreamMessages, type WireFrame } from "@daemonscope/shared/frame";
import type { LogPlace } from "./cluster-store.ts";
import type { StreamNews } from "./stream-messages.ts";

/** Of a stream that was silent for longer, as a page says then too (F6), no hello is made up. */
const SILENT_MS = 2 * HEARTBEAT_MS;
/** Of frames so much is kept for tabs that join late: characters of their texts. */
const KEPT_CHARACTERS = 1_000_000;

/** What a tab that joins late must hear of a stream that is open already: whether it is, the hello with the cluster's clock as it stands now, and the frames since the state that the tab has. */
export class StreamMemory {
  readonly #nowMs: () => number;
  #connection: Extract<StreamNews, { readonly kind: "open" | "lost" }> | undefined;
  #hello: StreamMessages["hello"] | undefined;
  #heardAtMs = 0;
  #place: LogPlace | undefined;
  /** Without a gap. */
  #frames: WireFrame[] = [];
  #characters = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Of all that was heard so far; undefined before anything was. */
  get place(): LogPlace | undefined {
    return this.#place;
  }

  hear(news: StreamNews): void {
    if (news.kind !== "message") {
      this.#connection = news;
      return;
    }
    if (news.name === "frame") this.#keep(news.data);
    else if (news.name === "resync" || (news.name === "hello" && news.data.epoch !== this.#hello?.epoch)) this.#beginAnew(news.data);
    if (news.name === "hello") this.#hello = news.data;
    else if (this.#hello !== undefined && news.name === "frame") this.#hello = { ...this.#hello, at: news.data.at };
    else if (this.#hello !== undefined && news.name === "heartbeat")
      this.#hello = { ...this.#hello, at: news.data.at, clockRate: news.data.clockRate };
    this.#heardAtMs = this.#nowMs();
  }

  #keep(frame: WireFrame): void {
    this.#place = { epoch: frame.epoch, seq: frame.seq };
    this.#frames.push(frame);
    this.#characters += frame.text.length;
    while (this.#characters > KEPT_CHARACTERS) this.#characters -= this.#frames.shift()?.text.length ?? 0;
  }

  #beginAnew({ epoch, seq }: LogPlace): void {
    this.#place = { epoch, seq };
    this.#frames = [];
    this.#characters = 0;
  }

  /** In order. `since`: the state that who asks has. */
  recall(since?: LogPlace): readonly StreamNews[] {
    const silentMs = this.#nowMs() - this.#heardAtMs;
    const hello = silentMs > SILENT_MS ? undefined : this.#hello;
    const at = (hello?.at ?? 0) + silentMs * (hello?.clockRate ?? 1);
    return [
      ...(hello === undefined ? [] : [{ kind: "message", name: "hello", data: { ...hello, at } } as const]),
      ...(this.#connection === undefined ? [] : [this.#connection]),
      ...this.#frames
        .filter(({ epoch, seq }) => epoch === since?.epoch && seq > since.seq)
        .map((data) => ({ kind: "message", name: "frame", data }) as const),
    ];
  }
}
