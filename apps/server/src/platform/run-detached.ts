/**
 * Takes a promise that no caller awaits. It must not reject: a rejection is a bug, and ends the process as an exception
 * would.
 */
export function runDetached(work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    queueMicrotask(() => {
      throw error;
    });
  });
}
