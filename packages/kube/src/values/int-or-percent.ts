import type { IntOrString } from "../objects.ts";

const PERCENT = /^(\d{1,9})%$/;

/** Scales an int-or-percent by a total. Percentages are rounded up, as the DaemonSet controller does for both of its
 *  fields (rule B2). Returns undefined for text that is neither.
 *  Source: apimachinery util/intstr, GetScaledValueFromIntOrPercent with roundUp. */
export function scaleRoundUp(value: IntOrString, total: number): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? Math.trunc(value) : undefined;
  const percent = PERCENT.exec(value)?.[1];
  return percent === undefined ? undefined : Math.ceil((Number(percent) * total) / 100);
}
