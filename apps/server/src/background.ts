/** Takes a promise that nobody awaits. It must end well: a rejection is a bug of ours and ends the process, as an exception would. */
export function background(work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    queueMicrotask(() => {
      throw error;
    });
  });
}
