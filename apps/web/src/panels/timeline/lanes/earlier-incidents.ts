import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { unreadyNodes } from "@daemonscope/daemonset/rollout/concern/unready-nodes";
import type { TimelineEvent } from "@daemonscope/shared/http/history";
import { type ClusterState, daemonSetsOf } from "@daemonscope/shared/state/cluster-state";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";
import { LOOK_OF_CONCERN } from "./band-look.ts";

/** The first event of an incident. */
type Beginning = Extract<TimelineEvent, { readonly kind: "rolloutStarted" | "concernBegan" | "nodeNotReady" }>;

/** Returns the keys of the DaemonSets that fail on a node. */
export const failingOn = (records: readonly DaemonSetRecord[], node: string): readonly string[] =>
  records.flatMap(({ key, concern }) =>
    concern !== null && LOOK_OF_CONCERN[concern.kind] === "failing" && concern.nodes.includes(node) ? [key] : [],
  );

/** The recorded ends of rollouts, by DaemonSet and hash. */
type FinishedRollouts = ReadonlySet<string>;
type DaemonSetKeys = ReadonlySet<string>;

/** Events of the history that decide about earlier incidents. */
interface RecordedIncidents {
  readonly finished: FinishedRollouts;
  /** DaemonSets with a concern that began in the history. */
  readonly begun: DaemonSetKeys;
}

export const recordedIncidents = (events: readonly TimelineEvent[]): RecordedIncidents => ({
  finished: new Set(events.flatMap((event) => (event.kind === "rolloutFinished" ? [`${event.daemonSet} ${event.hash}`] : []))),
  begun: new Set(events.flatMap((event) => (event.kind === "concernBegan" ? [event.daemonSet] : []))),
});

/** Returns the beginning of a rollout that lasts, or that ended in the history. Only its end is recorded. */
function rolloutBefore(record: DaemonSetRecord, finished: FinishedRollouts, fromMs: number): readonly Beginning[] {
  const { key, underWay, revisionSinceMs: sinceMs, revisions, strategy } = record;
  const hash = revisions.find(({ current }) => current)?.hash;
  if (hash === undefined || sinceMs === undefined || sinceMs >= fromMs || strategy === "OnDelete") return [];
  return underWay || finished.has(`${key} ${hash}`) ? [{ kind: "rolloutStarted", atMs: sinceMs, daemonSet: key, hash }] : [];
}

/** Returns the beginning of a concern that lasts, and that no event of the history begins. */
function concernBefore({ key, concern }: DaemonSetRecord, begun: DaemonSetKeys, fromMs: number): readonly Beginning[] {
  if (concern === null || begun.has(key)) return [];
  const { kind, stuck, detail, sinceMs = fromMs } = concern;
  return [{ kind: "concernBegan", atMs: Math.min(sinceMs, fromMs), daemonSet: key, concern: kind, stuck, detail }];
}

/** Returns the beginnings of incidents that are older than the history (from `fromMs`), by the times in the records, in
 *  order. */
export function earlierBeginnings(state: ClusterState, { finished, begun }: RecordedIncidents, fromMs: number): readonly Beginning[] {
  const records = daemonSetsOf(state);
  const nodes = (unreadyNodes(records)?.nodes ?? []).flatMap((node): readonly Beginning[] => {
    const sinceMs = state.nodes[rowIdOf(state.rows, node) ?? -1]?.readySinceMs;
    return sinceMs === undefined || sinceMs >= fromMs ? [] : [{ kind: "nodeNotReady", atMs: sinceMs, node }];
  });
  const ofSets = records.flatMap((record) => [...rolloutBefore(record, finished, fromMs), ...concernBefore(record, begun, fromMs)]);
  return [...ofSets, ...nodes].sort((a, b) => a.atMs - b.atMs);
}
