/** Random numbers from a seed: equal seeds give equal sequences (mulberry32). */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Whole number, both ends included. */
  int(from: number, to: number): number;
  pick<T>(choices: readonly T[]): T;
  /** Whole number around `middle`, up to `share` of it to either side. */
  jitter(middle: number, share: number): number;
  /** Returns a new list in random order. */
  shuffle<T>(list: readonly T[]): T[];
  /** Advances the state like a shuffle of a list of this length. */
  skipShuffle(length: number): void;
}

const STEP = 0x6d2b79f5;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + STEP) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    pick(choices) {
      const choice = choices[int(0, choices.length - 1)];
      if (choice === undefined) throw new Error("nothing to pick from");
      return choice;
    },
    jitter: (middle, share) => int(Math.round(middle * (1 - share)), Math.round(middle * (1 + share))),
    shuffle(list) {
      const mixed = [...list];
      for (let at = mixed.length - 1; at > 0; at--) {
        const other = int(0, at);
        const current = mixed[at];
        const chosen = mixed[other];
        if (current !== undefined && chosen !== undefined) {
          mixed[at] = chosen;
          mixed[other] = current;
        }
      }
      return mixed;
    },
    skipShuffle(length) {
      // A shuffle takes one number for each element except the first.
      state = (state + Math.imul(STEP, Math.max(0, length - 1))) >>> 0;
    },
  };
}
