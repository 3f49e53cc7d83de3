import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type {
  DaemonSetPodsAnswer,
  EligibilityAnswer,
  ExplainAnswer,
  LabelsAnswer,
  NodeAnswer,
  RevisionsAnswer,
  TaintsAnswer,
} from "@daemonscope/shared/http/answers";
import type { AuditAnswer, CostsAnswer } from "@daemonscope/shared/http/audit";
import type { FitAnswer, NodeCapacityAnswer } from "@daemonscope/shared/http/capacity";
import type { JoinsAnswer } from "@daemonscope/shared/http/joins";
import type { NodeFieldManagersAnswer } from "@daemonscope/shared/http/node-field-managers";
import type { NodePodsAnswer } from "@daemonscope/shared/http/node-pods";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { PodPageAnswer } from "@daemonscope/shared/http/pod";
import { MAX_QUERY_LENGTH, MIN_QUERY_LENGTH, type PodSearchAnswer } from "@daemonscope/shared/http/pod-search";
import type { TrailAnswer } from "@daemonscope/shared/http/trail";
import type { WhatIfAnswer, WhatIfPairAnswer } from "@daemonscope/shared/http/what-if";
import { useClusterQuery } from "./use-cluster-query.ts";

/** Restarts, messages and images of a pod change without its cell, so open views request them again at this
 *  interval. */
const POLL_INTERVAL_MS = 5_000;
/** Streamed data is requested again when its version changes, and by age only after a minute. */
const STREAMED = { keepsPrevious: true, staleMs: 60_000 } as const;

/** Interval of reading the times of joins while they are shown. */
const JOINS_MS = 30_000;

/** The parameters that name a DaemonSet. Other revisions are another part of the same subject. */
const DAEMON_SET_PARAMS = ["namespace", "daemonSet"];
/** Parameters of an answer about the whole cluster: none. */
const WHOLE_CLUSTER: readonly string[] = [];
const PAIR_PARAMS = ["namespace", "daemonSet", "node"];

export function useExplain(namespace: string, daemonSet: string, node: string, version: unknown) {
  return useClusterQuery<ExplainAnswer>(PATHS.explain, { namespace, daemonSet, node }, { ...STREAMED, version, pollMs: POLL_INTERVAL_MS });
}

/** Requests the history of a pair's pod, again when it may have progressed. */
export function usePairTrail(namespace: string, daemonSet: string, node: string, version: unknown) {
  return useClusterQuery<TrailAnswer>(PATHS.trail, { namespace, daemonSet, node }, { ...STREAMED, version });
}

export function useEligibilityAnswer(namespace: string, daemonSet: string, version: unknown, enabled: boolean) {
  return useClusterQuery<EligibilityAnswer>(PATHS.eligibility, { namespace, daemonSet }, { ...STREAMED, version, enabled });
}

export function useNode(name: string, version: unknown) {
  return useClusterQuery<NodeAnswer>(PATHS.node, { name }, { ...STREAMED, version, pollMs: POLL_INTERVAL_MS });
}

/** Requests the times from join to ready of a DaemonSet. They change with each new node. */
export function useJoins(namespace: string, daemonSet: string, isLive: boolean) {
  return useClusterQuery<JoinsAnswer>(PATHS.joins, { namespace, daemonSet }, { ...STREAMED, pollMs: isLive ? JOINS_MS : false });
}

export function useLabels(key: string | undefined, version: unknown, enabled = true) {
  return useClusterQuery<LabelsAnswer>(PATHS.labels, key === undefined ? {} : { key }, {
    ...STREAMED,
    version,
    enabled,
    about: WHOLE_CLUSTER,
  });
}

export function useTaints(version: unknown) {
  return useClusterQuery<TaintsAnswer>(PATHS.taints, {}, { ...STREAMED, version });
}

/** Interval of reading the findings while they are shown: they change with templates and with the load of nodes. */
const AUDIT_MS = 60_000;

/** Requests the weaknesses of all DaemonSets, repeatedly while the page is live. */
export function useAudit(isLive: boolean, workload?: string) {
  return useClusterQuery<AuditAnswer>(PATHS.audit, workload === undefined ? {} : { workload }, {
    keepsPrevious: true,
    staleMs: AUDIT_MS,
    pollMs: isLive ? AUDIT_MS : false,
  });
}

/** Requests what agents request and use, repeatedly while the page is live. `daemonSet`: its nodes too. */
export function useCosts(daemonSet: string | undefined, isLive: boolean) {
  const policy = { keepsPrevious: true, about: WHOLE_CLUSTER, staleMs: AUDIT_MS, pollMs: isLive ? AUDIT_MS : false } as const;
  return useClusterQuery<CostsAnswer>(PATHS.costs, daemonSet === undefined ? {} : { daemonSet }, policy);
}

