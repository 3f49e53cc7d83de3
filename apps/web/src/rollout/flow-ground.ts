import { type CellLook, lookKey } from "../cell/look.ts";
import type { FlowDot } from "./flow-scene.ts";

/** A dot as it stands on the ground: `dimmed` while a bracket over other lanes is in focus. */
export interface StandingDot {
  readonly dot: FlowDot;
  readonly dimmed: boolean;
}

/** What stands where, by place: which node a dot is does not matter to what is seen. */
export type Ground = ReadonlyMap<number, StandingDot>;

/** Quarters of a pixel are told apart. */
const placeOf = ({ x, y }: FlowDot): number => Math.round(y * 4) * 0x10_0000 + Math.round(x * 4);

const isSameLook = (a: CellLook, b: CellLook): boolean => a === b || lookKey(a) === lookKey(b);

function drawsTheSame(a: StandingDot, b: StandingDot): boolean {
  if (a.dimmed !== b.dimmed || a.dot.size !== b.dot.size || !isSameLook(a.dot.look, b.dot.look)) return false;
  const [below, other] = [a.dot.below, b.dot.below];
  if (below === undefined || other === undefined) return below === other;
  return below.y === other.y && isSameLook(below.look, other.look);
}

export function groundOf(dots: Iterable<FlowDot>, isDimmed: (dot: FlowDot) => boolean): Ground {
  const ground = new Map<number, StandingDot>();
  for (const dot of dots) ground.set(placeOf(dot), { dot, dimmed: isDimmed(dot) });
  return ground;
}

/** What must be wiped and what drawn to get from one ground to another; all wiping comes first. Whatever draws the same stays. O(dots). */
export function groundChanges(before: Ground, after: Ground): { readonly wipe: readonly FlowDot[]; readonly draw: readonly StandingDot[] } {
  const wipe: FlowDot[] = [];
  const draw: StandingDot[] = [];
  for (const [place, standing] of before) {
    const next = after.get(place);
    if (next === undefined || !drawsTheSame(standing, next)) wipe.push(standing.dot);
  }
  for (const [place, standing] of after) {
    const was = before.get(place);
    if (was === undefined || !drawsTheSame(was, standing)) draw.push(standing);
  }
  return { wipe, draw };
}
