import type { ClusterState } from "@daemonscope/shared/cluster-state";
import type { Frame } from "@daemonscope/shared/frame";
import { Happenings } from "../log/happenings.ts";
import type { StoredMessage } from "./log-stream.ts";
import { type ToldWord, toldOf } from "./stream-store.ts";

/**
 * Timeline events of a followed log that its writer has not published yet. A killed writer never does, and its
 * successor publishes them instead.
 */
export class UntoldHappenings {
  #happenings = new Happenings();
  #fromMs = 0;

  begin(state: ClusterState): void {
    this.#happenings = new Happenings();
    this.#happenings.begin(state);
    this.#fromMs = state.at;
  }

  take(before: ClusterState, frame: Frame): void {
    this.#happenings.take(before, frame);
  }

  /** The writer has published the time until `untilMs`. */
  hear(message: StoredMessage): void {
    if (message.kind !== "told") return;
    const { untilMs } = toldOf(message);
    if (untilMs <= this.#fromMs) return;
    this.#fromMs = untilMs;
    this.#happenings.forgetBefore(untilMs);
  }

  /** Returns all of them until a moment, and the moment at which they start. */
  word(untilMs: number): { readonly fromMs: number; readonly word: ToldWord } {
    return { fromMs: this.#fromMs, word: { untilMs, part: this.#happenings.part(this.#fromMs, untilMs) } };
  }
}
