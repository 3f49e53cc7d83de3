/**
 * Carries out `count` calls in batches of 1, 2, 4…; a failure in a batch cancels the later batches. Returns the numbers
 * of calls done and never tried. Source: pkg/controller/daemon, syncNodes.
 */
export function slowStart(count: number, act: (at: number) => boolean): { readonly done: number; readonly skipped: number } {
  let done = 0;
  let at = 0;
  for (let size = 1; at < count; size *= 2) {
    const end = Math.min(count, at + size);
    let failed = false;
    for (; at < end; at++) {
      if (act(at)) done++;
      else failed = true;
    }
    if (failed) break;
  }
  return { done, skipped: count - at };
}
