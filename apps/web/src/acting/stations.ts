import type { ActionRecord, ActionState } from "@daemonscope/shared/http/acting";

export const STATIONS = ["planned", "sent", "accepted", "observed", "done"] as const;
export type StationName = (typeof STATIONS)[number];

/** The state of a station: passed, current, ahead, refused or unknown. */
export type StationMark = "passed" | "here" | "ahead" | "refused" | "unknown";

export interface Station {
  readonly name: StationName;
  readonly mark: StationMark;
  readonly atMs: number | undefined;
}

/** Returns the last station that a state reached. */
function lastOf(state: ActionState): StationName {
  switch (state.kind) {
    case "sent":
    case "unknown":
    case "refused":
      return "sent";
    case "accepted":
    case "running":
    case "partly":
      return "accepted";
    case "observed":
      return "observed";
    case "done":
      return "done";
  }
}

function markHere(state: ActionState): StationMark {
  switch (state.kind) {
    case "unknown":
      return "unknown";
    case "refused":
    case "partly":
      return "refused";
    case "done":
      return "passed";
    default:
      return "here";
  }
}

/**
 * Returns the stations of an action with their marks. The station at which it stops carries the message. `state`
 * undefined: the action is only planned.
 */
export function stationsOf(stations: ActionRecord["stations"], state: ActionState | undefined): readonly Station[] {
  const at = state === undefined ? 0 : STATIONS.indexOf(lastOf(state));
  return STATIONS.map((name, index) => ({
    name,
    mark: index < at ? "passed" : index > at ? "ahead" : state === undefined ? "here" : markHere(state),
    atMs: stations[name],
  }));
}
