import type { ConcernDetail } from "./concern-detail.ts";
import type { Reversal, StrategyReversal } from "./ownership.ts";

/** Actions on a DaemonSet or its pods. */
export type DaemonSetMarkKind = "restarted" | "undone" | "imageSet" | "strategySet" | "edited" | "applied" | "deleted" | "podsDeleted";

/** Actions on nodes. */
export type NodeMarkKind = "tainted" | "untainted" | "labelled" | "unlabelled" | "cordoned" | "uncordoned";

/** A timeline event that users look for. Times are milliseconds since the epoch. */
export type TimelineMark =
  /** `reversal`: the owner returned to the update strategy before the last edit. */
  | {
      readonly kind: "specChanged";
      readonly atMs: number;
      readonly daemonSet: string;
      readonly generation: number;
      readonly reversal?: StrategyReversal;
    }
  /** `reversal`: the owner returned to an earlier template. */
  | {
      readonly kind: "rolloutStarted";
      readonly atMs: number;
      readonly daemonSet: string;
      readonly hash: string;
      readonly reversal?: Reversal;
    }
  | { readonly kind: "rolloutFinished"; readonly atMs: number; readonly daemonSet: string; readonly hash: string }
  | { readonly kind: "rolloutStuck"; readonly atMs: number; readonly daemonSet: string; readonly detail: ConcernDetail }
  | { readonly kind: "nodeJoined"; readonly atMs: number; readonly node: string }
  | { readonly kind: "nodeLeft"; readonly atMs: number; readonly node: string }
  /** `cordon`: the taint of a cordon came or went. */
  | { readonly kind: "taintsChanged"; readonly atMs: number; readonly node: string; readonly cordon?: "on" | "off" }
  | { readonly kind: "labelsChanged"; readonly atMs: number; readonly node: string }
  | { readonly kind: "watchGap"; readonly atMs: number; readonly source: string; readonly fromMs: number }
  /** A user ran the action with Daemonscope, and the API server accepted it. Only the audit log names the user,
   *  because event logs are shared. */
  | { readonly kind: "acted"; readonly atMs: number; readonly act: DaemonSetMarkKind; readonly daemonSet: string }
  | { readonly kind: "actedOnNodes"; readonly atMs: number; readonly act: NodeMarkKind; readonly nodes: readonly string[] }
  /** Another collector continues the log. `fromMs`: the last tick of the previous one. */
  | { readonly kind: "handedOver"; readonly atMs: number; readonly fromMs: number };
