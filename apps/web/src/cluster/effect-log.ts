import { type FrameEffect, mergeAll, WHOLE_EFFECT } from "@daemonscope/shared/frame-effect";

/** A page at sixty frames a second that nobody looked at for ten seconds draws all anew. */
const REMEMBERED = 600;

/** What each version of the state changed, bounded: views ask for all that happened since the version that they show. */
export class EffectLog {
  /** Effect of version `#first + i` at `i`. */
  readonly #effects: FrameEffect[] = [];
  #first: number;
  #last: { readonly from: number; readonly to: number; readonly effect: FrameEffect } | undefined;

  /** `first`: the version of the first state; far from those of another log, so that none of that one is taken for one of this. */
  constructor(first = 1) {
    this.#first = first;
  }

  /** The version of the state now; 0 before there is one. */
  get version(): number {
    return this.#first + this.#effects.length - 1;
  }

  append(effect: FrameEffect): void {
    this.#effects.push(effect);
    if (this.#effects.length <= REMEMBERED) return;
    this.#effects.shift();
    this.#first++;
  }

  /** What differs between two versions: all of it when the older is forgotten, or is none. O(changes between them × log versions), and once where many ask the same. */
  between(from: number | undefined, to: number): FrameEffect {
    if (from === undefined || from + 1 < this.#first || from > to) return WHOLE_EFFECT;
    if (this.#last?.from === from && this.#last.to === to) return this.#last.effect;
    const effect =
      to - this.#first < this.#effects.length ? mergeAll(this.#effects.slice(from + 1 - this.#first, to + 1 - this.#first)) : WHOLE_EFFECT;
    this.#last = { from, to, effect };
    return effect;
  }
}
