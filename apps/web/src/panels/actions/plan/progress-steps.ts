import type { ActionRecord, ActionState } from "@daemonscope/shared/http/actions";

const PROGRESS_STEPS = ["planned", "sent", "accepted", "observed", "done"] as const;
type ProgressStepName = (typeof PROGRESS_STEPS)[number];

/** The state of a station: passed, current, ahead, refused or unknown. */
type ProgressStepState = "passed" | "here" | "ahead" | "refused" | "unknown";

interface ProgressStep {
  readonly name: ProgressStepName;
  readonly mark: ProgressStepState;
  readonly atMs: number | undefined;
}

/** Returns the last station that a state reached. */
function lastReached(state: ActionState): ProgressStepName {
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

function currentMark(state: ActionState): ProgressStepState {
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
 * Returns the stations of an action with their marks. The last reached station carries the mark of the state. `state`
 * undefined: the action is only planned.
 */
export function progressSteps(stations: ActionRecord["stations"], state: ActionState | undefined): readonly ProgressStep[] {
  const at = state === undefined ? 0 : PROGRESS_STEPS.indexOf(lastReached(state));
  return PROGRESS_STEPS.map((name, index) => ({
    name,
    mark: index < at ? "passed" : index > at ? "ahead" : state === undefined ? "here" : currentMark(state),
    atMs: stations[name],
  }));
}
