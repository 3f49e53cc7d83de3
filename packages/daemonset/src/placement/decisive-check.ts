import type { PlacementCheck } from "./placement.ts";

/** Which check decides that a node is not wanted: the first that fails in the controller's order, except that a taint that evicts decides over one that only keeps
 *  new pods away; undefined where none fails. The one place that says so: the proof, the lens, the table of a node and the commands all name this one (rule P1). */
export function decisiveCheck(checks: readonly PlacementCheck[]): PlacementCheck | undefined {
  const failed = checks.filter((check) => !check.passed);
  return (
    failed.find((check) => check.kind !== "taint") ??
    failed.find((check) => check.kind === "taint" && check.outcome === "evicts") ??
    failed[0]
  );
}
