import type { ActionRecord, ActionState } from "@daemonscope/shared/http/acting";
import type { KeptPlan } from "./plan-shelf.ts";
import type { Trace } from "./trace.ts";

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** An action: its record, what it left, and what is needed to go on with it. */
export interface Deed {
  record: Mutable<ActionRecord>;
  /** Absent of one that was read from the audit. */
  readonly plan?: KeptPlan;
  readonly owner: string;
  /** The session of who began it is over: nothing more is sent with their token. */
  isLeft?: boolean;
  trace: Trace;
  /** Resolves when the first word of the cluster is there. */
  readonly answered?: Promise<void>;
}

const STATIONS = { sent: "sent", accepted: "accepted", observed: "observed", done: "done" } as const;

/** Moves an action on; stations keep the time at which they were reached first. */
export function moveOn(record: Mutable<ActionRecord>, state: ActionState, atMs: number): void {
  record.state = state;
  const station = state.kind in STATIONS ? STATIONS[state.kind as keyof typeof STATIONS] : undefined;
  const passed = station === "done" ? (["accepted", "observed", "done"] as const) : station === undefined ? [] : [station];
  for (const each of passed) if (record.stations[each] === undefined) record.stations = { ...record.stations, [each]: atMs };
}

/** It moves no more by itself. */
export const isOver = ({ kind }: ActionState): boolean => kind === "done" || kind === "refused" || kind === "partly";
