import type { DaemonSetKey } from "../../records/records.ts";

/** The evidence against the current revision of a DaemonSet. */
export interface SuspectCandidate {
  readonly key: DaemonSetKey;
  /** Nodes that became NotReady shortly after they got a pod of the revision, by row. */
  readonly fallen: { readonly size: number; has(node: number): boolean; keys(): Iterable<number> };
  /** Nodes that were Ready when they got a pod, including the fallen ones. */
  readonly reached: number;
  /** Nodes with a pod that the revision did not reach, or that fell long after; and how many of these became
   *  NotReady since the revision. */
  readonly others: number;
  readonly othersFallen: number;
}

/** A revision that may break its nodes, and the one other DaemonSet that may as well. */
export interface Suspect {
  readonly rival?: DaemonSetKey;
}

/** A single node is no pattern. */
const SUSPECT_FROM = 2;
/** Above this probability a correlation is treated as chance. */
const CHANCE = 0.05;
/** If two revisions share this part of their nodes, the nodes do not show which of them is the cause. */
const SHARED = 0.5;

/** An upper bound of the probability of `count` or more events if `expected` are expected (Poisson): 1 if the
 *  expectation reaches `count`. O(count). */
export function chanceOfAtLeast(count: number, expected: number): number {
  if (count === 0 || expected >= count) return 1;
  if (expected === 0) return 0;
  let logTerm = count * Math.log(expected) - expected;
  for (let factor = 2; factor <= count; factor++) logTerm -= Math.log(factor);
  // Each further term is at most this part of the one before it.
  return Math.min(1, Math.exp(logTerm) / (1 - expected / (count + 1)));
}

/** Requires several nodes, and more than fall among the others. Half a fallen node and one node are added to the
 *  others, because no fallen node does not prove a rate of zero. */
function isSuspect({ fallen, reached, others, othersFallen }: SuspectCandidate): boolean {
  if (fallen.size < SUSPECT_FROM) return false;
  return chanceOfAtLeast(fallen.size, (reached * (othersFallen + 0.5)) / (others + 1)) <= CHANCE;
}

function sharedNodes(a: SuspectCandidate, b: SuspectCandidate): number {
  let shared = 0;
  for (const node of a.fallen.keys()) if (b.fallen.has(node)) shared++;
  return shared;
}

/** Returns the DaemonSets whose current revision may break nodes (rule R12). Of those that share at least half of
 *  their nodes it names the one with more nodes. Two with equal counts get each other as rival; if there are more, it
 *  names none. O(suspects² × NotReady nodes). */
export function findSuspects(candidates: readonly SuspectCandidate[]): ReadonlyMap<DaemonSetKey, Suspect> {
  const suspects = candidates.filter(isSuspect);
  const found = new Map<DaemonSetKey, Suspect>();
  for (const each of suspects) {
    const size = each.fallen.size;
    const rivals = suspects.filter((other) => other !== each && other.fallen.size >= size && sharedNodes(each, other) >= SHARED * size);
    const [rival, ...more] = rivals;
    if (rival === undefined) found.set(each.key, {});
    else if (more.length === 0 && rival.fallen.size === size) found.set(each.key, { rival: rival.key });
  }
  return found;
}
