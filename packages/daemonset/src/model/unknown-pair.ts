import { TALLY } from "../counts/tally.ts";
import { cellByte } from "../pair/cell/cell.ts";
import type { PlacementVerdict } from "../placement/placement.ts";
import type { PairAssessment } from "./assess-pair.ts";

function assessmentOf(cell: number, tally: number): PairAssessment {
  return {
    cell,
    tally,
    unit: undefined,
    cause: undefined,
    readying: [],
    fellSinceMs: undefined,
    passedOverSinceMs: undefined,
    wakeAtMs: undefined,
    progressAtMs: 0,
    hash: undefined,
  };
}

/** Assesses a pair while pods are unread (rule C13), regardless of the pods received: its cell is unknown if a pod
 *  is wanted or may stay. `exists` is false for a node that is gone. */
export function unknownPair(verdict: PlacementVerdict, nodeUnready: boolean, exists: boolean): PairAssessment {
  if (!exists) return assessmentOf(0, 0);
  const state = verdict === "exclude" ? "excluded" : "unknown";
  const cell = cellByte({ state, oldRevision: false, terminating: false, twoPods: false, nodeUnready });
  return assessmentOf(cell, verdict === "run" ? TALLY.desired : 0);
}
