import type { IntOrString } from "@daemonscope/kube/objects";
import { scaleRoundUp } from "@daemonscope/kube/values/int-or-percent";
import type { Budget } from "../records/budget.ts";

const PERCENT = /^(\d+)%$/;

/** Returns about twice the budget, with at least one free slot, in the format of the field. Undefined while slots are
 *  free, or if each desired node uses one already. Also undefined for a percentage if no node is desired or the number
 *  is unknown. */
export function largerBudget({ spec, allowed, used }: Budget, desired: number | undefined): IntOrString | undefined {
  if (used < allowed) return undefined;
  const percent = PERCENT.exec(spec)?.[1];
  if (percent === undefined) {
    const to = Math.min(Math.max(allowed * 2, used + 1), desired ?? Number.POSITIVE_INFINITY);
    return to > used ? to : undefined;
  }
  if (desired === undefined || desired === 0) return undefined;
  const to = `${Math.min(100, Math.max(Number(percent) * 2, Math.ceil(((used + 1) * 100) / desired)))}%`;
  return (scaleRoundUp(to, desired) ?? 0) > used ? to : undefined;
}
