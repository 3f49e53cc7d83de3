import type { PlacementCheck } from "./placement.ts";

/** Returns the check that excludes a node: the first failed one in the controller's order, or undefined if none
 *  failed. A taint that evicts takes precedence over one that only blocks new pods. The proof, the lens, the table
 *  of a node and the commands all take this check from here (rule P1). */
export function decisiveCheck(checks: readonly PlacementCheck[]): PlacementCheck | undefined {
  const failed = checks.filter((check) => !check.passed);
  return (
    failed.find((check) => check.kind !== "taint") ??
    failed.find((check) => check.kind === "taint" && check.outcome === "evicts") ??
    failed[0]
  );
}
