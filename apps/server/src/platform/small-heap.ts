import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/**
 * From this size on the space for new objects does not grow. V8 doubles it when many objects survive a collection, up
 * to 32 MB, or 128 MB in newer versions. V8 seldom shrinks the space.
 */
const MAX_GROWING_BYTES = 2 * 1024 * 1024;

/**
 * Growth of the heap between two full collections, in percent. V8's default allows growth by up to four times. With
 * that default, garbage of the first lists and of a thousand readers would stay until the next full collection.
 */
const GROWING_PERCENT = 30;

/** Returns the factor by which V8 next multiplies the space for new objects; 1 stops the growth. */
export const growthFactor = (bytes: number): 1 | 2 => (bytes >= MAX_GROWING_BYTES ? 1 : 2);

/**
 * Keeps the heap of a long-running process small. V8 reads the size limit of the space for new objects only at its
 * start, before a program can set the limit. It reads the growth factor at each growth. The CPU cost is too small to
 * measure.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
  let last: number = growthFactor(0);
  const check = () => {
    const factor = growthFactor(getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0);
    if (factor === last) return;
    last = factor;
    setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  };
  check();
  new PerformanceObserver(check).observe({ entryTypes: ["gc"] });
}
