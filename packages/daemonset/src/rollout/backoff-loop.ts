import { HOLDER_NODES_LIMIT } from "../budget/budget.ts";
import type { Rejections } from "../memory/rejections.ts";
import { plural } from "./plural.ts";
import type { Concern } from "./rollout.ts";

/** A node whose pods fail again and again. */
export type Loop = readonly [node: string, rejections: Rejections];

export function longestLoop(loops: readonly Loop[]): Loop | undefined {
  return [...loops].sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1))[0];
}

function loopInWords([node, { count, atLeast, reason }]: Loop): string {
  return `${reason}, ${atLeast ? "at least " : ""}${count} times on ${node}`;
}

/** A loop that holds up a rollout. The next try is a time of the clock: how long until then would grow old. */
export function loopWithNextTry(loop: Loop): string {
  const [, { nextTryAtMs }] = loop;
  const next = nextTryAtMs === undefined ? "" : `, next try at ${new Date(nextTryAtMs).toISOString().slice(11, 19)} UTC or later`;
  return `${loopInWords(loop)}${next}`;
}

/** Pods that fail, are deleted and come again (rule R18); undefined when there are none. */
export function backoffLoop(loops: readonly Loop[]): Concern | undefined {
  const longest = longestLoop(loops);
  if (longest === undefined) return undefined;
  const nodes = loops.map(([node]) => node).sort();
  return {
    kind: "backoffLoop",
    message: `pods fail and are made again on ${plural(loops.length, "node")}: ${loopInWords(longest)}`,
    sinceMs: Math.min(...loops.map(([, { firstAtMs }]) => firstAtMs)),
    nodes: nodes.slice(0, HOLDER_NODES_LIMIT),
    stuck: false,
  };
}
