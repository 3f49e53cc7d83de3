import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useState } from "react";
import type { CountBar } from "../../data/lanes/count-bars.ts";
import { type CountLine, type CountOfLine, countLines, countSignature } from "../../data/lanes/count-lines.ts";
import { displayedCount } from "../../data/lanes/shown-counts.ts";

const pairOf = (a: CountOfLine, b: CountOfLine): string => [a.bar.id, b.bar.id].sort().join(" ");

/** Returns the pairs of counts that differ. */
function pairsApart(counts: readonly CountOfLine[]): readonly string[] {
  return counts.flatMap((a, at) => counts.slice(at + 1).flatMap((b) => (countSignature(a) === countSignature(b) ? [] : [pairOf(a, b)])));
}

/** Returns the counts by line. While `isHeld`, counts that differed once stay on separate lines, so that lines do
 *  not appear and disappear with each node. */
export function useCountLines(record: DaemonSetRecord, bars: readonly CountBar[], nowMs: number, isHeld: boolean): readonly CountLine[] {
  const [apart, setApart] = useState<ReadonlySet<string>>(new Set());
  const counts = bars.map((bar) => ({ bar, ...displayedCount(record, bar.field, nowMs) }));
  const more = isHeld ? pairsApart(counts).filter((pair) => !apart.has(pair)) : [];
  if (!isHeld && apart.size > 0) setApart(new Set());
  else if (more.length > 0) setApart(new Set([...apart, ...more]));
  return countLines(counts, (a, b) => isHeld && apart.has(pairOf(a, b)));
}
