import { type CellByte, cellState, hasFlag, isLeavingCell } from "@daemonscope/daemonset/pair/cell/cell";
import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { causeWord } from "@daemonscope/words/facts/cause-text";
import { cellVariantOfByte } from "../../data/cell/cell-variant.ts";
import type { ViewFilter } from "../../data/url/url.ts";
import { english } from "../../words/i18n/english.ts";

/** Identifies a cause in links, in every language: `failing:ImagePullBackOff`, `nodeUnready:Node NotReady`. */
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
    case "leaving":
      return isLeavingCell(byte);
    case "misscheduled":
      // On a NotReady node, the node is the cause.
      return cellVariantOfByte(byte) === state;
    default:
      return cellState(byte) === state && !hasFlag(byte, "terminating") && !isLeavingCell(byte);
  }
}

/** Returns a test of whether a cause affects a node. A cause lists only its first nodes: if it has more, all nodes in
 *  its state match. */
export function matchesCause(cause: Cause): (node: string, byte: CellByte) => boolean {
  const named = new Set(cause.nodes);
  const isWhole = cause.count <= named.size;
  return (node, byte) => named.has(node) || (!isWhole && hasState(byte, cause.state));
}
