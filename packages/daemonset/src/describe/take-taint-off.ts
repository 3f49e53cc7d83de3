import type { StringMap, Taint } from "@daemonscope/kube/objects";
import { taintText } from "./check-words.ts";
import { shellQuote } from "./shell-quote.ts";

/** More names would not be read by whoever copies them. */
const NAMES_LIMIT = 20;

interface TaintedNode {
  readonly name: string;
  readonly labels: StringMap;
  readonly taints: readonly Taint[];
}

/** A label that these nodes have and no other node has; the shortest, for people's own labels are shorter than those of providers. */
export function labelOfExactly(nodes: Iterable<TaintedNode>, among: ReadonlySet<string>): string | undefined {
  const counts = new Map<string, number>();
  let first: TaintedNode | undefined;
  for (const node of nodes) {
    if (among.has(node.name)) first ??= node;
    for (const [key, value] of Object.entries(node.labels)) {
      const text = `${key}=${value}`;
      const count = counts.get(text) ?? 0;
      counts.set(text, among.has(node.name) ? count + 1 : Number.NEGATIVE_INFINITY);
    }
  }
  const fitting = Object.entries(first?.labels ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .filter((text) => counts.get(text) === among.size);
  return fitting.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0];
}

/** The command that takes a taint off every node that has it: by a label that exactly they have, else by their names; undefined when they are too many to be named. */
export function takeTaintOffCommand(contextFlag: string, taint: Taint, nodes: readonly TaintedNode[]): string | undefined {
  const text = taintText(taint);
  const names = nodes.filter(({ taints }) => taints.some((each) => taintText(each) === text)).map(({ name }) => name);
  const label = names.length > 1 ? labelOfExactly(nodes, new Set(names)) : undefined;
  if (names.length === 0 || (label === undefined && names.length > NAMES_LIMIT)) return undefined;
  const which = label === undefined ? names.sort().map(shellQuote).join(" ") : `-l ${shellQuote(label)}`;
  return `kubectl${contextFlag} taint nodes ${which} ${shellQuote(`${text}-`)}`;
}
