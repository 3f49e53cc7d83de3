import type { KubeControllerRevision, KubeDaemonSet } from "@daemonscope/kube/objects";
import type { Owner, OwnerKind, Ownership, Reversal } from "../records/ownership.ts";
import type { DaemonSetRecord, RevisionSummary } from "../records/records.ts";
import type { RevisionStart } from "../records/revision-outcome.ts";
import { createdAtMsOf, newestRevisionFirst } from "../revisions/revisions-of.ts";
import { ownershipOf } from "./ownership.ts";

/** Field managers that identify an owner. That of an operator differs: its owner has it. Helm's is the name of its
 *  program. Source: helm/helm, pkg/kube/client.go, getManagedFieldsManager. */
const MANAGERS: { readonly [Kind in OwnerKind]?: readonly string[] } = {
  argocd: ["argocd-controller", "argocd-application-controller"],
  fluxKustomization: ["kustomize-controller"],
  fluxHelmRelease: ["helm-controller"],
  helm: ["helm"],
};

/** Tolerance for times in whole seconds. */
const SKEW_MS = 2000;
/** Longest time between a template change and the creation of its revision. */
const CREATED_WITHIN_MS = 60_000;

/** Returns the revision that the owner last delivered; undefined if the times do not prove it. No revision was created
 *  within a minute of its last change, except at once, and none returned to an earlier template. */
export function ownersRevision(ownership: Ownership, newestFirst: readonly RevisionSummary[]): number | undefined {
  const atMs = ownership.kind === "one" ? ownership.deliveredAtMs : undefined;
  if (atMs === undefined) return undefined;
  const isUnclear = newestFirst.some(
    ({ createdAtMs }, at) =>
      createdAtMs < (newestFirst[at + 1]?.createdAtMs ?? 0) || (createdAtMs > atMs + SKEW_MS && createdAtMs <= atMs + CREATED_WITHIN_MS),
  );
  return isUnclear ? undefined : newestFirst.find(({ createdAtMs }) => createdAtMs <= atMs + SKEW_MS)?.revision;
}

/** Returns the owner, if its field manager alone proves that it made the last change of the template. */
export function ownerThatChanged({ ownership, changedBy }: Pick<DaemonSetRecord, "ownership" | "changedBy">): Owner | undefined {
  if (ownership?.kind !== "one" || changedBy === undefined) return undefined;
  const { owner } = ownership;
  return (MANAGERS[owner.kind]?.includes(changedBy) ?? owner.manager === changedBy) ? owner : undefined;
}

/** Returns since when a revision is current, or when an earlier one last became so. The current revision is older than
 *  the one before it if a user or the owner returned to it. */
export function currentSinceMs(
  { revisions, revisionSinceMs }: Pick<DaemonSetRecord, "revisions" | "revisionSinceMs">,
  { current, createdAtMs, start }: Pick<RevisionSummary, "current" | "createdAtMs" | "start">,
): number {
  if (!current) return start?.returnedAtMs ?? createdAtMs;
  return createdAtMs < (revisions[1]?.createdAtMs ?? 0) ? (revisionSinceMs ?? createdAtMs) : createdAtMs;
}

type Author = Pick<DaemonSetRecord, "ownership" | "changedBy">;

/** Returns the reversal that made the current revision; undefined unless its author is the owner. A revision older than
 *  the one before it has an earlier template (rule R33). Source: pkg/controller/daemon/update.go, dedupCurHistories. */
export function reversalOf(
  record: Author & { readonly revisions: readonly Pick<RevisionSummary, "revision" | "createdAtMs" | "current">[] },
): Reversal | undefined {
  const owner = ownerThatChanged(record);
  const [current, previous] = record.revisions;
  if (owner === undefined || current?.current !== true || previous === undefined) return undefined;
  return current.createdAtMs < previous.createdAtMs ? { owner, revision: previous.revision } : undefined;
}

/** Returns the reversal by which a revision followed another. It may still have its old number. */
export function reversalBetween(author: Author, revision: KubeControllerRevision, previous: KubeControllerRevision): Reversal | undefined {
  const revisions = [revision, previous].map((each) => ({
    revision: each.revision,
    createdAtMs: createdAtMsOf(each),
    current: each === revision,
  }));
  return reversalOf({ ...author, revisions });
}

/** Returns the reversal that makes a revision current, at its start. */
export function startedReversal(
  daemonSet: KubeDaemonSet,
  current: KubeControllerRevision,
  revisions: readonly KubeControllerRevision[],
): Reversal | undefined {
  const [previous] = newestRevisionFirst(revisions.filter((each) => each !== current));
  const ownership = ownershipOf(daemonSet);
  const changedBy = daemonSet.templateManager?.manager;
  if (previous === undefined || ownership === undefined || changedBy === undefined) return undefined;
  return reversalBetween({ ownership, changedBy }, current, previous);
}

/** Returns the start of the current revision, for the time when it is an earlier one. */
export function startOf(record: DaemonSetRecord): RevisionStart {
  const { changedBy, changedByUser, revisions } = record;
  const current = revisions.find((revision) => revision.current);
  const reversal = reversalOf(record);
  const sinceMs = current === undefined ? undefined : currentSinceMs(record, current);
  return {
    ...(current === undefined || sinceMs === undefined || sinceMs <= current.createdAtMs ? {} : { returnedAtMs: sinceMs }),
    ...(changedBy === undefined ? {} : { changedBy }),
    ...(changedByUser === undefined ? {} : { changedByUser }),
    ...(reversal === undefined ? {} : { reversal }),
  };
}
