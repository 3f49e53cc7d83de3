import type { CountSample, HistoryAnswer, TimelineEvent } from "@daemonscope/shared/http/history";

export interface RolloutTrace {
  readonly fromMs: number;
  readonly toMs: number;
  /** The counts at the start, and each change up to the end. */
  readonly samples: readonly CountSample[];
}

/** Returns the recorded counts of the last rollout of a DaemonSet that began before a moment; undefined if none of it
 *  is recorded. `sinceMs`: start of the current revision, if only the end of its rollout is recorded.
 *  O(events + samples). */
export function rolloutTrace(
  events: readonly TimelineEvent[],
  samples: readonly CountSample[],
  key: string,
  nowMs: number,
  sinceMs?: number,
): RolloutTrace | undefined {
  const own = events.filter((each) => "daemonSet" in each && each.daemonSet === key && each.atMs <= nowMs);
  const isEndRecorded = own.some(({ kind }) => kind === "rolloutFinished");
  const fromMs = own.findLast(({ kind }) => kind === "rolloutStarted")?.atMs ?? (isEndRecorded ? sinceMs : undefined);
  if (fromMs === undefined) return undefined;
  const toMs = own.find(({ kind, atMs }) => kind === "rolloutFinished" && atMs >= fromMs)?.atMs ?? nowMs;
  const before = samples.findLast(([atMs]) => atMs <= fromMs);
  const recorded = samples.filter(([atMs]) => fromMs < atMs && atMs <= toMs);
  return { fromMs, toMs, samples: before === undefined ? recorded : [before, ...recorded] };
}

/** Reports whether a node was updated. Under OnDelete none is until a user deletes a pod. */
export const hasUpdates = ({ samples }: RolloutTrace): boolean => samples.some(([, , , , updated]) => updated > 0);

/** Returns the mean time from one updated node to the next; undefined before the second one. O(samples). */
export function timePerNodeMs({ samples }: Pick<RolloutTrace, "samples">): number | undefined {
  const rises = samples.filter(([, , , , updated], at) => updated > (samples[at - 1]?.[4] ?? updated));
  const [first, last] = [rises[0], rises.at(-1)];
  return first === undefined || last === undefined || first === last ? undefined : (last[0] - first[0]) / (last[4] - first[4]);
}

/** Why no trace of the last rollout exists: the history is not read up to this rollout, the rollout is not recorded, or
 *  the DaemonSet still has its first revision. */
type NoTrace = "unread" | "unrecorded" | "none";

/** `revision`: number of the current revision. Without `retained` the server has no history. */
export function noTraceOf(
  revision: number | undefined,
  sinceMs: number | undefined,
  history: Pick<HistoryAnswer, "retained" | "toMs"> | undefined,
): NoTrace {
  if (history === undefined || (history.retained !== null && sinceMs !== undefined && sinceMs > history.toMs)) return "unread";
  return revision !== undefined && revision > 1 ? "unrecorded" : "none";
}
