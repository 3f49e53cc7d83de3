import type { ConcernDetail } from "./concern-detail.ts";

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
  /** Another collector goes on writing the log; `fromMs`: the last tick of the one before. */
  | { readonly kind: "handedOver"; readonly atMs: number; readonly fromMs: number };
