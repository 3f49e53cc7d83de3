import type { Step } from "@daemonscope/daemonset/actions/step";
import type {
  DaemonSetPodsAnswer,
  EligibilityAnswer,
  ExplainAnswer,
  LabelsAnswer,
  NodeAnswer,
  RevisionsAnswer,
  TaintsAnswer,
} from "@daemonscope/shared/http/answers";
import type { FitAnswer, NodeCapacityAnswer } from "@daemonscope/shared/http/capacity";
import type { NodeManagersAnswer } from "@daemonscope/shared/http/node-managers";
import type { NodePodsAnswer } from "@daemonscope/shared/http/node-pods";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { PodAnswerOfPage } from "@daemonscope/shared/http/pod";
import { LEAST_LETTERS, MOST_LETTERS, type PodsNamedAnswer } from "@daemonscope/shared/http/pods-named";
import type { TrailAnswer } from "@daemonscope/shared/http/trail";
import type { WhatIfAnswer, WhatIfPairAnswer } from "@daemonscope/shared/http/what-if";
import { useClusterQuery } from "./use-cluster-query.ts";

/** Restarts, messages and images of a pod change without its cell: what is open is asked about again so often. */
const LOOK_AGAIN_MS = 5_000;
/** What the stream tells of is asked again when it changes, and not because it is old. */
const STREAMED = { keepsPrevious: true, staleMs: 60_000 } as const;

/** Two other revisions, or another key of labels, are another part of the same; the answer says which. */
const OF_A_DAEMON_SET = ["namespace", "daemonSet"];
const OF_ALL: readonly string[] = [];
const OF_A_PAIR = ["namespace", "daemonSet", "node"];

export function useExplain(namespace: string, daemonSet: string, node: string, version: unknown) {
  return useClusterQuery<ExplainAnswer>(
    PATHS.explain,
    { namespace, daemonSet, node },
    { ...STREAMED, version, lookAgainMs: LOOK_AGAIN_MS },
  );
}

/** How the pod of a pair came to be; asked again when it may have come further. */
export function usePairTrail(namespace: string, daemonSet: string, node: string, version: unknown) {
  return useClusterQuery<TrailAnswer>(PATHS.trail, { namespace, daemonSet, node }, { ...STREAMED, version });
}

export function useEligibilityAnswer(namespace: string, daemonSet: string, version: unknown, enabled: boolean) {
  return useClusterQuery<EligibilityAnswer>(PATHS.eligibility, { namespace, daemonSet }, { ...STREAMED, version, enabled });
}

export function useNode(name: string, version: unknown) {
  return useClusterQuery<NodeAnswer>(PATHS.node, { name }, { ...STREAMED, version, lookAgainMs: LOOK_AGAIN_MS });
}

export function useLabels(key: string | undefined, version: unknown, enabled = true) {
  return useClusterQuery<LabelsAnswer>(PATHS.labels, key === undefined ? {} : { key }, { ...STREAMED, version, enabled, about: OF_ALL });
}

export function useTaints(version: unknown) {
  return useClusterQuery<TaintsAnswer>(PATHS.taints, {}, { ...STREAMED, version });
}

/** How old the pods of a node may get, while they are looked at: those that no DaemonSet makes come by no stream. */
const NODE_PODS_MS = 10_000;
const whileLive = (isLive: boolean) => (isLive ? NODE_PODS_MS : false);

/** All pods of a node, read from the cluster again and again as long as the page is live. */
export function useNodePods(name: string, version: unknown, isLive: boolean) {
  return useClusterQuery<NodePodsAnswer>(PATHS.nodePods, { name }, { version, keepsPrevious: true, lookAgainMs: whileLive(isLive) });
}

/** What a pair's pod that waits needs of its node, read from the cluster again and again as long as the page is live. */
export function useFit(namespace: string, daemonSet: string, node: string, isLive: boolean) {
  return useClusterQuery<FitAnswer>(PATHS.fit, { namespace, daemonSet, node }, { lookAgainMs: whileLive(isLive) });
}

/** What is requested on a node against what it has, read from the cluster as its pods are. */
export function useNodeCapacity(name: string, version: unknown, isLive: boolean) {
  return useClusterQuery<NodeCapacityAnswer>(
    PATHS.nodeCapacity,
    { name },
    { version, keepsPrevious: true, lookAgainMs: whileLive(isLive) },
  );
}

/** Who wrote taints and labels of a node last, read again when they are others. */
export function useNodeManagers(name: string, version: unknown, enabled: boolean) {
  return useClusterQuery<NodeManagersAnswer>(PATHS.nodeManagers, { name }, { ...STREAMED, version, enabled });
}

/** Pods of DaemonSets by a part of their name, in lower case; none is asked for by too few letters, or by more than a name has. */
export function usePodsNamed(text: string | undefined, isLive: boolean) {
  const enabled = text !== undefined && text.length >= LEAST_LETTERS && text.length <= MOST_LETTERS;
  return useClusterQuery<PodsNamedAnswer>(
    PATHS.podsNamed,
    { text: text ?? "" },
    { enabled, keepsPrevious: enabled, about: OF_ALL, lookAgainMs: isLive ? LOOK_AGAIN_MS : false },
  );
}

/** Restarts and exits come by no stream: a pod that is looked at is read so often. */
const POD_MS = 3_000;
/** Where it was seen before is not another pod. */
const OF_A_POD = ["namespace", "pod"];

/** One pod, read from the cluster again and again as long as the page is live. `seenOn`: the node that it was on, for when it is gone. */
export function usePod(namespace: string, pod: string, version: unknown, isLive: boolean, seenOn: string | undefined) {
  return useClusterQuery<PodAnswerOfPage>(
    PATHS.pod,
    { namespace, pod, ...(seenOn === undefined ? {} : { node: seenOn }) },
    { version, keepsPrevious: true, about: OF_A_POD, lookAgainMs: isLive ? POD_MS : false },
  );
}

export function useDaemonSetPods(namespace: string, daemonSet: string, version: unknown, enabled = true) {
  return useClusterQuery<DaemonSetPodsAnswer>(PATHS.daemonSetPods, { namespace, daemonSet }, { ...STREAMED, version, enabled });
}

/** Of the two revisions with these hashes; a side that is undefined is the server's choice. */
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
    { ...STREAMED, version, enabled, about: OF_A_DAEMON_SET },
  );
}

/** What steps would do to the cluster as it is; asked again when it is another. What was answered about other steps stays until the answer to these is there. */
export function useWhatIf(steps: readonly Step[], version: unknown) {
  return useClusterQuery<WhatIfAnswer>(
    PATHS.whatIf,
    { steps: JSON.stringify(steps) },
    { version, isPosted: true, keepsPrevious: true, about: OF_ALL, enabled: steps.length > 0, staleMs: Number.POSITIVE_INFINITY },
  );
}

/** Every check of one pair, now and after the steps. */
export function useWhatIfPair(steps: readonly Step[], namespace: string, daemonSet: string, node: string, version: unknown) {
  const parts = { steps, namespace, daemonSet, node };
  return useClusterQuery<WhatIfPairAnswer>(
    PATHS.whatIfPair,
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, JSON.stringify(part)])),
    { version, isPosted: true, keepsPrevious: true, about: OF_A_PAIR, staleMs: Number.POSITIVE_INFINITY },
  );
}
