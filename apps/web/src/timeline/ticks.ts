import { scaleTime } from "d3";
import type { Range } from "./range.ts";

export interface Tick {
  readonly atMs: number;
  readonly hasSeconds: boolean;
}

const APART_PX = 128;
const LABEL_PX = 52;
const MINUTE_MS = 60_000;

/** Round times of the reader's clock, as many as there is room for. */
export function ticksOf({ fromMs, toMs }: Range, width: number): readonly Tick[] {
  const ticks = scaleTime([fromMs, toMs], [0, width]).ticks(Math.max(1, Math.floor(width / APART_PX)));
  const hasSeconds = ticks.some((tick) => tick.getTime() % MINUTE_MS !== 0);
  // The last would run over the end.
  const lastMs = toMs - (LABEL_PX / Math.max(width, 1)) * (toMs - fromMs);
  return ticks.filter((tick) => tick.getTime() <= lastMs).map((tick) => ({ atMs: tick.getTime(), hasSeconds }));
}
