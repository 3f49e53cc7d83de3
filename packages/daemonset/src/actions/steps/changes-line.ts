import type { Change } from "../changes/change.ts";
import { changedFacts } from "../changes/changed-facts.ts";
import type { PlanFacts } from "../changes/plan-facts.ts";
import { changeLine } from "./change-line.ts";

/** Returns the kubectl commands of changes in order, one per line; undefined if one would be too long to read. */
export function* changesLine(facts: PlanFacts, changes: readonly Change[]): Generator<undefined, string | undefined> {
  const lines: (string | undefined)[] = [];
  let before = facts;
  for (const [at, change] of changes.entries()) {
    lines.push(changeLine(before, change));
    yield;
    if (at < changes.length - 1) before = changedFacts(before, change);
  }
  return lines.includes(undefined) ? undefined : lines.join("\n");
}
