/** Where nothing is drawn, in a tab that nobody sees, what was heard is taken over after so long all the same. */
const UNSEEN_MS = 100;

/** Calls back once, right before the browser draws its next frame. */
export function beforeFrame(run: () => void): void {
  const once = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    run();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, UNSEEN_MS);
}
