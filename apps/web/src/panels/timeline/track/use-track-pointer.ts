import { type PointerEvent, useRef, useState } from "react";
import type { LaneGroup } from "../lanes/lanes.ts";
import { LIVE_EDGE_MS } from "../player/history-player.ts";
import type { TimeTravel } from "../player/time-travel.ts";
import type { Range } from "./range.ts";
import type { TrackScale } from "./track-scale.ts";

/** A mark this near to the pointer is its target. */
const NEAR_PX = 8;
/** If the pointer is at most this far from the end, the target is now. A movement of at most this length is a click. */
const END_PX = 3;

interface TrackPointer {
  readonly scale: TrackScale;
  readonly kept: Range;
  readonly groups: readonly LaneGroup[];
  readonly travel: TimeTravel;
}

const nearest = (groups: readonly LaneGroup[], x: number): LaneGroup | undefined =>
  groups.filter((group) => Math.abs(group.x - x) <= NEAR_PX).sort((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))[0];

/** A click goes to a moment, or to a mark near it; a drag moves the page through time. Returns the listeners, the
 *  pointer's position and its target mark. */
export function useTrackPointer({ scale, kept, groups, travel }: TrackPointer) {
  const [pointedX, setPointedX] = useState<number>();
  const drag = useRef<{ readonly fromX: number; readonly left: number; isMoved: boolean }>(undefined);
  const leftOf = (event: PointerEvent) => event.currentTarget.getBoundingClientRect().left;
  // The position of the track is read when the drag begins: reading it at each move would force a layout.
  const xIn = (event: PointerEvent) => event.clientX - (drag.current?.left ?? leftOf(event));
  const msPerPx = (scale.toMs - scale.fromMs) / Math.max(scale.width, 1);
  const goTo = (atMs: number, isPassing: boolean) => {
    if (atMs >= kept.toMs - Math.max(LIVE_EDGE_MS, msPerPx * END_PX)) travel.now();
    else if (isPassing) travel.passTo(Math.max(kept.fromMs, atMs));
    else travel.goTo(Math.max(kept.fromMs, atMs));
  };
  return {
    pointedX,
    pointed: pointedX === undefined ? undefined : nearest(groups, pointedX),
    listeners: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const left = leftOf(event);
        drag.current = { fromX: event.clientX - left, left, isMoved: false };
      },
      onPointerMove: (event: PointerEvent) => {
        const x = xIn(event);
        setPointedX(x);
        const { current } = drag;
        if (current === undefined) return;
        current.isMoved ||= Math.abs(x - current.fromX) > END_PX;
        if (current.isMoved) goTo(scale.msOf(x), true);
      },
      onPointerUp: (event: PointerEvent) => {
        const { current } = drag;
        if (current === undefined) return;
        const x = xIn(event);
        drag.current = undefined;
        // A click on a mark goes to its exact moment.
        const markMs = current.isMoved ? undefined : nearest(groups, x)?.items[0]?.fromMs;
        goTo(markMs ?? scale.msOf(x), false);
      },
      onPointerCancel: () => {
        drag.current = undefined;
      },
      onPointerLeave: () => setPointedX(undefined),
    },
  };
}
