import { type FrameEffect, mergeAllEffects, WHOLE_EFFECT } from "@daemonscope/shared/state/frame-effect";

/** Ten seconds at sixty frames a second. A page that was hidden for longer redraws everything. */
const MAX_EFFECTS = 600;

/**
 * A bounded log of the changes in each version of the state. Views request all changes since the version that they
 * show.
 */
export class EffectHistory {
  /** `#effects[i]` is the effect of version `#first + i`. */
  readonly #effects: FrameEffect[] = [];
  #first: number;
  #last: { readonly from: number; readonly to: number; readonly effect: FrameEffect } | undefined;

  /**
   * `first`: the version of the first state. It must be far from the versions of other logs, so that versions never
   * overlap.
   */
  constructor(first = 1) {
    this.#first = first;
  }

  /** The current version of the state; `first` minus 1 before the first state. */
  get version(): number {
    return this.#first + this.#effects.length - 1;
  }

  append(effect: FrameEffect): void {
    this.#effects.push(effect);
    if (this.#effects.length <= MAX_EFFECTS) return;
    this.#effects.shift();
    this.#first++;
  }

  /**
   * Returns the changes between two versions; all, if the older one is undefined or no longer stored. O(changes between
   * them × log versions). The last result is cached, because many views request the same range.
   */
  between(from: number | undefined, to: number): FrameEffect {
    if (from === undefined || from + 1 < this.#first || from > to) return WHOLE_EFFECT;
    if (this.#last?.from === from && this.#last.to === to) return this.#last.effect;
    const effect =
      to - this.#first < this.#effects.length
        ? mergeAllEffects(this.#effects.slice(from + 1 - this.#first, to + 1 - this.#first))
        : WHOLE_EFFECT;
    this.#last = { from, to, effect };
    return effect;
  }
}
