/** Lets so many pieces of work run at once, in the order in which they came. */
export type Turnstile = <R>(work: () => Promise<R>) => Promise<R>;

export function createTurnstile(limit: number): Turnstile {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    // The one that leaves hands its place over, so that nobody slips in between.
    if (running >= limit) await new Promise<void>((turn) => waiting.push(turn));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
