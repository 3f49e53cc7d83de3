import { ownValue } from "./base/own-value.ts";
import type { Condition, KubeNode, StringMap, Taint } from "./objects.ts";
import { isConditionTaint, TAINTS } from "./well-known.ts";

/** Part of a node's life that a sign belongs to. `candidate`: an autoscaler may remove the node, and has not begun.
 *  `condition`: the taint mirrors a node condition or the cordon, which itself is read. */
export type SignStage = "joining" | "candidate" | "leaving" | "shuttingDown" | "draining" | "drained" | "condition";

/** What ends a sign. `agent`: the agent on the node becomes Ready. `setup`: the component that removes it finishes its
 *  setup. `component`: a component that the key does not name removes it. `removal`: the node is removed. `restart`:
 *  the machine starts again. `work`: the component ends its work. `condition`: the node condition changes. `user`: a
 *  user removes it. */
export type SignEnd = "agent" | "setup" | "component" | "removal" | "restart" | "work" | "condition" | "user";

/** The setter of a sign. A component has the same name in every language. `nodeGroup`: the configuration of new
 *  nodes, and with `or` also a component. */
export type SignSetter =
  | { readonly kind: "component"; readonly name: string }
  | { readonly kind: "nodeGroup"; readonly or?: string }
  | { readonly kind: "user" };

export interface NodeSign {
  readonly from: "taint" | "label" | "condition" | "field";
  /** Key of a taint or label, type of a condition that is True, or a field of the node. */
  readonly key: string;
  /** The key is the beginning of a key. */
  readonly isPrefix?: true;
  /** The value that the sign needs. Absent: any. */
  readonly value?: string;
  readonly setBy: SignSetter;
  /** Name of the component that ends it. Absent: the agent, a user, or a component that the key does not name. */
  readonly removedBy?: string;
  readonly stage: SignStage;
  readonly endsBy: SignEnd;
  /** Name of the DaemonSet that a startup taint waits for. */
  readonly agent?: string;
  /** A label with a value, or a Ready condition that is True, that cannot be together with the sign. */
  readonly excludes?: "ready" | readonly [label: string, value: string];
}

const NODE_GROUP: SignSetter = { kind: "nodeGroup" };
const USER: SignSetter = { kind: "user" };

type Who = Pick<NodeSign, "setBy" | "removedBy">;

const by = (name: string): Who => ({ setBy: { kind: "component", name }, removedBy: name });
const taint = (key: string, who: Who, stage: SignStage, endsBy: SignEnd, more: Partial<NodeSign> = {}): NodeSign => ({
  from: "taint",
  key,
  ...who,
  stage,
  endsBy,
  ...more,
});
const mirrors = (key: string): NodeSign => taint(key, by("kube-controller-manager"), "condition", "condition");
const forAgent = (key: string, setBy: SignSetter, agent: string): NodeSign => taint(key, { setBy }, "joining", "agent", { agent });
const condition = (key: string, name: string, stage: SignStage, endsBy: SignEnd): NodeSign => ({
  from: "condition",
  key,
  ...by(name),
  stage,
  endsBy,
});
const drainOf = (key: string, name: string): NodeSign => ({
  from: "label",
  key,
  value: "drain-required",
  ...by(name),
  stage: "draining",
  endsBy: "work",
});

/** Signs of a node record that are neither a taint nor a label. */
const DELETING = "deletionTimestamp";
export const SHUTDOWN_MESSAGE = "node is shutting down";

/** The only table of taints, labels and conditions that state a part of a node's life. A taint that is not in it is an
 *  ordinary taint. Sources: kubernetes/api, core/v1/well_known_taints.go and types.go (KEP-5683);
 *  pkg/kubelet/nodestatus/setters.go; kubernetes/cloud-provider, api/well_known_taints.go; kubernetes/autoscaler,
 *  cluster-autoscaler/utils/taints; sigs.k8s.io/karpenter, pkg/apis/v1/taints.go; cilium, installation/taints;
 *  aws-ebs-csi-driver, docs/install.md; node-readiness-controller; NVIDIA/k8s-operator-libs. */
export const NODE_SIGNS: readonly NodeSign[] = [
  ...Object.values(TAINTS).map(mirrors),
  taint(
    "node.cloudprovider.kubernetes.io/uninitialized",
    { setBy: { kind: "component", name: "kubelet" }, removedBy: "cloud-controller-manager" },
    "joining",
    "setup",
  ),
  taint("node.cluster.x-k8s.io/uninitialized", by("Cluster API"), "joining", "setup"),
  taint("karpenter.sh/unregistered", by("Karpenter"), "joining", "setup", { excludes: ["karpenter.sh/registered", "true"] }),
  forAgent("node.cilium.io/agent-not-ready", { kind: "nodeGroup", or: "Cilium" }, "cilium"),
  forAgent("ebs.csi.aws.com/agent-not-ready", NODE_GROUP, "ebs-csi-node"),
  forAgent("efs.csi.aws.com/agent-not-ready", NODE_GROUP, "efs-csi-node"),
  // The autoscaler only recognises the prefix, and regards the node as not ready.
  taint("startup-taint.cluster-autoscaler.kubernetes.io/", { setBy: NODE_GROUP }, "joining", "component", { isPrefix: true }),
  taint("readiness.k8s.io/", by("node-readiness-controller"), "joining", "setup", { isPrefix: true }),
  taint("DeletionCandidateOfClusterAutoscaler", by("Cluster Autoscaler"), "candidate", "removal"),
  taint("ToBeDeletedByClusterAutoscaler", by("Cluster Autoscaler"), "leaving", "removal"),
  taint("karpenter.sh/disrupted", by("Karpenter"), "leaving", "removal"),
  taint("karpenter.sh/disruption", by("Karpenter"), "leaving", "removal", { value: "disrupting" }),
  taint("node.kubernetes.io/out-of-service", { setBy: USER }, "leaving", "user", { excludes: "ready" }),
  { from: "field", key: DELETING, ...by("kube-apiserver"), stage: "leaving", endsBy: "removal" },
  taint("node.cloudprovider.kubernetes.io/shutdown", by("cloud-controller-manager"), "shuttingDown", "restart", { excludes: "ready" }),
  { from: "field", key: SHUTDOWN_MESSAGE, ...by("kubelet"), stage: "shuttingDown", endsBy: "restart" },
  condition("GracefulNodeShutdownInProgress", "kubelet", "shuttingDown", "restart"),
  condition("DrainInProgress", "kubectl", "draining", "work"),
  condition("Drained", "kubectl", "drained", "user"),
  drainOf("nvidia.com/gpu-driver-upgrade-state", "gpu-operator"),
  drainOf("nvidia.com/ofed-driver-upgrade-state", "network-operator"),
];

