import type { KeyboardEvent } from "react";
import type { TimeTravel } from "../player/time-travel.ts";
import type { Range } from "./range.ts";

interface TrackKeys {
  readonly range: Range;
  readonly kept: Range;
  readonly wantedMs: number | undefined;
  readonly travel: TimeTravel;
}

const SECOND_MS = 1000;
/** Parts of the drawn range: a step of an arrow key, and one of a page key. */
const ARROW = 1 / 200;
const PAGE = 1 / 10;

/** Moves the handle with arrows, Page up and down, Home and End, as every slider does. With Shift an arrow moves it by
 *  a second. */
export function useTrackKeys({ range, kept, wantedMs, travel }: TrackKeys): (event: KeyboardEvent) => void {
  return (event) => {
    const spanMs = range.toMs - range.fromMs;
    const arrowMs = event.shiftKey ? SECOND_MS : Math.max(SECOND_MS, spanMs * ARROW);
    const stepsByKey: Readonly<Record<string, number>> = {
      ArrowLeft: -arrowMs,
      ArrowDown: -arrowMs,
      ArrowRight: arrowMs,
      ArrowUp: arrowMs,
      PageDown: -spanMs * PAGE,
      PageUp: spanMs * PAGE,
      Home: Number.NEGATIVE_INFINITY,
      End: Number.POSITIVE_INFINITY,
    };
    const step = stepsByKey[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const atMs = (wantedMs ?? kept.toMs) + step;
    if (atMs >= kept.toMs - SECOND_MS * 2) {
      if (wantedMs !== undefined) travel.now();
    } else travel.goTo(Math.max(kept.fromMs, atMs));
  };
}
