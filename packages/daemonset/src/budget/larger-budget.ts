import { scaleRoundUp } from "@daemonscope/kube/int-or-percent";
import type { IntOrString } from "@daemonscope/kube/objects";
import type { Budget } from "../records/budget.ts";

const PERCENT = /^(\d+)%$/;

/** About twice the budget, and at least one place free in it, written as the field is; undefined while places are free, or where each desired node has one already. */
export function largerBudget({ spec, allowed, used }: Budget, desired: number | undefined): IntOrString | undefined {
  if (used < allowed) return undefined;
  const percent = PERCENT.exec(spec)?.[1];
  if (percent === undefined) {
    const to = Math.min(Math.max(allowed * 2, used + 1), desired ?? Number.POSITIVE_INFINITY);
    return to > allowed ? to : undefined;
  }
  if (desired === undefined || desired === 0) return undefined;
  const to = `${Math.min(100, Math.max(Number(percent) * 2, Math.ceil(((used + 1) * 100) / desired)))}%`;
  return (scaleRoundUp(to, desired) ?? 0) > allowed ? to : undefined;
}
