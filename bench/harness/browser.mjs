// Notes inside the page when it receives a frame and when it has drawn it. Times are milliseconds since the epoch, so
// that those of several processes can be compared.

/**
 * Runs before the page's scripts. A frame counts as drawn when the first script that draws on a canvas after its
 * arrival has ended. That is the next animation frame, which applies all received frames. `layer`: only draw calls on
 * canvases with this `data-layer` count.
 */
function note(layer) {
  const nowMs = () => performance.timeOrigin + performance.now();
  window.receivedFrames = [];
  window.drawings = 0;
  window.framesAsked = 0;
  let waiting = [];
  let isStamping = false;
  const noteFrame = ({ data }) => {
    if (data?.kind !== "message" || data.name !== "frame") return;
    const frame = { seq: data.data.seq, receivedMs: nowMs(), drawnMs: undefined };
    window.receivedFrames.push(frame);
    waiting.push(frame);
  };
  const NativeSharedWorker = window.SharedWorker;
  window.SharedWorker = class extends NativeSharedWorker {
    constructor(...args) {
      super(...args);
      this.port.addEventListener("message", noteFrame);
    }
  };
  const stamp = () => {
    isStamping = false;
    for (const frame of waiting) frame.drawnMs = nowMs();
    waiting = [];
  };
  for (const name of ["drawImage", "putImageData", "fillRect", "fill", "stroke", "fillText"]) {
    const original = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...args) {
      const isCounted = layer === "" || this.canvas.dataset?.layer === layer;
      if (isCounted) window.drawings++;
      if (isCounted && waiting.length > 0 && !isStamping) {
        isStamping = true;
        queueMicrotask(stamp);
      }
      return original.apply(this, args);
    };
  }
  const requestFrame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (run) => {
    window.framesAsked++;
    return requestFrame(run);
  };
  new MutationObserver((_, observer) => {
    const heading = document.querySelector("main h1")?.textContent ?? "";
    if (heading === "" || heading.startsWith("Connecting")) return;
    observer.disconnect();
    window.verdictAtMs = performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

export const noteFrames = (page, layer = "") => page.addInitScript(note, layer);
export const verdictOn = (page, timeout = 120_000) => page.waitForFunction(() => window.verdictAtMs !== undefined, undefined, { timeout });

/**
 * Returns the frames that a page received and drew since the last call; frames that are not drawn yet come with a later
 * call.
 */
export const takeReceivedFrames = (page) =>
  page.evaluate(() => {
    const received = window.receivedFrames;
    window.receivedFrames = received.filter(({ drawnMs }) => drawnMs === undefined);
    return received.filter(({ drawnMs }) => drawnMs !== undefined);
  });

/** Returns when a frame was first drawn, by its seq, from frames in the order of their arrival. */
export function drawnAt(received, seq) {
  let [low, high] = [0, received.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (received[middle].seq < seq) low = middle + 1;
    else high = middle;
  }
  return received[low]?.drawnMs;
}

export { quantile } from "./measure.mjs";
