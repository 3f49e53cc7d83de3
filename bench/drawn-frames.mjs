// What a page hears of the stream and when it has drawn it, noted inside the page; times are milliseconds since the epoch, so that those of several processes compare.

/** Runs before anything of the page. A frame is drawn when the script has ended that first drew on a canvas after the frame came: the next animation frame, in which all that came is taken over.
 *  `layer`: draw calls on canvases of this `data-layer` alone are drawings. */
function note(layer) {
  const nowMs = () => performance.timeOrigin + performance.now();
  window.heardFrames = [];
  window.drawings = 0;
  window.framesAsked = 0;
  let waiting = [];
  let isStamping = false;
  const hear = ({ data }) => {
    if (data?.kind !== "message" || data.name !== "frame") return;
    const frame = { seq: data.data.seq, heardMs: nowMs(), drawnMs: undefined };
    window.heardFrames.push(frame);
    waiting.push(frame);
  };
  const Own = window.SharedWorker;
  window.SharedWorker = class extends Own {
    constructor(...given) {
      super(...given);
      this.port.addEventListener("message", hear);
    }
  };
  const stamp = () => {
    isStamping = false;
    for (const frame of waiting) frame.drawnMs = nowMs();
    waiting = [];
  };
  for (const name of ["drawImage", "putImageData", "fillRect", "fill", "stroke", "fillText"]) {
    const own = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...given) {
      const isCounted = layer === "" || this.canvas.dataset?.layer === layer;
      if (isCounted) window.drawings++;
      if (isCounted && waiting.length > 0 && !isStamping) {
        isStamping = true;
        queueMicrotask(stamp);
      }
      return own.apply(this, given);
    };
  }
  const ask = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (run) => {
    window.framesAsked++;
    return ask(run);
  };
  new MutationObserver((_, observer) => {
    const said = document.querySelector("main h1")?.textContent ?? "";
    if (said === "" || said.startsWith("Connecting")) return;
    observer.disconnect();
    window.verdictAtMs = performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

export const noteFrames = (page, layer = "") => page.addInitScript(note, layer);
export const verdictOn = (page, timeout = 120_000) => page.waitForFunction(() => window.verdictAtMs !== undefined, undefined, { timeout });

/** The frames that a page heard and drew since this was asked last; those that it has not drawn yet come the next time. */
export const takeHeard = (page) =>
  page.evaluate(() => {
    const heard = window.heardFrames;
    window.heardFrames = heard.filter(({ drawnMs }) => drawnMs === undefined);
    return heard.filter(({ drawnMs }) => drawnMs !== undefined);
  });

/** When the first drawing came that has a frame in it: by its seq, of frames in the order they were heard. */
export function drawnAt(heard, seq) {
  let [low, high] = [0, heard.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (heard[middle].seq < seq) low = middle + 1;
    else high = middle;
  }
  return heard[low]?.drawnMs;
}

export { quantile } from "./ratios.mjs";
