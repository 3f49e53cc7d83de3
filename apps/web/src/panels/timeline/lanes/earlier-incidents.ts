import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { unreadyNodes } from "@daemonscope/daemonset/rollout/concern/unready-nodes";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import type { TimelineEvent } from "@daemonscope/shared/http/history";
import { type ClusterState, daemonSetsOf } from "@daemonscope/shared/state/cluster-state";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";

/** The first event of an incident. */
type Beginning = Extract<TimelineEvent, { readonly kind: "rolloutStarted" | "concernBegan" | "nodeNotReady" }>;

/** The recorded ends of rollouts, by DaemonSet and hash. */
type FinishedRollouts = ReadonlySet<string>;

export const finishedRollouts = (events: readonly TimelineEvent[]): FinishedRollouts =>
  new Set(events.flatMap((event) => (event.kind === "rolloutFinished" ? [`${event.daemonSet} ${event.hash}`] : [])));

/** Returns the beginning of a rollout that lasts, or that ended in the history. Only its end is recorded. */
function rolloutBefore(record: DaemonSetRecord, finished: FinishedRollouts, fromMs: number): readonly Beginning[] {
  const { key, underWay, revisionSinceMs: sinceMs, revisions, strategy } = record;
  const hash = revisions.find(({ current }) => current)?.hash;
  if (hash === undefined || sinceMs === undefined || sinceMs >= fromMs || strategy === "OnDelete") return [];
  return underWay || finished.has(`${key} ${hash}`) ? [{ kind: "rolloutStarted", atMs: sinceMs, daemonSet: key, hash }] : [];
}

/** Returns the beginning of a failure that lasts. States that wait for a person may be weeks old, and have no band. */
function failureBefore(record: DaemonSetRecord, fromMs: number): readonly Beginning[] {
  const { key, concern } = record;
  const word = verdictWordOf(record);
  if (concern?.sinceMs === undefined || concern.sinceMs >= fromMs || (word !== "stuck" && word !== "failing")) return [];
  const { kind, stuck, detail, sinceMs } = concern;
  return [{ kind: "concernBegan", atMs: sinceMs, daemonSet: key, concern: kind, stuck, detail }];
}

/** Returns the beginnings of incidents that are older than the history (from `fromMs`), by the times in the records, in
 *  order. */
export function earlierBeginnings(state: ClusterState, finished: FinishedRollouts, fromMs: number): readonly Beginning[] {
  const records = daemonSetsOf(state);
  const nodes = (unreadyNodes(records)?.nodes ?? []).flatMap((node): readonly Beginning[] => {
    const sinceMs = state.nodes[rowIdOf(state.rows, node) ?? -1]?.readySinceMs;
    return sinceMs === undefined || sinceMs >= fromMs ? [] : [{ kind: "nodeNotReady", atMs: sinceMs, node }];
  });
  const ofSets = records.flatMap((record) => [...rolloutBefore(record, finished, fromMs), ...failureBefore(record, fromMs)]);
  return [...ofSets, ...nodes].sort((a, b) => a.atMs - b.atMs);
}
