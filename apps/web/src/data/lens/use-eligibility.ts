import type { Eligibility } from "@daemonscope/daemonset/placement/eligibility";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { EligibilityAnswer } from "@daemonscope/shared/http/answers";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { useMemo } from "react";
import { useEligibilityAnswer } from "../api/queries.ts";
import { usePlacementVersion } from "../hooks/use-placement-version.ts";

/** Returns the server's answer for a node; undefined before it. The page computes no placement itself. */
export type EligibilityOf = (node: string) => Eligibility | undefined;

/** Looks nodes up in an answer. Ignores an answer about another cluster, story or DaemonSet of the same name. */
export function eligibilityIn(answer: EligibilityAnswer | undefined, epoch: string, uid: string): EligibilityOf {
  if (answer === undefined || answer.epoch !== epoch || answer.uid !== uid) return () => undefined;
  const byNode = new Map(answer.classes.flatMap(({ eligibility, nodes }) => nodes.map((node) => [node, eligibility] as const)));
  return (node) => byNode.get(node);
}

/** Returns which nodes are eligible for the DaemonSet, and the decisive check. Requested while `isNeeded`, and again
 *  when a node or a template changed. */
export function useEligibility(state: ClusterState, { namespace, name, uid }: DaemonSetRecord, isNeeded: boolean): EligibilityOf {
  const version = usePlacementVersion();
  const { data } = useEligibilityAnswer(namespace, name, `${state.epoch} ${uid} ${version}`, isNeeded);
  return useMemo(() => eligibilityIn(data, state.epoch, uid), [data, state.epoch, uid]);
}
