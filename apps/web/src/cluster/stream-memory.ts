import type { StreamMessages } from "@daemonscope/shared/frame";
import type { StreamNews } from "./stream-messages.ts";

/** What a tab that joins late must hear of a stream that is open already: whether it is, and the hello with the cluster's clock as it stands now. */
export class StreamMemory {
  readonly #nowMs: () => number;
  #connection: Extract<StreamNews, { readonly kind: "open" | "lost" }> | undefined;
  #hello: StreamMessages["hello"] | undefined;
  #heardAtMs = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  hear(news: StreamNews): void {
    if (news.kind !== "message") {
      this.#connection = news;
      return;
    }
    if (news.name === "hello") this.#hello = news.data;
    else if (this.#hello !== undefined && news.name === "frame") this.#hello = { ...this.#hello, at: news.data.at };
    else if (this.#hello !== undefined && news.name === "heartbeat")
      this.#hello = { ...this.#hello, at: news.data.at, clockRate: news.data.clockRate };
    this.#heardAtMs = this.#nowMs();
  }

  /** In order. */
  recall(): readonly StreamNews[] {
    const hello = this.#hello;
    const at = (hello?.at ?? 0) + (this.#nowMs() - this.#heardAtMs) * (hello?.clockRate ?? 1);
    return [
      ...(hello === undefined ? [] : [{ kind: "message", name: "hello", data: { ...hello, at } } as const]),
      ...(this.#connection === undefined ? [] : [this.#connection]),
    ];
  }
}
