import type { KubeControllerRevision } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/time";
import { LABELS } from "@daemonscope/kube/well-known";
import type { RevisionSummary } from "../model/records.ts";

/** The hash label of a revision; its own name where the label is missing, as the controller does (rule R7). */
export function hashOfRevision(revision: KubeControllerRevision): string {
  return revision.metadata.labels?.[LABELS.revisionHash] ?? revision.metadata.name;
}

const isAfter = (a: KubeControllerRevision, b: KubeControllerRevision): boolean =>
  a.revision > b.revision || (a.revision === b.revision && a.metadata.name > b.metadata.name);

/** The revision whose data equal the live template; of several the highest; where none equals, the highest that there is (rule R6).
 *  Source: pkg/controller/daemon/update.go, constructHistory. */
export function currentRevision(revisions: readonly KubeControllerRevision[], templateHash: string): KubeControllerRevision | undefined {
  const highest = (candidates: readonly KubeControllerRevision[]) =>
    candidates.reduce<KubeControllerRevision | undefined>(
      (best, revision) => (best === undefined || isAfter(revision, best) ? revision : best),
      undefined,
    );
  return highest(revisions.filter((revision) => revision.templateHash === templateHash)) ?? highest(revisions);
}

/** All revisions, newest first, with the number of nodes whose first pod carries each. */
export function summarizeRevisions(
  revisions: readonly KubeControllerRevision[],
  current: KubeControllerRevision | undefined,
  nodesByHash: ReadonlyMap<string, number>,
): readonly RevisionSummary[] {
  return [...revisions]
    .sort((a, b) => b.revision - a.revision || (a.metadata.name < b.metadata.name ? -1 : 1))
    .map((revision) => ({
      hash: hashOfRevision(revision),
      revision: revision.revision,
      createdAtMs: timeMs(revision.metadata.creationTimestamp) ?? 0,
      current: revision === current,
      nodes: nodesByHash.get(hashOfRevision(revision)) ?? 0,
    }));
}
