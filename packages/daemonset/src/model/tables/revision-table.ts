import type { KubeControllerRevision } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";

/** All revisions that DaemonSets control, by owner. They may come before their DaemonSet, and change their owner. */
export class RevisionTable {
  readonly #byOwner = new Map<string, Map<string, KubeControllerRevision>>();
  readonly #ownerByUid = new Map<string, string>();

  of(ownerUid: string): readonly KubeControllerRevision[] {
    return [...(this.#byOwner.get(ownerUid)?.values() ?? [])];
  }

  *all(): Iterable<KubeControllerRevision> {
    for (const revisions of this.#byOwner.values()) yield* revisions.values();
  }

  /** Returns the owners whose revisions changed. */
  put(revision: KubeControllerRevision): readonly string[] {
    const { uid } = revision.metadata;
    const owner = controllerOf(revision.metadata);
    const ownerUid = owner?.kind === "DaemonSet" ? owner.uid : undefined;
    const before = this.#ownerByUid.get(uid);
    const left = before !== undefined && before !== ownerUid ? this.drop(uid) : [];
    if (ownerUid === undefined) return left;
    const revisions = this.#byOwner.get(ownerUid) ?? new Map<string, KubeControllerRevision>();
    revisions.set(uid, revision);
    this.#byOwner.set(ownerUid, revisions);
    this.#ownerByUid.set(uid, ownerUid);
    return [...left, ownerUid];
  }

  drop(uid: string): readonly string[] {
    const ownerUid = this.#ownerByUid.get(uid);
    if (ownerUid === undefined) return [];
    this.#ownerByUid.delete(uid);
    const revisions = this.#byOwner.get(ownerUid);
    revisions?.delete(uid);
    if (revisions?.size === 0) this.#byOwner.delete(ownerUid);
    return [ownerUid];
  }
}
