/** A semaphore: runs at most a fixed number of tasks at once, in order of arrival. */
export type Semaphore = <R>(work: () => Promise<R>) => Promise<R>;

export function createSemaphore(limit: number): Semaphore {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    // A task that ends passes its permit to the next one, so that no later task gets it first.
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
