import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Where new objects have so much room, they get no more: V8 doubles it when many of them live through a collection, up to 32 MB, or 128 in newer ones, and seldom gives it back. */
const ENOUGH_BYTES = 4 * 1024 * 1024;

/** What V8 multiplies that room by the next time, given how much it is now; 1 is not at all. */
export const growthFactor = (bytes: number): 1 | 2 => (bytes >= ENOUGH_BYTES ? 1 : 2);

/** Keeps the room for new objects small from here on, for a process that runs for long. V8 reads the limit itself only at its start, where a program cannot give it, but by how much the room grows each time that it does.
 *  It takes no CPU that could be measured. */
export function keepYoungGenerationSmall(): void {
  let last: number = growthFactor(0);
  const look = () => {
    const factor = growthFactor(getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0);
    if (factor === last) return;
    last = factor;
    setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  };
  new PerformanceObserver(look).observe({ entryTypes: ["gc"] });
}
