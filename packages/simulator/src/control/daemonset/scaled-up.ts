import type { IntOrString } from "@daemonscope/kube/objects";

/** So many nodes as a number or a percentage of desired ones comes to, percentages rounded up (rule S24); 0 for what is neither, which the API refuses. The simulated
 *  controller's own reading, apart from the dashboard's. Source: update.go, updatedDesiredNodeCounts; apimachinery util/intstr. */
export function scaledUp(value: IntOrString, desired: number): number {
  if (typeof value === "number") return value;
  const percent = /^(\d+)%$/.exec(value)?.[1];
  return percent === undefined ? 0 : Math.ceil((Number(percent) * desired) / 100);
}
