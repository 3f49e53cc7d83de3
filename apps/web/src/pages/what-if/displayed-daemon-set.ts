import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { daemonSetNamed, daemonSetsOf } from "@daemonscope/shared/state/cluster-state";
import { rolloutOf } from "../../panels/actions/effect/what-if-verdict.ts";

/** Returns the DaemonSet whose nodes are drawn: the selected one, else the first with a rollout, else the first
 *  affected one. If none is affected, returns the first of the cluster. */
export function displayedDaemonSet(chosen: string | undefined, state: ClusterState, answer: WhatIfAnswer): string | undefined {
  if (chosen !== undefined && (answer.daemonSets.some(({ key }) => key === chosen) || daemonSetNamed(state, chosen) !== undefined))
    return chosen;
  const rolling = answer.daemonSets.find((set) => rolloutOf(set) !== undefined);
  return (rolling ?? answer.daemonSets[0])?.key ?? daemonSetsOf(state)[0]?.key;
}
