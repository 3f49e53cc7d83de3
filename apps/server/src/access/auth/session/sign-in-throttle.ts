/** Maximum failed sign-ins per minute: from one address, and from all. */
const MAX_ATTEMPTS_PER_ADDRESS = 10;
const MAX_ATTEMPTS = 100;
const MINUTE_MS = 60_000;

/** Rate limit against guessing. An attempt counts until it is given back, so that concurrent attempts are limited
 *  too. */
export class SignInThrottle {
  readonly #nowMs: () => number;
  #tries: readonly { readonly address: string; readonly atMs: number }[] = [];

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Takes an attempt; `giveBack` returns it. If none is left, `waitMs` is the time until the next one. */
  begin(address: string): { readonly giveBack: () => void } | { readonly waitMs: number } {
    const now = this.#nowMs();
    this.#tries = this.#tries.filter(({ atMs }) => now - atMs < MINUTE_MS);
    const fromAddress = this.#tries.filter((each) => each.address === address);
    const oldest =
      fromAddress.length >= MAX_ATTEMPTS_PER_ADDRESS ? fromAddress[0] : this.#tries.length >= MAX_ATTEMPTS ? this.#tries[0] : undefined;
    if (oldest !== undefined) return { waitMs: oldest.atMs + MINUTE_MS - now };
    const attempt = { address, atMs: now };
    this.#tries = [...this.#tries, attempt];
    return {
      giveBack: () => {
        this.#tries = this.#tries.filter((each) => each !== attempt);
      },
    };
  }
}
