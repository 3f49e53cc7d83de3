import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { compareVerdicts } from "@daemonscope/daemonset/rollout/verdict-word";
import { type ClusterState, daemonSetsOf } from "@daemonscope/shared/state/cluster-state";
import type { ViewReducer } from "../../data/computed/view-reducer.ts";

/** Returns the order with new DaemonSets at the end, sorted by verdict. */
function withNew(order: readonly DaemonSetKey[], state: ClusterState): readonly DaemonSetKey[] {
  const known = new Set(order);
  const added = daemonSetsOf(state).filter(({ key }) => !known.has(key));
  return added.length === 0 ? order : [...order, ...added.sort(compareVerdicts).map(({ key }) => key)];
}

/** DaemonSets, sorted by verdict when the page opened, so that columns do not move under the pointer. New ones come
 *  last. */
export const columnOrder: ViewReducer<readonly DaemonSetKey[]> = {
  whole: (state, before = []) => withNew(before, state),
  next: (before, state, { columns }) => (columns.put.length === 0 ? before : withNew(before, state)),
};
