import type { IntOrString } from "@daemonscope/kube/objects";

/**
 * Resolves a number, or a percentage of desired nodes rounded up (rule S24). Returns 0 for other values, which the API
 * refuses. Separate from the dashboard's version. Source: update.go, updatedDesiredNodeCounts; apimachinery
 * util/intstr.
 */
export function scaleRoundUpPercent(value: IntOrString, desired: number): number {
  if (typeof value === "number") return value;
  const percent = /^(\d+)%$/.exec(value)?.[1];
  return percent === undefined ? 0 : Math.ceil((Number(percent) * desired) / 100);
}
