import { useRef } from "react";

/** Names and reasons of pods are asked for anew when something changed, but not more often than this. */
const FEW_MS = 2000;
const MANY_MS = 10_000;
const FEW_NODES = 150;

/** A number that rises when pods should be fetched again: at once after a quiet time, then at most each few seconds, and once more after the last change.
 *  `facts`: whatever changes by identity when a pod did. */
export function usePodsVersion(facts: readonly unknown[], nodes: number, nowMs: number): number {
  const kept = useRef({ facts: [] as readonly unknown[], isDirty: true, fetchedAtMs: Number.NEGATIVE_INFINITY, version: 0 });
  const state = kept.current;
  if (facts.some((fact, index) => fact !== state.facts[index])) {
    state.facts = facts;
    state.isDirty = true;
  }
  const isDue = Math.abs(nowMs - state.fetchedAtMs) >= (nodes <= FEW_NODES ? FEW_MS : MANY_MS);
  if (state.isDirty && isDue) {
    state.isDirty = false;
    state.fetchedAtMs = nowMs;
    state.version++;
  }
  return state.version;
}
