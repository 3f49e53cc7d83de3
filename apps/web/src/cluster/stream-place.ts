import type { LogPlace } from "./cluster-store.ts";
import type { StreamNews } from "./stream-messages.ts";

/** Where a stream goes on that comes after another: behind the last frame that was heard, or where the first one began. */
export class StreamPlace {
  #epoch: string;
  #cursor: string;

  constructor(begin: LogPlace | undefined) {
    this.#epoch = begin?.epoch ?? "";
    this.#cursor = begin === undefined ? "" : `${begin.epoch}.${begin.seq}`;
  }

  /** Undefined before anything was heard: what comes from then on. */
  get cursor(): string | undefined {
    return this.#cursor === "" ? undefined : this.#cursor;
  }

  heard(news: Extract<StreamNews, { readonly kind: "message" }>, id: string): void {
    if (news.name === "frame") this.#cursor = id;
    else if (news.name === "hello" || news.name === "resync") {
      if (news.name === "resync" || news.data.epoch !== this.#epoch) this.#cursor = `${news.data.epoch}.${news.data.seq}`;
      this.#epoch = news.data.epoch;
    }
  }
}
