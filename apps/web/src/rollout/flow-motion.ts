import { isTank } from "./flow-lanes.ts";
import type { FlowDot, FlowScene } from "./flow-scene.ts";

/** A dot on its way. Positions in CSS pixels. */
export interface DotMove {
  readonly dot: FlowDot;
  readonly fromX: number;
  readonly fromY: number;
}

export interface DrawnAt {
  readonly x: number;
  readonly y: number;
}

/** The dots that have to move to get from one scene to the next, by node; everything else stands still.
 *  A dot that leaves a tank starts from the tank's end, where the tank shrinks; one that is under way starts from where it is drawn.
 *  Empty when the raster changed: then all places are new and motion would say nothing. */
export function movesBetween(before: FlowScene, after: FlowScene, drawnAt: (key: string) => DrawnAt | undefined): readonly DotMove[] {
  if (before.layout.nodesPerDot !== 1 || after.layout.nodesPerDot !== 1 || before.layout.width !== after.layout.width) return [];
  const earlier = new Map(before.dots.map((dot) => [dot.key, dot]));
  const tankEnds = tankEndsOf(before);
  const moves: DotMove[] = [];
  for (const dot of after.dots) {
    const was = earlier.get(dot.key);
    if (was === undefined) continue;
    if (was.lane === dot.lane && isTank(dot.lane)) continue;
    const at = drawnAt(dot.key) ?? (isTank(was.lane) ? (tankEnds.get(was.lane)?.pop() ?? was) : was);
    if (at.x !== dot.x || at.y !== dot.y) moves.push({ dot, fromX: at.x, fromY: at.y });
  }
  return moves;
}

function tankEndsOf(scene: FlowScene): Map<string, FlowDot[]> {
  const ends = new Map<string, FlowDot[]>();
  for (const dot of scene.dots) {
    if (!isTank(dot.lane)) continue;
    const dots = ends.get(dot.lane) ?? [];
    dots.push(dot);
    ends.set(dot.lane, dots);
  }
  return ends;
}