/** Maximum age of a node's pods while they are shown. Pods without a DaemonSet are not streamed. */
const NODE_PODS_MS = 10_000;
const whileLive = (isLive: boolean) => (isLive ? NODE_PODS_MS : false);

/** Requests all pods of a node, repeatedly while the page is live. */
export function useNodePods(name: string, version: unknown, isLive: boolean) {
  return useClusterQuery<NodePodsAnswer>(PATHS.nodePods, { name }, { version, keepsPrevious: true, pollMs: whileLive(isLive) });
}

/** Requests what a pair's waiting pod needs of its node, repeatedly while the page is live. */
export function useFit(namespace: string, daemonSet: string, node: string, isLive: boolean) {
  return useClusterQuery<FitAnswer>(PATHS.fit, { namespace, daemonSet, node }, { pollMs: whileLive(isLive) });
}

/** Requests the requested and allocatable resources of a node, as often as its pods. */
export function useNodeCapacity(name: string, version: unknown, isLive: boolean) {
  return useClusterQuery<NodeCapacityAnswer>(PATHS.nodeCapacity, { name }, { version, keepsPrevious: true, pollMs: whileLive(isLive) });
}

/** Requests the last writers of a node's taints and labels, again when they change. */
export function useNodeManagers(name: string, version: unknown, enabled: boolean) {
  return useClusterQuery<NodeFieldManagersAnswer>(PATHS.nodeManagers, { name }, { ...STREAMED, version, enabled });
}

/** Requests pods of DaemonSets by a part of their name, in lower case. Disabled for a text that is too short, or longer
 *  than a name. */
export function usePodSearch(text: string | undefined, isLive: boolean) {
  const enabled = text !== undefined && text.length >= MIN_QUERY_LENGTH && text.length <= MAX_QUERY_LENGTH;
  return useClusterQuery<PodSearchAnswer>(
    PATHS.podsNamed,
    { text: text ?? "" },
    { enabled, keepsPrevious: enabled, about: WHOLE_CLUSTER, pollMs: isLive ? POLL_INTERVAL_MS : false },
  );
}

/** Interval of reading a shown pod: restarts and exits are not streamed. */
const POD_MS = 3_000;
/** Another last node (`seenOn`) is not another pod. */
const POD_PARAMS = ["namespace", "pod"];

/** Requests one pod, repeatedly while the page is live. `seenOn`: its last known node, for when it is deleted. */
export function usePod(namespace: string, pod: string, version: unknown, isLive: boolean, seenOn: string | undefined) {
  return useClusterQuery<PodPageAnswer>(
    PATHS.pod,
    { namespace, pod, ...(seenOn === undefined ? {} : { node: seenOn }) },
    { version, keepsPrevious: true, about: POD_PARAMS, pollMs: isLive ? POD_MS : false },
  );
}

export function useDaemonSetPods(namespace: string, daemonSet: string, version: unknown, enabled = true) {
  return useClusterQuery<DaemonSetPodsAnswer>(PATHS.daemonSetPods, { namespace, daemonSet }, { ...STREAMED, version, enabled });
}

/** Requests the two revisions with these hashes. The server chooses an undefined side. */
export function useRevisions(
  {
    namespace,
    name,
    from,
    to,
  }: { readonly namespace: string; readonly name: string; readonly from?: string | undefined; readonly to?: string | undefined },
  version: unknown,
  enabled: boolean,
) {
  const sides = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  return useClusterQuery<RevisionsAnswer>(
    PATHS.revisions,
    { namespace, daemonSet: name, ...sides },
    { ...STREAMED, version, enabled, about: DAEMON_SET_PARAMS },
  );
}

/** Previews the effect of steps on the live cluster, again when `version` changes. The answer to previous steps remains
 *  until the new one arrives. */
export function useWhatIf(steps: readonly Step[], version: unknown) {
  return useClusterQuery<WhatIfAnswer>(
    PATHS.whatIf,
    { steps: JSON.stringify(steps) },
    { version, isPosted: true, keepsPrevious: true, about: WHOLE_CLUSTER, enabled: steps.length > 0, staleMs: Number.POSITIVE_INFINITY },
  );
}

/** Requests every check of one pair, now and after the steps. */
export function useWhatIfPair(steps: readonly Step[], namespace: string, daemonSet: string, node: string, version: unknown) {
  const parts = { steps, namespace, daemonSet, node };
  return useClusterQuery<WhatIfPairAnswer>(
    PATHS.whatIfPair,
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, JSON.stringify(part)])),
    { version, isPosted: true, keepsPrevious: true, about: PAIR_PARAMS, staleMs: Number.POSITIVE_INFINITY },
  );
}
