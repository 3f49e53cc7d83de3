import { type CellByte, cellState, hasFlag } from "@daemonscope/daemonset/cell/cell";
import { causeText } from "@daemonscope/daemonset/describe/cause-text";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { unreadyNodesOf } from "@daemonscope/daemonset/rollout/unready-nodes";
import type { ViewFilter } from "../address/url.ts";

/** One cause over all DaemonSets. */
export interface FleetCause {
  /** What a link names it by, in every language: `failing:ImagePullBackOff`, `nodeUnready:Node NotReady`. */
  readonly id: string;
  readonly state: Cause["state"];
  readonly cause: CauseFact;
  /** Nodes. What is a node's own is counted once, under however many DaemonSets it is; at least so many where not all of their names are known. */
  readonly count: number;
  readonly isAtLeast: boolean;
  /** The node, where it is a node's own and there is one. */
  readonly node: string | undefined;
  /** Names of the DaemonSets, one or more. */
  readonly where: readonly string[];
  /** Of the one DaemonSet that it is in; empty where it is in several. */
  readonly hostPorts: readonly number[];
  readonly sinceMs: number | undefined;
}

const causeId = ({ state, cause }: Pick<Cause, "state" | "cause">): string => `${state}:${causeText(cause)}`;

/** The English words of a cause, from its id alone: it may be of a link that is older than the trouble. */
export const wordsOfId = (id: string): string => id.slice(id.indexOf(":") + 1);

/** The cause with this id of one DaemonSet; undefined where it has none. Of several that differ in their image only, all nodes. */
export function causeIn(record: Pick<DaemonSetRecord, "causes">, id: string): Cause | undefined {
  const [first, ...more] = record.causes.filter((cause) => causeId(cause) === id);
  if (first === undefined || more.length === 0) return first;
  const all = [first, ...more];
  return { ...first, count: all.reduce((sum, { count }) => sum + count, 0), nodes: all.flatMap(({ nodes }) => nodes) };
}

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

interface Group {
  readonly cause: Cause;
  readonly all: Cause[];
  readonly records: DaemonSetRecord[];
}

/** How many nodes. A NotReady node is one, whoever has a pod on it; every other cause is one for each DaemonSet. */
function nodesOf({ cause, all }: Group): Pick<FleetCause, "count" | "isAtLeast" | "node"> {
  const sum = all.reduce((nodes, { count }) => nodes + count, 0);
  if (cause.state !== "nodeUnready") return { count: sum, isAtLeast: false, node: undefined };
  const unready = unreadyNodesOf(all);
  const { count = sum, isAtLeast = false, nodes = [] } = unready ?? {};
  return { count, isAtLeast, node: count === 1 ? nodes[0] : undefined };
}

/** Since when the oldest is so; undefined where of none it is known. */
function oldestOf(all: readonly Cause[]): number | undefined {
  const known = all.flatMap(({ sinceMs }) => sinceMs ?? []);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** Groups the causes of all DaemonSets, those on most nodes first; starting pods of a rollout are no cause. */
export function selectCauses(records: readonly DaemonSetRecord[]): readonly FleetCause[] {
  const groups = new Map<string, Group>();
  for (const record of records)
    for (const cause of record.causes) {
      if (cause.state === "starting") continue;
      const id = causeId(cause);
      const group: Group = groups.get(id) ?? { cause, all: [], records: [] };
      group.all.push(cause);
      if (group.records.at(-1) !== record) group.records.push(record);
      groups.set(id, group);
    }
  return [...groups]
    .map(([id, group]): FleetCause => {
      const { cause, all, records: sets } = group;
      const [only] = sets;
      return {
        id,
        state: cause.state,
        cause: cause.cause,
        ...nodesOf(group),
        sinceMs: oldestOf(all),
        where: sets.map(({ name }) => name),
        hostPorts: only !== undefined && sets.length === 1 ? only.hostPorts : [],
      };
    })
    .sort((a, b) => b.count - a.count || (causeText(a.cause) < causeText(b.cause) ? -1 : 1));
}
