import type { KubeControllerRevision } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { LABELS } from "@daemonscope/kube/well-known";
import type { RevisionSummary } from "../records/records.ts";
import type { RevisionOutcome, RevisionStart } from "../records/revision-outcome.ts";

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

export const createdAtMsOf = ({ metadata }: KubeControllerRevision): number => timeMs(metadata.creationTimestamp) ?? 0;

/** Reports whether a revision has the template of an earlier one: the controller then gives that one a new number.
 *  Source: pkg/controller/daemon/update.go, dedupCurHistories. */
export const isReused = (revision: KubeControllerRevision, all: readonly KubeControllerRevision[]): boolean =>
  all.some((each) => each.revision < revision.revision && createdAtMsOf(each) > createdAtMsOf(revision));

/** Returns when the DaemonSet last returned to the template of a revision; undefined if it did not, or if the time is
 *  unknown. */
export function returnedAtMs(revision: KubeControllerRevision, revisions: readonly KubeControllerRevision[]): number | undefined {
  return isReused(revision, revisions) ? revision.writtenAtMs : undefined;
}

/** Reports whether the template of a revision differs from an earlier one only by a restart. */
export const isRestartOf = ({ restartOf }: KubeControllerRevision, earlier: KubeControllerRevision | undefined): boolean =>
  restartOf !== undefined && restartOf === (earlier?.restartOf ?? earlier?.templateHash);

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

/** The observed outcome and start of each revision of a DaemonSet. */
interface SeenRevisions {
  outcomeOf(hash: string): RevisionOutcome | undefined;
  startOf(hash: string): RevisionStart | undefined;
}

/** Returns the start of an earlier revision. Its object has the time of the return, if the server did not see it. */
function earlierStart(
  revision: KubeControllerRevision,
  revisions: readonly KubeControllerRevision[],
  seen: RevisionStart | undefined,
): RevisionStart | undefined {
  const atMs = seen?.returnedAtMs ?? returnedAtMs(revision, revisions);
  return atMs === undefined ? seen : { returnedAtMs: atMs, ...seen };
}

/**
 * Returns all revisions, newest first, with their observed outcome. `nodes` counts the nodes whose first pod has the
 * revision.
 */
export function summarizeRevisions(
  revisions: readonly KubeControllerRevision[],
  current: KubeControllerRevision | undefined,
  nodesByHash: ReadonlyMap<string, number>,
  seen: SeenRevisions,
): readonly RevisionSummary[] {
  return newestRevisionFirst(revisions).map((revision, at, newestFirst) => {
    const hash = hashOfRevision(revision);
    const fate = seen.outcomeOf(hash);
    const start = revision === current ? undefined : earlierStart(revision, revisions, seen.startOf(hash));
    return {
      hash,
      revision: revision.revision,
      createdAtMs: createdAtMsOf(revision),
      current: revision === current,
      nodes: nodesByHash.get(hash) ?? 0,
      ...(fate === undefined ? {} : { fate }),
      ...(isRestartOf(revision, newestFirst[at + 1]) ? { isRestart: true as const } : {}),
      ...(start === undefined ? {} : { start }),
    };
  });
}
