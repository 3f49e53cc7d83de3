import type { Owner, OwnerKind, Ownership } from "../records/ownership.ts";
import type { DaemonSetRecord, RevisionSummary } from "../records/records.ts";

/** Field managers of the owners that act without a user, and that the field manager alone identifies. */
const MANAGERS: { readonly [Kind in OwnerKind]?: readonly string[] } = {
  argocd: ["argocd-controller", "argocd-application-controller"],
  fluxKustomization: ["kustomize-controller"],
  fluxHelmRelease: ["helm-controller"],
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

/** An owner that returned to an earlier template, and the revision that this ended. */
export interface Reversal {
  readonly owner: Owner;
  readonly revision: number;
}

/** Returns the owner, if its field manager alone proves that it made the last change of the template. */
export function ownerThatChanged({ ownership, changedBy }: Pick<DaemonSetRecord, "ownership" | "changedBy">): Owner | undefined {
  if (ownership?.kind !== "one" || changedBy === undefined) return undefined;
  return MANAGERS[ownership.owner.kind]?.includes(changedBy) === true ? ownership.owner : undefined;
}

/** Returns since when a revision is current, or the creation time of an earlier one. The current revision is older than
 *  the one before it if a user or the owner returned to it. */
export const currentSinceMs = (
  { revisions, revisionSinceMs }: Pick<DaemonSetRecord, "revisions" | "revisionSinceMs">,
  { current, createdAtMs }: Pick<RevisionSummary, "current" | "createdAtMs">,
): number => (current && createdAtMs < (revisions[1]?.createdAtMs ?? 0) ? (revisionSinceMs ?? createdAtMs) : createdAtMs);

/** Returns the reversal that made the current revision; undefined unless its author is the owner. A revision older than
 *  the one before it has an earlier template (rule R33). Source: pkg/controller/daemon/update.go, dedupCurHistories. */
export function reversalOf(
  record: Pick<DaemonSetRecord, "ownership" | "changedBy"> & {
    readonly revisions: readonly Pick<RevisionSummary, "revision" | "createdAtMs" | "current">[];
  },
): Reversal | undefined {
  const owner = ownerThatChanged(record);
  const [current, previous] = record.revisions;
  if (owner === undefined || current?.current !== true || previous === undefined) return undefined;
  return current.createdAtMs < previous.createdAtMs ? { owner, revision: previous.revision } : undefined;
}
