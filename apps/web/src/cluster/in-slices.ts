/** So long work goes on in a row: two of these and a drawn frame fit between two frames of the screen. */
const SLICE_MS = 6;

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** After what the browser has to do meanwhile, drawing among it; without the wait that timers have. */
const turn = () =>
  new Promise<void>((resume) => {
    waiting.push(resume);
    channel.port2.postMessage(undefined);
  });

/** What parts of some work come to; between them the browser draws and hears. Short work is done at once. */
export async function inSlices<T>(parts: Generator<undefined, T>): Promise<T> {
  let untilMs = performance.now() + SLICE_MS;
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
    if (performance.now() <= untilMs) continue;
    await turn();
    untilMs = performance.now() + SLICE_MS;
  }
}
