import type { ConcernDetail } from "./concern-detail.ts";

/** What was done to a DaemonSet or its pods. */
export type DaemonSetAct = "restarted" | "undone" | "imageSet" | "strategySet" | "edited" | "applied" | "deleted" | "podsDeleted";

/** What was done to nodes. */
export type NodeAct = "tainted" | "untainted" | "labelled" | "unlabelled" | "cordoned" | "uncordoned";

/** Something that happened and that a person looks for on a timeline. Times are milliseconds since the epoch. */
export type Mark =
  | { readonly kind: "specChanged"; readonly atMs: number; readonly daemonSet: string; readonly generation: number }
  | { readonly kind: "rolloutStarted"; readonly atMs: number; readonly daemonSet: string; readonly hash: string }
  | { readonly kind: "rolloutFinished"; readonly atMs: number; readonly daemonSet: string; readonly hash: string }
  | { readonly kind: "rolloutStuck"; readonly atMs: number; readonly daemonSet: string; readonly detail: ConcernDetail }
  | { readonly kind: "nodeJoined"; readonly atMs: number; readonly node: string }
  | { readonly kind: "nodeLeft"; readonly atMs: number; readonly node: string }
  | { readonly kind: "taintsChanged"; readonly atMs: number; readonly node: string }
  | { readonly kind: "labelsChanged"; readonly atMs: number; readonly node: string }
  | { readonly kind: "watchGap"; readonly atMs: number; readonly source: string; readonly fromMs: number }
  /** Somebody did it with Daemonscope, and the API server took it. Who it was is in the audit alone: logs are handed on. */
  | { readonly kind: "acted"; readonly atMs: number; readonly act: DaemonSetAct; readonly daemonSet: string }
  | { readonly kind: "actedOnNodes"; readonly atMs: number; readonly act: NodeAct; readonly nodes: readonly string[] }
  /** Another collector goes on writing the log; `fromMs`: the last tick of the one before. */
  | { readonly kind: "handedOver"; readonly atMs: number; readonly fromMs: number };
