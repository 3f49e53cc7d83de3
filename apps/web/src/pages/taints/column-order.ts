import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { TaintsAnswer } from "@daemonscope/shared/http/answers";
import { useState } from "react";

type DaemonSetLosses = readonly Pick<TaintsAnswer["daemonSets"][number], "key" | "loss">[];

/** Returns the known order with new DaemonSets at its end: most misscheduled pods first, then most blocked nodes. */
export function withNew(order: readonly DaemonSetKey[], losses: DaemonSetLosses): readonly DaemonSetKey[] {
  const known = new Set(order);
  const added = losses.filter(({ key }) => !known.has(key));
  if (added.length === 0) return order;
  const blocked = ({ loss }: DaemonSetLosses[number]) => loss.places - loss.kept;
  added.sort((a, b) => b.loss.kept - a.loss.kept || blocked(b) - blocked(a) || compareTexts(a.key, b.key));
  return [...order, ...added.map(({ key }) => key)];
}

/** Returns the order of the first answer, so that columns do not move under the pointer. New DaemonSets come last. */
export function useColumnOrder(losses: DaemonSetLosses): readonly DaemonSetKey[] {
  const [order, setOrder] = useState<readonly DaemonSetKey[]>([]);
  const next = withNew(order, losses);
  if (next !== order) setOrder(next);
  return next;
}
