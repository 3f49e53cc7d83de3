import type { Eligibility } from "@daemonscope/daemonset/placement/eligibility";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import type { EligibilityAnswer } from "@daemonscope/shared/http/answers";
import { useMemo } from "react";
import { useEligibilityAnswer } from "../api/queries.ts";
import { usePlacementVersion } from "../cluster/use-placement-version.ts";

/** What the server says of a node; undefined where it has not said it yet. The page places no pods itself. */
export type EligibilityOf = (node: string) => Eligibility | undefined;

/** Looks nodes up in an answer. One about another cluster, story or DaemonSet of that name says nothing. */
export function eligibilityIn(answer: EligibilityAnswer | undefined, epoch: string, uid: string): EligibilityOf {
  if (answer === undefined || answer.epoch !== epoch || answer.uid !== uid) return () => undefined;
  const byNode = new Map(answer.classes.flatMap(({ eligibility, nodes }) => nodes.map((node) => [node, eligibility] as const)));
  return (node) => byNode.get(node);
}

/** Which nodes may have a pod of the DaemonSet, and which check decides; asked for while `isNeeded`, anew when a node or a template changed. */
export function useEligibility(state: ClusterState, { namespace, name, uid }: DaemonSetRecord, isNeeded: boolean): EligibilityOf {
  const version = usePlacementVersion();
  const { data } = useEligibilityAnswer(namespace, name, `${state.epoch} ${uid} ${version}`, isNeeded);
  return useMemo(() => eligibilityIn(data, state.epoch, uid), [data, state.epoch, uid]);
}
