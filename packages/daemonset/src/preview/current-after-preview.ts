import { appendTo } from "@daemonscope/kube/base/append-to";
import { matchesLabelSelector } from "@daemonscope/kube/matching/label-selector";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import type { JsonObject } from "@daemonscope/kube/values/json-value";
import type { ClusterReading } from "../model/cluster-reading.ts";
import { isUpdated, type PodFacts } from "../pods/pod-facts.ts";
import type { DaemonSetKey } from "../records/records.ts";
import { hashOfRevision } from "../revisions/revisions-of.ts";
import { fillHiddenValues } from "./apply/fill-hidden-values.ts";
import { normalizedTemplate } from "./apply/normalized-template.ts";
import { sameContent } from "./apply/same-content.ts";
import { jsonOf } from "./apply/with-template.ts";
import type { OrphanedPod, PreviewCluster } from "./preview-cluster.ts";
import type { PreviewDecoders } from "./preview-decoders.ts";

/** Returns a check whether a pod has the revision that is current after the steps (rules C5, I4). */
export function updatedAfterPreview(
  reading: ClusterReading,
  before: KubeDaemonSet | undefined,
  after: KubeDaemonSet,
): (pod: PodFacts) => boolean {
  const key = `${after.metadata.namespace}/${after.metadata.name}`;
  const facts = before?.metadata.uid === after.metadata.uid ? reading.setFacts(key) : undefined;
  if (facts !== undefined && before?.templateHash === after.templateHash)
    return (pod) => isUpdated(pod, { hash: facts.currentHash, templateGeneration: facts.templateGeneration });
  const revision =
    facts === undefined ? undefined : reading.revisionsOf(key).find(({ templateHash }) => templateHash === after.templateHash);
  const hash = revision === undefined ? undefined : hashOfRevision(revision);
  return (pod) => isUpdated(pod, { hash, templateGeneration: undefined });
}

/** Generation of a new DaemonSet's template. A pod of the previous DaemonSet's first template has it too, and counts
 *  as updated because of it (rule C5). */
const FIRST_GENERATION = "1";

/** Pods that a DaemonSet adopts. */
export interface AdoptedPods {
  readonly podsOn: (node: string) => readonly PodFacts[];
  readonly isCurrent: (pod: PodFacts) => boolean;
}

/** Returns pods without an owner that a new DaemonSet adopts, by node, and whether they match its template (rule
 *  I5). */
export function adoptedPods(
  reading: ClusterReading,
  key: DaemonSetKey,
  after: KubeDaemonSet,
  cluster: PreviewCluster,
  tools: PreviewDecoders,
): AdoptedPods {
  const byNode = new Map<string, PodFacts[]>();
  const current = new Set<string>();
  const spec = cluster.manifests.get(key)?.spec as { readonly template?: JsonObject } | undefined;
  const template = spec?.template === undefined ? undefined : normalizedTemplate(spec.template);
  const hashes = new Map<KubeDaemonSet, string | undefined>();
  const matchesTemplate = (kept: JsonObject | undefined, written: JsonObject, { metadata }: KubeDaemonSet): boolean =>
    kept !== undefined && sameContent(kept, tools.keptTemplate?.(written, metadata.uid) ?? fillHiddenValues(written, kept).template);
  // Revisions are orphaned and adopted with the pods: pods of a revision that equals the manifest are current.
  const currentHash = (from: KubeDaemonSet): string | undefined => {
    if (hashes.has(from)) return hashes.get(from);
    const { namespace, name } = from.metadata;
    const revisions = template === undefined ? [] : reading.revisionsOf(`${namespace}/${name}`);
    const found = revisions.find(({ fullTemplate }) => template !== undefined && matchesTemplate(jsonOf(fullTemplate), template, from));
    const hash = found === undefined ? undefined : hashOfRevision(found);
    hashes.set(from, hash);
    return hash;
  };
  const isSame = ({ from, pod }: OrphanedPod): boolean =>
    pod.templateGeneration === FIRST_GENERATION || (pod.hash !== undefined && pod.hash === currentHash(from));
  for (const orphan of cluster.orphans) {
    const { pod, labels } = orphan;
    if (pod.namespace !== after.metadata.namespace || !matchesLabelSelector(after.spec.selector, labels)) continue;
    appendTo(byNode, pod.node, pod);
    if (isSame(orphan)) current.add(pod.uid);
  }
  return { podsOn: (node: string): readonly PodFacts[] => byNode.get(node) ?? [], isCurrent: (pod: PodFacts) => current.has(pod.uid) };
}
