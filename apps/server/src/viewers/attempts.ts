/** Failed tries to sign in from one address, and from all, in a minute. */
export const TRIES_OF_ONE = 10;
export const TRIES_OF_ALL = 100;
const MINUTE_MS = 60_000;

/** Holds back whoever guesses. A try counts until it is given back, so that many at once are held back too. */
export class Attempts {
  readonly #nowMs: () => number;
  #tries: readonly { readonly address: string; readonly atMs: number }[] = [];

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Takes a try: `giveBack` returns it. Where there is none left, how long until there is. */
  begin(address: string): { readonly giveBack: () => void } | { readonly waitMs: number } {
    const now = this.#nowMs();
    this.#tries = this.#tries.filter(({ atMs }) => now - atMs < MINUTE_MS);
    const own = this.#tries.filter((each) => each.address === address);
    const oldest = own.length >= TRIES_OF_ONE ? own[0] : this.#tries.length >= TRIES_OF_ALL ? this.#tries[0] : undefined;
    if (oldest !== undefined) return { waitMs: oldest.atMs + MINUTE_MS - now };
    const mine = { address, atMs: now };
    this.#tries = [...this.#tries, mine];
    return {
      giveBack: () => {
        this.#tries = this.#tries.filter((each) => each !== mine);
      },
    };
  }
}
