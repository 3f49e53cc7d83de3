import type { Budget } from "@daemonscope/daemonset/budget/budget";
import { scaleRoundUp } from "@daemonscope/kube/int-or-percent";
import type { IntOrString } from "@daemonscope/kube/objects";

/** A budget as the field would have it, and how many places more that are. */
export interface LargerBudget {
  readonly to: IntOrString;
  readonly more: number;
}

const PERCENT = /^(\d+)%$/;

/** About twice the budget, and at least one place free in it; undefined while places are free, or where each desired node has one already. */
export function largerBudget({ spec, allowed, used }: Budget, desired: number | undefined): LargerBudget | undefined {
  if (used < allowed) return undefined;
  const percent = PERCENT.exec(spec)?.[1];
  if (percent === undefined) {
    const to = Math.min(Math.max(allowed * 2, used + 1), desired ?? Number.POSITIVE_INFINITY);
    return to > allowed ? { to, more: to - allowed } : undefined;
  }
  if (desired === undefined || desired === 0) return undefined;
  const to = `${Math.min(100, Math.max(Number(percent) * 2, Math.ceil(((used + 1) * 100) / desired)))}%`;
  const more = (scaleRoundUp(to, desired) ?? 0) - allowed;
  return more > 0 ? { to, more } : undefined;
}
