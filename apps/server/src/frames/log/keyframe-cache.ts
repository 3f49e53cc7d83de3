import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { EncodedKeyframe } from "./encoded-keyframe.ts";
import type { FrameLog } from "./frame-log.ts";

/** Maximum age of a complete keyframe for a reader that can catch up with the frames after it. */
const SHARED_MS = 500;

/** Cache of keyframes. A keyframe is built at most once per seq. For readers that accept an older one it is built at
 *  most twice a second. */
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

  /** Number of built keyframes. */
  get built(): number {
    return this.#built;
  }

  /** Returns a keyframe of the current state or a later one; it may still be growing. With `atLeast`, a recent keyframe
   *  from that seq on is enough if the ring still has its later frames. One is built at a time: a concurrent caller
   *  gets it, or waits for its end and gets the next. */
  async at(atLeast?: number): Promise<EncodedKeyframe> {
    const requestedSeq = this.#log.state.seq;
    for (;;) {
      const kept = this.#kept(requestedSeq, atLeast);
      if (kept !== undefined) return kept;
      if (this.#making === undefined) this.#make();
      else await this.#making;
    }
  }

  #kept(requestedSeq: number, atLeast: number | undefined): EncodedKeyframe | undefined {
    const last = this.#last;
    if (last === undefined || last.keyframe.plain.hasFailed) return undefined;
    const { seq, plain } = last.keyframe;
    if (seq >= requestedSeq) return last.keyframe;
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
