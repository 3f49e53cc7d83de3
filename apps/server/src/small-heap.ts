import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Where new objects have so much room, they get no more: V8 doubles it when many of them live through a collection, up to 32 MB, or 128 in newer ones, and seldom gives it back. */
const ENOUGH_BYTES = 2 * 1024 * 1024;

/** By how much objects may grow in all from one whole collection to the next, where V8 waits for up to four times as much: what a first list and a thousand readers leave behind is kept for as long. */
const GROWING_PERCENT = 30;

/** What V8 multiplies that room by the next time, given how much it is now; 1 is not at all. */
export const growthFactor = (bytes: number): 1 | 2 => (bytes >= ENOUGH_BYTES ? 1 : 2);

/** Keeps the heap small from here on, for a process that runs for long. V8 reads the limit of the room for new objects only at its start, where a program cannot give it, but by how much the room grows each time that it does.
 *  It takes no CPU that could be measured. */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
  let last: number = growthFactor(0);
  const look = () => {
    const factor = growthFactor(getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0);
    if (factor === last) return;
    last = factor;
    setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  };
  look();
  new PerformanceObserver(look).observe({ entryTypes: ["gc"] });
}
