import type { DaemonSetKey } from "../records/records.ts";

/** What may speak against the current revision of a DaemonSet. */
export interface Candidate {
  readonly key: DaemonSetKey;
  /** Nodes that went NotReady soon after they got a pod of the revision, by number. */
  readonly fallen: { readonly size: number; has(node: number): boolean; keys(): Iterable<number> };
  /** Nodes that were Ready when they got one, the fallen ones included. */
  readonly reached: number;
  /** Nodes with a pod that it did not reach, or that fell long after; and how many of these are NotReady since the revision came. */
  readonly others: number;
  readonly othersFallen: number;
}

/** A revision that may break its nodes, and the one other DaemonSet that may as well. */
export interface Suspicion {
  readonly rival?: DaemonSetKey;
}

/** One node alone is a node that is NotReady. */
const SUSPECT_FROM = 2;
/** What comes about by chance more often than this is no ground to name anybody. */
const CHANCE = 0.05;
/** Nodes that two revisions share so far tell nobody which of them it was. */
const SHARED = 0.5;

/** A bound of how often `count` or more come where `expected` are expected (Poisson): 1 where so many are expected anyway. O(count). */
export function chanceOfAtLeast(count: number, expected: number): number {
  if (count === 0 || expected >= count) return 1;
  if (expected === 0) return 0;
  let logTerm = count * Math.log(expected) - expected;
  for (let factor = 2; factor <= count; factor++) logTerm -= Math.log(factor);
  // Each further term is at most this part of the one before it.
  return Math.min(1, Math.exp(logTerm) / (1 - expected / (count + 1)));
}

/** Several nodes, and more than fall among the others; half a node is added to those, as none that fell is no proof that none does. */
function isSuspect({ fallen, reached, others, othersFallen }: Candidate): boolean {
  if (fallen.size < SUSPECT_FROM) return false;
  return chanceOfAtLeast(fallen.size, (reached * (othersFallen + 0.5)) / (others + 1)) <= CHANCE;
}

function sharedWith(a: Candidate, b: Candidate): number {
  let shared = 0;
  for (const node of a.fallen.keys()) if (b.fallen.has(node)) shared++;
  return shared;
}

/** Which DaemonSets may break nodes by their current revision (rule R12): of those that share most of their nodes the one with more of them, of two that have as many
 *  each with the other as rival, of more nobody. O(suspects² × NotReady nodes). */
export function suspectsAmong(candidates: readonly Candidate[]): ReadonlyMap<DaemonSetKey, Suspicion> {
  const suspects = candidates.filter(isSuspect);
  const found = new Map<DaemonSetKey, Suspicion>();
  for (const each of suspects) {
    const size = each.fallen.size;
    const rivals = suspects.filter((other) => other !== each && other.fallen.size >= size && sharedWith(each, other) >= SHARED * size);
    const [rival, ...more] = rivals;
    if (rival === undefined) found.set(each.key, {});
    else if (more.length === 0 && rival.fallen.size === size) found.set(each.key, { rival: rival.key });
  }
  return found;
}
