import type { StreamPosition } from "../cluster/cluster-store.ts";
import type { TabStreamMessage } from "../cluster/stream-messages.ts";

/**
 * The position from which the next stream continues: after the last received frame, or where the first stream began.
 */
export class ResumePoint {
  #epoch: string;
  #cursor: string;

  constructor(begin: StreamPosition | undefined) {
    this.#epoch = begin?.epoch ?? "";
    this.#cursor = begin === undefined ? "" : `${begin.epoch}.${begin.seq}`;
  }

  /** Undefined before the first message: the stream then starts from now on. */
  get cursor(): string | undefined {
    return this.#cursor === "" ? undefined : this.#cursor;
  }

  advance(news: Extract<TabStreamMessage, { readonly kind: "message" }>, id: string): void {
    if (news.name === "frame") this.#cursor = id;
    else if (news.name === "hello" || news.name === "resync") {
      if (news.name === "resync" || news.data.epoch !== this.#epoch) this.#cursor = `${news.data.epoch}.${news.data.seq}`;
      this.#epoch = news.data.epoch;
    }
  }
}
