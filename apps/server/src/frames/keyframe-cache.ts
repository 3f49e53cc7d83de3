import type { Timers } from "../clock.ts";
import { EncodedKeyframe } from "./encoded-keyframe.ts";
import type { FrameLog } from "./frame-log.ts";

/** How old a keyframe may be for a reader that goes on from it by itself. */
const SHARED_MS = 500;

/** Keyframes, built at most once a seq, and at most twice a second for readers that can go on from an older one. */
export class KeyframeCache {
  readonly #log: FrameLog;
  readonly #timers: Timers;
  #last: { readonly keyframe: EncodedKeyframe; readonly begunAtMs: number } | undefined;
  #making: Promise<void> | undefined;
  #built = 0;

  constructor(log: FrameLog, timers: Timers) {
    this.#log = log;
    this.#timers = timers;
  }

  /** Keyframes that were built so far. */
  get built(): number {
    return this.#built;
  }

  /** The keyframe of now or of a moment later; or with `atLeast` a recent one from that seq on whose later frames are still in the ring. It may still be growing.
   *  One is made at a time, so that whoever comes meanwhile gets it, or waits for its end and gets the next. */
  async at(atLeast?: number): Promise<EncodedKeyframe> {
    const asked = this.#log.state.seq;
    for (;;) {
      const kept = this.#kept(asked, atLeast);
      if (kept !== undefined) return kept;
      if (this.#making === undefined) this.#make();
      else await this.#making;
    }
  }

  #kept(asked: number, atLeast: number | undefined): EncodedKeyframe | undefined {
    const last = this.#last;
    if (last === undefined || last.keyframe.plain.hasFailed) return undefined;
    const { seq, plain } = last.keyframe;
    if (seq >= asked) return last.keyframe;
    const isNew = plain.length === undefined || this.#timers.elapsedMs() - last.begunAtMs <= SHARED_MS;
    const isRecent = isNew && this.#log.reachesBackTo(seq);
    return atLeast !== undefined && isRecent && seq >= atLeast ? last.keyframe : undefined;
  }

  #make(): void {
    const { state } = this.#log;
    const keyframe = new EncodedKeyframe(state);
    this.#built += 1;
    this.#last = { keyframe, begunAtMs: this.#timers.elapsedMs() };
    this.#making = keyframe.write(state, this.#timers).finally(() => {
      this.#making = undefined;
    });
  }
}
