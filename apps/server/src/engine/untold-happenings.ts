import type { ClusterState } from "@daemonscope/shared/cluster-state";
import type { Frame } from "@daemonscope/shared/frame";
import { Happenings } from "../log/happenings.ts";
import type { StoredMessage } from "./log-stream.ts";
import { type ToldWord, toldOf } from "./stream-store.ts";

/** What happened in a log that is followed and its writer has not told yet: a writer that is killed never does, and who goes on from it tells it instead. */
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

  /** The writer has told of the time until then. */
  hear(message: StoredMessage): void {
    if (message.kind !== "told") return;
    const { untilMs } = toldOf(message);
    if (untilMs <= this.#fromMs) return;
    this.#fromMs = untilMs;
    this.#happenings.forgetBefore(untilMs);
  }

  /** All of it until a moment, with the moment from which it is. */
  word(untilMs: number): { readonly fromMs: number; readonly word: ToldWord } {
    return { fromMs: this.#fromMs, word: { untilMs, part: this.#happenings.part(this.#fromMs, untilMs) } };
  }
}
