import type { KubeControllerRevision } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { LABELS } from "@daemonscope/kube/well-known";
import type { RevisionSummary } from "../records/records.ts";
import type { RevisionOutcome } from "../records/revision-outcome.ts";

/** The hash label of a revision, or its name if the label is missing, as in the controller (rule R7). */
export function hashOfRevision(revision: KubeControllerRevision): string {
  return revision.metadata.labels?.[LABELS.revisionHash] ?? revision.metadata.name;
}

const isAfter = (a: KubeControllerRevision, b: KubeControllerRevision): boolean =>
  a.revision > b.revision || (a.revision === b.revision && a.metadata.name > b.metadata.name);

/** Returns the highest revision whose data equal the live template; if none is equal, the highest of all (rule R6).
 *  Source: pkg/controller/daemon/update.go, constructHistory. */
export function currentRevision(revisions: readonly KubeControllerRevision[], templateHash: string): KubeControllerRevision | undefined {
  const highest = (candidates: readonly KubeControllerRevision[]) =>
    candidates.reduce<KubeControllerRevision | undefined>(
      (best, revision) => (best === undefined || isAfter(revision, best) ? revision : best),
      undefined,
    );
  return highest(revisions.filter((revision) => revision.templateHash === templateHash)) ?? highest(revisions);
}

/** Sorts by number, highest first; of equal numbers the last by name. */
export function newestRevisionFirst(revisions: readonly KubeControllerRevision[]): readonly KubeControllerRevision[] {
  return [...revisions].sort((a, b) => (isAfter(a, b) ? -1 : 1));
}

/** Returns the next lower existing revision, which for the highest is the target of `kubectl rollout undo`. Source:
 *  kubectl/pkg/polymorphichelpers/rollback.go, findHistory. */
export function revisionBefore(
  revisions: readonly KubeControllerRevision[],
  revision: KubeControllerRevision,
): KubeControllerRevision | undefined {
  const sorted = newestRevisionFirst(revisions);
  const at = sorted.indexOf(revision);
  return at < 0 ? undefined : sorted[at + 1];
}

/**
 * Returns all revisions, newest first, with their observed outcome. `nodes` counts the nodes whose first pod has the
 * revision.
 */
export function summarizeRevisions(
  revisions: readonly KubeControllerRevision[],
  current: KubeControllerRevision | undefined,
  nodesByHash: ReadonlyMap<string, number>,
  outcomeOf: (hash: string) => RevisionOutcome | undefined,
): readonly RevisionSummary[] {
  return newestRevisionFirst(revisions).map((revision) => {
    const hash = hashOfRevision(revision);
    const fate = outcomeOf(hash);
    return {
      hash,
      revision: revision.revision,
      createdAtMs: timeMs(revision.metadata.creationTimestamp) ?? 0,
      current: revision === current,
      nodes: nodesByHash.get(hash) ?? 0,
      ...(fate === undefined ? {} : { fate }),
    };
  });
}
