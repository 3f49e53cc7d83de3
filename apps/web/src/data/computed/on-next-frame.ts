/** A hidden tab draws no frames, so received data is applied after this time. */
const UNSEEN_MS = 100;

/** Calls back once, right before the browser draws its next frame. */
export function onNextFrame(run: () => void): void {
  const once = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    run();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, UNSEEN_MS);
}