const AGENTS: ReadonlySet<string> = new Set(NODE_SIGNS.flatMap(({ agent }) => agent ?? []));

/** Reports whether a startup taint waits for a DaemonSet of this name. */
export const isAwaitedAgent = (daemonSet: string): boolean => AGENTS.has(daemonSet);

const TAINT_BY_KEY = new Map(NODE_SIGNS.flatMap((sign) => (sign.from === "taint" && !sign.isPrefix ? [[sign.key, sign] as const] : [])));
const TAINT_PREFIXES = NODE_SIGNS.filter(({ from, isPrefix }) => from === "taint" && isPrefix);
const BY_FACT = new Map(
  NODE_SIGNS.flatMap((sign) => (sign.from === "condition" || sign.from === "field" ? [[sign.key, sign] as const] : [])),
);
const LABELS = NODE_SIGNS.filter(({ from }) => from === "label");

/** Returns the row of a taint; undefined for an ordinary taint. A key that only begins like one of the table is
 *  ordinary, and so is a prefix without a name. */
export function signOfTaint({ key, value = "" }: Pick<Taint, "key" | "value">): NodeSign | undefined {
  const sign = TAINT_BY_KEY.get(key) ?? TAINT_PREFIXES.find((each) => key.length > each.key.length && key.startsWith(each.key));
  return sign?.value === undefined || sign.value === value ? sign : undefined;
}

/** Reports whether a component removes the taint. If a user removes it, the component sets it again, or pods start
 *  too early. */
export function isRemovedByComponent(taint: Pick<Taint, "key" | "value">): boolean {
  const sign = signOfTaint(taint);
  return sign !== undefined && sign.endsBy !== "user";
}

/** Reports whether the nodes with the taint are being removed, so that their pods end with them. */
export const isLeavingTaint = (taint: Pick<Taint, "key" | "value">): boolean => signOfTaint(taint)?.stage === "leaving";

/** Reports whether the nodes with the taint are being removed or shut down (rule N2). */
export const isEndingTaint = (taint: Pick<Taint, "key" | "value">): boolean => {
  const stage = signOfTaint(taint)?.stage;
  return stage === "leaving" || stage === "shuttingDown";
};

/** Reports whether a taint follows from the state of its node: a condition, the cordon, or the end of the node. It goes
 *  with this state, so placement has no part in it. */
export const isNodeStateTaint = (taint: Pick<Taint, "key" | "value">): boolean => isConditionTaint(taint) || isEndingTaint(taint);

/** Reports whether pods on the nodes with the taint are excused: the nodes are NotReady, or end (rules N2, R11). */
export const excusesPods = (taint: Pick<Taint, "key" | "value">): boolean =>
  taint.key === TAINTS.notReady || taint.key === TAINTS.unreachable || isEndingTaint(taint);

/** Reports whether a pod of the DaemonSet must not start before a component removes the taint. The agent that the taint
 *  waits for must start before that. */
export function isStartupTaint(taint: Pick<Taint, "key" | "value">, daemonSet: string): boolean {
  const sign = signOfTaint(taint);
  return sign?.stage === "joining" && sign.agent !== daemonSet;
}

/** Returns the row of a sign in `signsOf`. */
export const signOfFact = (key: string): NodeSign | undefined => BY_FACT.get(key);

/** Returns the rows of the labels of a node. */
export const signsOfLabels = (labels: StringMap): readonly NodeSign[] =>
  LABELS.filter(({ key, value }) => value !== undefined && ownValue(labels, key) === value);

const isShutdown = ({ type, status, message }: Condition): boolean =>
  type === "Ready" && status !== "True" && message?.includes(SHUTDOWN_MESSAGE) === true;

/** Returns the keys of the signs outside taints and labels, in the order of the table, with commas; undefined if there
 *  are none. */
export function signsOf({ metadata, status: { conditions } }: Pick<KubeNode, "metadata" | "status">): string | undefined {
  const isDeleting = metadata.deletionTimestamp !== undefined;
  const isRare = conditions.some((each) => isShutdown(each) || (each.status === "True" && BY_FACT.has(each.type)));
  if (!isDeleting && !isRare) return undefined;
  const found = new Set(conditions.flatMap((each) => (each.status === "True" ? [each.type] : isShutdown(each) ? [SHUTDOWN_MESSAGE] : [])));
  if (isDeleting) found.add(DELETING);
  return [...BY_FACT.keys()].filter((key) => found.has(key)).join(",") || undefined;
}
