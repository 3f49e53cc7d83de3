import type { DaemonSetKey, DaemonSetRecord } from "@daemonscope/daemonset/records/records";

/** Which DaemonSets have a place of their own in each node's cell, by place; `rest`, the others, share the last place, which shows the worst of them. */
export interface AgentPlaces {
  readonly own: readonly DaemonSetKey[];
  readonly rest: readonly DaemonSetKey[];
}

/** More would be told apart by nobody. */
const MOST_PLACES = 12;

/** The places for DaemonSets in this order. */
export function agentPlaces(keys: readonly DaemonSetKey[]): AgentPlaces {
  if (keys.length <= MOST_PLACES) return { own: keys, rest: [] };
  return { own: keys.slice(0, MOST_PLACES - 1), rest: keys.slice(MOST_PLACES - 1) };
}

export const countOfPlaces = ({ own, rest }: AgentPlaces): number => own.length + (rest.length > 0 ? 1 : 0);

/** How places stand in a cell: row by row. */
export interface PlaceRaster {
  readonly columns: number;
  readonly rows: number;
}

/** Wider than high, as a line of words is. */
export function rasterOf(places: number): PlaceRaster {
  const rows = places <= 5 ? 1 : places <= 10 ? 2 : 3;
  return { columns: Math.max(1, Math.ceil(places / rows)), rows };
}

/** Says whether a DaemonSet has anything to do with any node: one that wants none and has no pod left is in no cell. */
export function isSomewhere({ derived, reported }: DaemonSetRecord): boolean {
  const { desiredNumberScheduled, numberMisscheduled } = derived ?? reported;
  return desiredNumberScheduled + numberMisscheduled > 0;
}
