import { drainBetweenFrames } from "../../data/computed/drain-between-frames.ts";

const waiting = new Set<() => void>();
let isPainting = false;

function* paintWaiting(): Generator<undefined, void> {
  try {
    for (const paint of waiting) {
      waiting.delete(paint);
      paint();
      yield;
    }
  } finally {
    isPainting = false;
  }
}

/** Paints after the current render, together with all other waiting paints, in time slices. Many strips in one piece
 *  would delay input. Returns a function that cancels the paint. */
export function paintSoon(paint: () => void): () => void {
  waiting.add(paint);
  if (!isPainting) {
    isPainting = true;
    queueMicrotask(() => void drainBetweenFrames(paintWaiting()));
  }
  return () => void waiting.delete(paint);
}
