import { conditionOf } from "@daemonscope/kube/conditions";
import type { KubePod } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import { timeMs } from "@daemonscope/kube/values/time";
import { LABELS } from "@daemonscope/kube/well-known";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import { type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";
import type { NodePod, PodOwnerKind } from "@daemonscope/shared/http/node-pods";

/** The annotation that the kubelet sets on the mirror of a static pod. */
const MIRROR = "kubernetes.io/config.mirror";

const annotationsOf = (value: Json): Json => objectField(objectField(value, "metadata"), "annotations");

/** Reports whether a pod mirrors a static pod, which its node's kubelet runs from a file. */
export const isMirrorPod = (value: Json): boolean => Object.hasOwn(annotationsOf(value), MIRROR);

/** Returns the uid of the static pod that a pod mirrors: a hash of its manifest. */
export const staticPodUid = (value: Json): string | undefined => textField(annotationsOf(value), MIRROR);

function ownerOf(pod: KubePod, isMirror: boolean): PodOwnerKind {
  const owner = controllerOf(pod.metadata);
  if (isMirror || owner?.kind === "Node") return { kind: "static" };
  // Only the DaemonSet controller sets this label; a StatefulSet's pods have no template generation.
  if (owner === undefined) return { kind: pod.metadata.labels?.[LABELS.templateGeneration] === undefined ? "nobody" : "orphan" };
  if (owner.kind === "DaemonSet") return { kind: "daemonSet", key: `${pod.metadata.namespace}/${owner.name}` };
  return { kind: "controller", controller: owner.kind, name: owner.name };
}

/** Returns when the last of the containers started first; undefined if one has not started, or if two restarts hide
 *  its first start. Init containers do not count. */
function startedAtMs({ status }: KubePod): number | undefined {
  const starts = status.containers
    .filter(({ role }) => role === undefined)
    .map(({ state, lastTerminated, restartCount }) => {
      if (restartCount > 1 || (restartCount === 1 && lastTerminated === undefined)) return undefined;
      return timeMs((lastTerminated ?? (state?.kind === "waiting" ? undefined : state))?.startedAt);
    });
  return starts.length === 0 || starts.includes(undefined) ? undefined : Math.max(...starts.map((start) => start ?? 0));
}

/** Returns a pod for the page of its node; undefined if it cannot be read. */
export function decodeNodePod(value: Json): NodePod | undefined {
  const decoded = decodePod(value);
  if (!("object" in decoded)) return undefined;
  const { object: pod } = decoded;
  const started = startedAtMs(pod);
  return {
    uid: pod.metadata.uid,
    namespace: pod.metadata.namespace,
    name: pod.metadata.name,
    owner: ownerOf(pod, isMirrorPod(value)),
    phase: pod.status.phase,
    ready: conditionOf(pod.status.conditions, "Ready")?.status === "True",
    terminating: pod.metadata.deletionTimestamp !== undefined,
    createdAtMs: timeMs(pod.metadata.creationTimestamp),
    ...(started === undefined ? {} : { startedAtMs: started }),
  };
}
