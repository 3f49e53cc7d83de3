import type { CauseFact } from "@daemonscope/daemonset/budget/cause-fact";
import { type CellByte, cellState, hasFlag } from "@daemonscope/daemonset/cell/cell";
import { causeText } from "@daemonscope/daemonset/describe/cause-text";
import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import type { ViewFilter } from "../url.ts";

/** One cause over all DaemonSets. */
export interface FleetCause {
  /** What a link names it by, in every language: `failing:ImagePullBackOff`, `nodeUnready:Node NotReady`. */
  readonly id: string;
  readonly state: Cause["state"];
  readonly cause: CauseFact;
  readonly count: number;
  /** Names of the DaemonSets, one or more. */
  readonly where: readonly string[];
  readonly sinceMs: number | undefined;
}

const causeId = ({ state, cause }: Pick<Cause, "state" | "cause">): string => `${state}:${causeText(cause)}`;

/** The English words of a cause, from its id alone: it may be of a link that is older than the trouble. */
export const wordsOfId = (id: string): string => id.slice(id.indexOf(":") + 1);

/** The cause with this id of one DaemonSet; undefined where it has none. */
export const causeIn = (record: Pick<DaemonSetRecord, "causes">, id: string): Cause | undefined =>
  record.causes.find((cause) => causeId(cause) === id);

/** The filter of the DaemonSet page that shows a cause's nodes. */
export const filterOf = ({ state }: Pick<Cause, "state">): ViewFilter => (state === "nodeUnready" ? "NotReady" : state);

function hasState(byte: CellByte, state: Cause["state"]): boolean {
  switch (state) {
    case "terminating":
      return hasFlag(byte, "terminating");
    case "nodeUnready":
      return hasFlag(byte, "nodeUnready");
    default:
      return cellState(byte) === state && !hasFlag(byte, "terminating");
  }
}

/** Says of each node whether a cause is about it. A cause names its first nodes only: of one with more, all nodes in its state count. */
export function isAbout(cause: Cause): (node: string, byte: CellByte) => boolean {
  const named = new Set(cause.nodes);
  const isWhole = cause.count <= named.size;
  return (node, byte) => named.has(node) || (!isWhole && hasState(byte, cause.state));
}

/** Groups the causes of all DaemonSets, those on most nodes first; starting pods of a rollout are no cause. */
export function selectCauses(records: readonly DaemonSetRecord[]): readonly FleetCause[] {
  const groups = new Map<string, { cause: Cause; count: number; sinceMs: number | undefined; names: string[] }>();
  for (const record of records)
    for (const cause of record.causes) {
      if (cause.state === "starting") continue;
      const id = causeId(cause);
      const group = groups.get(id) ?? { cause, count: 0, sinceMs: undefined, names: [] };
      group.count += cause.count;
      group.names.push(record.name);
      if (cause.sinceMs !== undefined && (group.sinceMs === undefined || cause.sinceMs < group.sinceMs)) group.sinceMs = cause.sinceMs;
      groups.set(id, group);
    }
  return [...groups]
    .sort(([, a], [, b]) => b.count - a.count || (causeText(a.cause.cause) < causeText(b.cause.cause) ? -1 : 1))
    .map(([id, { cause, count, sinceMs, names }]) => ({
      id,
      state: cause.state,
      cause: cause.cause,
      count,
      sinceMs,
      where: names,
    }));
}
