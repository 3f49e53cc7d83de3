/** Length of a time slice. Two slices and a drawn frame fit between two frames of the screen. */
const SLICE_MS = 6;

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Waits for pending browser work, such as drawing, without the delay of a timer. */
const nextTask = () =>
  new Promise<void>((resume) => {
    waiting.push(resume);
    channel.port2.postMessage(undefined);
  });

/**
 * Runs work in time slices and returns its result. Between slices the browser draws and receives messages. Short work
 * completes at once.
 */
export async function drainBetweenFrames<T>(parts: Generator<undefined, T>): Promise<T> {
  let untilMs = performance.now() + SLICE_MS;
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
    if (performance.now() <= untilMs) continue;
    await nextTask();
    untilMs = performance.now() + SLICE_MS;
  }
}
