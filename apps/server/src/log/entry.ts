import type { Mark } from "@daemonscope/daemonset/records/mark";
import { DEFAULT_PATIENCE, type Patience } from "@daemonscope/daemonset/rollout/standstill";
import { DEFAULT_GATES, type MatchingGates } from "@daemonscope/kube/toleration";
import type { ClusterIdentity, Frame } from "@daemonscope/shared/frame";
import type { Input } from "./input.ts";

/** The first thing of each segment: whose inputs these are, and what its model is made with. */
export interface LogHeader {
  /** Of its writer; those of before are read too. */
  readonly schema: number;
  /** Random for each process and cluster: the epoch of the frames that follow from the log. */
  readonly log: string;
  readonly cluster: ClusterIdentity;
  readonly gates: MatchingGates;
  readonly patience: Patience;
}

/** 2: numbers of a checkpoint as base64, and pods in blocks of their own. */
export const LOG_SCHEMA = 2;

/** A header with the gates and the patience that a model has where nobody says otherwise. */
export function headerOf(parts: Pick<LogHeader, "log" | "cluster"> & Partial<LogHeader>): LogHeader {
  return { schema: LOG_SCHEMA, gates: DEFAULT_GATES, patience: DEFAULT_PATIENCE, ...parts };
}

/** What a tick took beside the inputs since the last one. */
export interface LoggedTick {
  /** The frame's time. */
  readonly atMs: number;
  /** The model's time. It is ahead if the clock was put back, and behind while no source is live. */
  readonly nowMs: number;
  readonly sources?: Frame["sources"];
  readonly gaps?: readonly Mark[];
}

/** One entry of a log. Times are of the cluster's clock, in milliseconds since the epoch. */
export type Entry =
  | { readonly kind: "input"; readonly nowMs: number; readonly input: Input }
  | ({ readonly kind: "tick" } & LoggedTick)
  /** The state's hash as it was told to readers (L2). */
  | { readonly kind: "hash"; readonly seq: number; readonly hash: string };
