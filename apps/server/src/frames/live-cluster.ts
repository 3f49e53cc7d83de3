import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { Mark } from "@daemonscope/daemonset/records/mark";
import type { AnyState, ClusterState } from "@daemonscope/shared/cluster-state";
import type { ClusterIdentity, Frame } from "@daemonscope/shared/frame";
import type { SourceStatuses } from "@daemonscope/shared/source-status";
import type { ClusterClock } from "../clock.ts";
import type { KeepTemplate } from "../cluster/decode/keep-template.ts";
import type { InputGate } from "./input-gate.ts";

/** A tick that is over, and the state that it led to. */
export interface Ticked {
  readonly atMs: number;
  /** The model's time. It is ahead if the clock was put back, and behind while no source is live. */
  readonly nowMs: number;
  readonly sources: Frame["sources"];
  /** Marks that the model did not make: times that were not watched, and what was done with Daemonscope. */
  readonly gaps: readonly Mark[];
  readonly frame: Frame | undefined;
  readonly nextLookAtMs: number | undefined;
  readonly state: AnyState;
}

/** Takes work that belongs to a tick and may go on in parts, before anything more is told. */
export type Later = (parts: Generator<undefined, void>) => void;

/** Hears of all that leads to frames beside what the model is told, in the order in which it happens. */
export interface FrameTap {
  ticked(tick: Ticked, later?: Later): void;
  beganMarks(nowMs: number): void;
  /** Readers were told the hash of a state. */
  hashed(seq: number, hash: string): void;
}

/** What is watched, as the frames need it. */
export interface LiveCluster {
  readonly model: ClusterModel;
  readonly identity: ClusterIdentity;
  /** Random for each process and cluster; lower-case letters and digits. */
  readonly epoch: string;
  readonly clock: ClusterClock;
  /** As the watches keep them, dated on the wall clock. */
  readonly statuses: () => SourceStatuses;
  readonly tap?: FrameTap | undefined;
  /** What stands between what is heard of it and the model, so that a tick may go on in parts; left out, each is one turn. */
  readonly gate?: InputGate;
  /** How its templates were kept, so that what somebody writes can be held against them; where another process watches, how those are that somebody asks for. */
  readonly keepTemplate?: KeepTemplate | undefined;
  /** What the model holds already, as frames have led to it; left out, they begin with nothing. */
  readonly begin?: ClusterState;
  /** Where a log is played: whether no tick of it goes on in parts. */
  readonly isWhole?: () => boolean;
}
