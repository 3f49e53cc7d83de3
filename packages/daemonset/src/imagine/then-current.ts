import { matchesLabelSelector } from "@daemonscope/kube/label-selector";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import type { ClusterReading } from "../model/cluster-reading.ts";
import { isUpdated, type PodFacts } from "../pods/pod-facts.ts";
import type { DaemonSetKey } from "../records/records.ts";
import { hashOfRevision } from "../revisions/revisions-of.ts";
import { editedObject } from "./edited-object.ts";
import type { ImagineTools } from "./imagine-tools.ts";
import type { ImaginedCluster, OrphanedPod } from "./imagined-cluster.ts";

/** Which pods are of the revision that is the current one then (rules C5, I4). */
export function updatedThen(reading: ClusterReading, before: KubeDaemonSet | undefined, after: KubeDaemonSet): (pod: PodFacts) => boolean {
  const key = `${after.metadata.namespace}/${after.metadata.name}`;
  const facts = before?.metadata.uid === after.metadata.uid ? reading.setFacts(key) : undefined;
  if (facts !== undefined && before?.templateHash === after.templateHash)
    return (pod) => isUpdated(pod, { hash: facts.currentHash, templateGeneration: facts.templateGeneration });
  const revision =
    facts === undefined ? undefined : reading.revisionsOf(key).find(({ templateHash }) => templateHash === after.templateHash);
  const hash = revision === undefined ? undefined : hashOfRevision(revision);
  return (pod) => isUpdated(pod, { hash, templateGeneration: undefined });
}

/** Pods that a DaemonSet takes over. */
export interface AdoptedPods {
  readonly podsOn: (node: string) => readonly PodFacts[];
  readonly isCurrent: (pod: PodFacts) => boolean;
}

/** Pods without an owner that a DaemonSet which is not there yet takes over, by node, and whether they are as its template says (rule I5). */
export function adoptedPods(key: DaemonSetKey, after: KubeDaemonSet, cluster: ImaginedCluster, tools: ImagineTools): AdoptedPods {
  const byNode = new Map<string, PodFacts[]>();
  const current = new Set<string>();
  const manifest = cluster.manifests.get(key);
  const sameAs = new Map<KubeDaemonSet, boolean>();
  const isSame = ({ from, pod }: OrphanedPod): boolean => {
    let same = sameAs.get(from);
    if (same === undefined) {
      const edited = manifest === undefined ? undefined : editedObject(from, { kind: "manifest", manifest }, [], tools);
      same = edited !== undefined && !("code" in edited) && edited.templateHash === from.templateHash;
      sameAs.set(from, same);
    }
    return same && pod.hash !== undefined;
  };
  for (const orphan of cluster.orphans) {
    const { pod, labels } = orphan;
    if (pod.namespace !== after.metadata.namespace || !matchesLabelSelector(after.spec.selector, labels)) continue;
    byNode.set(pod.node, [...(byNode.get(pod.node) ?? []), pod]);
    if (isSame(orphan)) current.add(pod.uid);
  }
  return { podsOn: (node: string): readonly PodFacts[] => byNode.get(node) ?? [], isCurrent: (pod: PodFacts) => current.has(pod.uid) };
}
