import { matchesLabelSelector } from "@daemonscope/kube/matching/label-selector";
import { controllerOf } from "@daemonscope/kube/owner";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { isDeleting, labelsOf } from "@daemonscope/simulated-apiserver/objects/objects";
import type { DaemonSetView } from "./daemon-set-view.ts";
import { controllerReference } from "./pod-for-node.ts";
import { isGone, targetNodeOf } from "./pods.ts";

export interface PodClaim {
  readonly claimed: readonly StoredObject[];
  readonly adopt: readonly StoredObject[];
  readonly release: readonly StoredObject[];
}

/**
 * Sorts the pods of a DaemonSet. Owned pods that match stay, and owned pods that no longer match are released. Orphans
 * that match are adopted; pods of other owners are ignored. Source: controller_ref_manager.go, ClaimObject.
 */
export function decideClaim(set: DaemonSetView, owned: readonly StoredObject[], orphans: readonly StoredObject[]): PodClaim {
  const claimed: StoredObject[] = [];
  const adopt: StoredObject[] = [];
  const release: StoredObject[] = [];
  for (const pod of owned) (matchesLabelSelector(set.selector, labelsOf(pod)) ? claimed : release).push(pod);
  for (const pod of orphans)
    if (pod.metadata.namespace === set.namespace && !isDeleting(pod) && matchesLabelSelector(set.selector, labelsOf(pod))) adopt.push(pod);
  return { claimed, adopt, release };
}

/** Carries out a claim and returns the pods that the DaemonSet has afterwards. */
export function claimPods(store: Store, set: DaemonSetView): readonly StoredObject[] {
  const { claimed, adopt, release } = decideClaim(set, store.podsOwnedBy(set.uid), store.podsOwnedBy(""));
  for (const pod of release)
    store.edit("pods", set.namespace, pod.metadata.name, (copy) => {
      copy.metadata.ownerReferences = (copy.metadata.ownerReferences ?? []).filter((owner) => owner.uid !== set.uid);
    });
  if (adopt.length === 0) return claimed;
  const adopted = adopt.map((orphan) =>
    store.edit("pods", set.namespace, orphan.metadata.name, (copy) => {
      copy.metadata.ownerReferences = [...(copy.metadata.ownerReferences ?? []), controllerReference(set)];
    }),
  );
  return [...claimed, ...adopted.filter((pod) => pod !== undefined && controllerOf(pod.metadata)?.uid === set.uid)] as StoredObject[];
}

/** Groups pods by the node that they are on or pinned to. Leaves out pods that ended and are being deleted. */
export function byTargetNode(pods: readonly StoredObject[]): ReadonlyMap<string, readonly StoredObject[]> {
  const byNode = new Map<string, StoredObject[]>();
  for (const pod of pods) {
    const node = targetNodeOf(pod);
    if (node === undefined || isGone(pod)) continue;
    const present = byNode.get(node);
    if (present === undefined) byNode.set(node, [pod]);
    else present.push(pod);
  }
  return byNode;
}
