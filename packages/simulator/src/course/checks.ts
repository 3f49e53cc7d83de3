import { splitKey } from "@daemonscope/kube/base/object-key";
import { toleratesTaint } from "@daemonscope/kube/matching/toleration";
import type { Taint } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import {
  conditionNamed,
  containersOf,
  isDeleting,
  isReady,
  labelsOf,
  nodeNameOf,
  pinnedNodeOf,
  specOf,
  taintsOf,
  tolerationsOf,
} from "@daemonscope/simulated-apiserver/objects/objects";
import type { Answer, CourseCluster } from "./lesson.ts";

/** Returns a DaemonSet by `namespace/name`. */
export function daemonSet(cluster: CourseCluster, key: string): StoredObject | undefined {
  const [namespace, name] = splitKey(key);
  return cluster.get("daemonsets", namespace, name);
}

export const templateOf = (set: StoredObject | undefined) => objectIn(objectIn(objectIn(set, "spec"), "template"), "spec");
export const imageOf = (pod: StoredObject): string => String(containersOf(specOf(pod))[0]?.image ?? "");
/** Returns a count of the status, 0 if the DaemonSet is missing. */
export const reported = (set: StoredObject | undefined, field: string): number => Number(objectIn(set, "status")[field] ?? 0);

/** Returns the pods of a DaemonSet that are not being deleted. */
export function podsOf(cluster: CourseCluster, key: string): readonly StoredObject[] {
  const uid = daemonSet(cluster, key)?.metadata.uid;
  return cluster.list("pods").filter((pod) => !isDeleting(pod) && uid !== undefined && controllerOf(pod.metadata)?.uid === uid);
}

/** Returns the pods with a label `app`, of any owner, that are not being deleted. */
export const podsOfApp = (cluster: CourseCluster, app: string): readonly StoredObject[] =>
  cluster.list("pods").filter((pod) => !isDeleting(pod) && labelsOf(pod).app === app);

/** Returns the node of a pod, or the node that a waiting pod is pinned to. */
export const nodeOf = (pod: StoredObject): string => nodeNameOf(pod) ?? pinnedNodeOf(pod) ?? "";

/** Returns the sorted names of the nodes with a Ready pod of a DaemonSet. */
export const readyNodes = (cluster: CourseCluster, key: string): readonly string[] =>
  [...new Set(podsOf(cluster, key).filter(isReady).map(nodeOf))].sort();

export const nodeNames = (cluster: CourseCluster): readonly string[] => cluster.list("nodes").map(({ metadata }) => metadata.name);

/** Reports whether two lists have the same elements in the same order. */
export const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join();

/** Returns the controller revisions of a DaemonSet, the current one last. */
export function revisionsOf(cluster: CourseCluster, key: string): readonly StoredObject[] {
  const uid = daemonSet(cluster, key)?.metadata.uid;
  const owned = cluster.list("controllerrevisions").filter(({ metadata }) => uid !== undefined && controllerOf(metadata)?.uid === uid);
  return owned.toSorted((a, b) => Number(a.revision) - Number(b.revision));
}

/** Reports whether a pod is up to date, as the controller decides it. */
export function isUpdated(cluster: CourseCluster, key: string, pod: StoredObject): boolean {
  const { "controller-revision-hash": hash, "pod-template-generation": generation } = labelsOf(pod);
  const current = revisionsOf(cluster, key).at(-1);
  return (
    (current !== undefined && labelsOf(current)["controller-revision-hash"] === hash) ||
    generation === String(daemonSet(cluster, key)?.metadata.generation)
  );
}

/** Returns the NoSchedule and NoExecute taints of a node that the template does not tolerate. */
export const untolerated = (node: StoredObject, set: StoredObject | undefined): readonly Taint[] =>
  taintsOf(node).filter(
    (taint) =>
      taint.effect !== "PreferNoSchedule" && !tolerationsOf(templateOf(set)).some((toleration) => toleratesTaint(toleration, taint)),
  );

/** Reports whether a node has the labels of the template's node selector. */
export const isSelected = (node: StoredObject, set: StoredObject | undefined): boolean =>
  Object.entries(objectIn(templateOf(set), "nodeSelector")).every(([key, value]) => labelsOf(node)[key] === value);

const timeOf = (text: unknown): number => Date.parse(String(text));

/** Returns the times at which a kubelet ended a pod of a DaemonSet on a node, in milliseconds. */
const endsOn = (cluster: CourseCluster, key: string, node: string): readonly number[] =>
  cluster
    .list("events")
    .filter(({ reason, source, involvedObject }) => {
      const ended = objectIn({ involvedObject }, "involvedObject");
      const isOfSet = ended.kind === "Pod" && String(ended.name).startsWith(`${daemonSet(cluster, key)?.metadata.name ?? ""}-`);
      return reason === "Killing" && isOfSet && objectIn({ source }, "source").host === node;
    })
    .map(({ lastTimestamp }) => timeOf(lastTimestamp));

/**
 * Returns the largest number of nodes that were without a Ready pod at the same moment, while the current revision
 * rolled out. A node counts from the end of its old pod until its updated pod is Ready. The times of the API are whole
 * seconds.
 */
export function mostNodesWithout(cluster: CourseCluster, key: string): number {
  const gaps = podsOf(cluster, key)
    .filter((pod) => isUpdated(cluster, key, pod))
    .map((pod) => {
      const createdMs = timeOf(pod.metadata.creationTimestamp);
      const ends = endsOn(cluster, key, nodeOf(pod)).filter((endMs) => endMs <= createdMs);
      const readyMs = isReady(pod) ? timeOf(conditionNamed(pod, "Ready")?.lastTransitionTime) : Number.POSITIVE_INFINITY;
      return { fromMs: Math.max(...(ends.length === 0 ? [createdMs] : ends)), toMs: readyMs };
    });
  return Math.max(0, ...gaps.map(({ fromMs }) => gaps.filter((gap) => gap.fromMs <= fromMs && fromMs < gap.toMs).length));
}

/** The loss of an exercise whose DaemonSet was deleted. */
export const deleted = (key: string): Answer => ({
  words: {
    en: "The DaemonSet of this exercise was deleted.",
    "zh-CN": "这个练习的 DaemonSet 被删除了。",
    "zh-TW": "這個練習的 DaemonSet 被刪除了。",
  },
  holds: (cluster) => daemonSet(cluster, key) === undefined,
});

/** The loss of an exercise that leaves the nodes alone, if `isTouched` reports a changed node. */
export const touched = (isTouched: Answer["holds"]): Answer => ({
  words: {
    en: "A node was changed. This exercise leaves the nodes as they are.",
    "zh-CN": "有节点被改动了。这个练习不改动节点。",
    "zh-TW": "有節點被改動了。這個練習不改動節點。",
  },
  holds: isTouched,
});
