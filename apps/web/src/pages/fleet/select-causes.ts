import { type CellByte, cellState, hasFlag } from "@daemonscope/daemonset/pair/cell/cell";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { unreadyNodesOf } from "@daemonscope/daemonset/rollout/concern/unready-nodes";
import { causeWord } from "@daemonscope/words/facts/cause-text";
import type { ViewFilter } from "../../data/url/url.ts";
import { english } from "../../words/i18n/english.ts";

/** One cause over all DaemonSets. */
export interface FleetCause {
  /** Identifies the cause in links, in every language: `failing:ImagePullBackOff`, `nodeUnready:Node NotReady`. */
  readonly id: string;
  readonly state: Cause["state"];
  readonly cause: CauseFact;
  /** Number of nodes. A cause of the node itself counts once, regardless of the number of DaemonSets. `isAtLeast`: not
   *  all node names are known, so the count is a lower bound. */
  readonly count: number;
  readonly isAtLeast: boolean;
  /** The node, if the cause is of a node itself and there is only one. */
  readonly node: string | undefined;
  /** Names of the DaemonSets, one or more. */
  readonly where: readonly string[];
  /** Host ports of the only DaemonSet; empty if there are several. */
  readonly hostPorts: readonly number[];
  readonly sinceMs: number | undefined;
}

const causeId = ({ state, cause }: Pick<Cause, "state" | "cause">): string => `${state}:${causeWord(english, cause)}`;

/** Returns the English words of a cause from its id alone: a link may be older than the problem. */
export const causeTextOfId = (id: string): string => id.slice(id.indexOf(":") + 1);

/** Returns the cause with this id of one DaemonSet; undefined if it has none. Causes that differ only in their image
 *  are merged. */
export function causeIn(record: Pick<DaemonSetRecord, "causes">, id: string): Cause | undefined {
  const [first, ...more] = record.causes.filter((cause) => causeId(cause) === id);
  if (first === undefined || more.length === 0) return first;
  const all = [first, ...more];
  return { ...first, count: all.reduce((sum, { count }) => sum + count, 0), nodes: all.flatMap(({ nodes }) => nodes) };
}

/** Returns the filter of the DaemonSet page that shows a cause's nodes. */
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

/** Returns a test of whether a cause affects a node. A cause lists only its first nodes: if it has more, all nodes in
 *  its state match. */
export function matchesCause(cause: Cause): (node: string, byte: CellByte) => boolean {
  const named = new Set(cause.nodes);
  const isWhole = cause.count <= named.size;
  return (node, byte) => named.has(node) || (!isWhole && hasState(byte, cause.state));
}

interface Group {
  readonly cause: Cause;
  readonly all: Cause[];
  readonly records: DaemonSetRecord[];
}

/** Returns the number of nodes. A NotReady node counts once, regardless of its DaemonSets; every other cause counts
 *  once for each DaemonSet. */
function nodesOf({ cause, all }: Group): Pick<FleetCause, "count" | "isAtLeast" | "node"> {
  const sum = all.reduce((nodes, { count }) => nodes + count, 0);
  if (cause.state !== "nodeUnready") return { count: sum, isAtLeast: false, node: undefined };
  const unready = unreadyNodesOf(all);
  const { count = sum, isAtLeast = false, nodes = [] } = unready ?? {};
  return { count, isAtLeast, node: count === 1 ? nodes[0] : undefined };
}

/** Returns the earliest start of the causes; undefined if none is known. */
function oldestOf(all: readonly Cause[]): number | undefined {
  const known = all.flatMap(({ sinceMs }) => sinceMs ?? []);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** Groups the causes of all DaemonSets, those on most nodes first. Starting pods of a rollout are no cause. */
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
    .sort((a, b) => b.count - a.count || (causeWord(english, a.cause) < causeWord(english, b.cause) ? -1 : 1));
}
