import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import type { SourceStatuses } from "@daemonscope/kube/source-status";
import type { TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import type { ClusterClock } from "@daemonscope/kube-client/flow-control/clock";
import type { ClusterState, ClusterStateOf } from "@daemonscope/shared/state/cluster-state";
import type { ClusterIdentity, Frame } from "@daemonscope/shared/state/frame";
import type { EventQueue } from "../feed/event-queue.ts";

/** A completed tick and the resulting state. */
export interface CompletedTick {
  readonly atMs: number;
  /** The model's time, which never goes back. It may be later than `atMs` after the clock was set back. It stops while
   *  no required source is live. */
  readonly nowMs: number;
  readonly sources: Frame["sources"];
  /** Marks from outside the model: gaps in the watches, and actions of Daemonscope. */
  readonly gaps: readonly TimelineMark[];
  readonly frame: Frame | undefined;
  readonly nextWakeAtMs: number | undefined;
  readonly state: ClusterStateOf;
}

/** Accepts work that belongs to a tick and may run in time slices. Queued events wait for its end. */
export type SliceScheduler = (parts: Generator<undefined, void>) => void;

/** Receives everything that leads to frames except the model's events, in order. */
export interface FrameObserver {
  ticked(tick: CompletedTick, later?: SliceScheduler): void;
  beganMarks(nowMs: number): void;
  /** Called when readers get the hash of a state. */
  hashed(seq: number, hash: string): void;
}

/** A watched cluster as the frames need it. */
export interface FrameSource {
  readonly model: ClusterModel;
  readonly identity: ClusterIdentity;
  /** Identifies the log to which the frames belong; lower-case letters and digits. Random for a cluster that this
   *  process watches. */
  readonly epoch: string;
  readonly clock: ClusterClock;
  /** The statuses of the watches. Their times are wall-clock times, not the cluster's. */
  readonly statuses: () => SourceStatuses;
  readonly tap?: FrameObserver | undefined;
  /** Queue between the cluster's events and the model, so that a tick can run in time slices. Without it, each tick is
   *  one slice. */
  readonly queue?: EventQueue;
  /** Redacts a template like the stored ones, so that a user's template can be compared with the cluster's. If another
   *  process watches the cluster, this also redacts templates that are read on request. */
  readonly keepTemplate?: TemplateRedactor | undefined;
  /** The model's state at the start, if earlier frames led to it. Without it, frames begin with nothing. */
  readonly begin?: ClusterState;
  /** For a replayed log: reports whether no sliced tick is under way. */
  readonly isWhole?: () => boolean;
}
