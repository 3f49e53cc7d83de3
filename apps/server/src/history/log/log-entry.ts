import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import { DEFAULT_STALL_TIMEOUTS, type StallTimeouts } from "@daemonscope/daemonset/rollout/concern/detect-stall";
import { DEFAULT_GATES, type MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { ClusterIdentity, Frame } from "@daemonscope/shared/state/frame";

/** The first block of each segment: the cluster of the inputs and the settings of its model. */
export interface LogHeader {
  /** The schema of the writer. Older schemas can be read too. */
  readonly schema: number;
  /** Random for each log; a collector that takes a log over keeps it. It is the epoch of the frames from the log. */
  readonly log: string;
  readonly cluster: ClusterIdentity;
  readonly gates: MatchingGates;
  readonly patience: StallTimeouts;
}

/** Schema 2: numbers of a checkpoint are base64, and pods have separate blocks. */
export const LOG_SCHEMA = 2;

/** Returns a header with the default gates and timeouts. */
export function headerOf(parts: Pick<LogHeader, "log" | "cluster"> & Partial<LogHeader>): LogHeader {
  return { schema: LOG_SCHEMA, gates: DEFAULT_GATES, patience: DEFAULT_STALL_TIMEOUTS, ...parts };
}

/** The data of a tick, without the inputs since the previous tick. */
export interface LoggedTick {
  /** The frame's time. */
  readonly atMs: number;
  /** The model's time. It is ahead of the frame if the clock was set back, and behind while no source is live. */
  readonly nowMs: number;
  readonly sources?: Frame["sources"];
  readonly gaps?: readonly TimelineMark[];
}

/** One entry of a log. Times are on the cluster's clock, in milliseconds since the epoch. */
export type LogEntry =
  | { readonly kind: "input"; readonly nowMs: number; readonly input: ClusterEvent }
  | ({ readonly kind: "tick" } & LoggedTick)
  /** The state's hash as readers received it (L2). */
  | { readonly kind: "hash"; readonly seq: number; readonly hash: string };
