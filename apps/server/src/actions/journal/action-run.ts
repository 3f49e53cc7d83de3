import type { ActionRecord, ActionState } from "@daemonscope/shared/http/actions";
import type { CachedPlan } from "../plan/plan-cache.ts";
import type { AppliedState } from "./applied-state.ts";

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** An action run: its record, the state that it left, and the data to continue it. */
export interface ActionRun {
  record: Mutable<ActionRecord>;
  /** Absent for an action that was read from the audit. */
  readonly plan?: CachedPlan;
  readonly owner: string;
  /** The session of its user has ended, so no further request is sent with that user's token. */
  isLeft?: boolean;
  trace: AppliedState;
  /** Resolves with the first response of the cluster. */
  readonly answered?: Promise<void>;
}

const STATIONS = { sent: "sent", accepted: "accepted", observed: "observed", done: "done" } as const;

/** Sets the state of an action. Each station keeps the time at which it was first reached. */
export function advanceRun(record: Mutable<ActionRecord>, state: ActionState, atMs: number): void {
  record.state = state;
  const station = state.kind in STATIONS ? STATIONS[state.kind as keyof typeof STATIONS] : undefined;
  const passed = station === "done" ? (["accepted", "observed", "done"] as const) : station === undefined ? [] : [station];
  for (const each of passed) if (record.stations[each] === undefined) record.stations = { ...record.stations, [each]: atMs };
}

/** Reports whether the state is final. */
export const isRunFinished = ({ kind }: ActionState): boolean => kind === "done" || kind === "refused" || kind === "partly";
