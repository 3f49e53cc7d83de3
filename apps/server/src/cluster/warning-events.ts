import type { KubeEvent } from "@daemonscope/kube/objects";

const KEPT = 2000;

/** The latest warning events, by uid; the oldest go when there are too many. */
export class WarningEvents {
  readonly #byUid = new Map<string, KubeEvent>();

  put(event: KubeEvent): void {
    this.#byUid.delete(event.metadata.uid);
    this.#byUid.set(event.metadata.uid, event);
    for (const uid of this.#byUid.keys()) {
      if (this.#byUid.size <= KEPT) break;
      this.#byUid.delete(uid);
    }
  }

  drop(uid: string): void {
    this.#byUid.delete(uid);
  }

  /** Those about a DaemonSet or its pods (told by their owner's name prefix and namespace), newest first. */
  about(namespace: string, daemonSet: string, isItsPod: (name: string) => boolean): readonly KubeEvent[] {
    return [...this.#byUid.values()]
      .filter(
        ({ metadata, involved }) =>
          metadata.namespace === namespace &&
          ((involved.kind === "DaemonSet" && involved.name === daemonSet) || (involved.kind === "Pod" && isItsPod(involved.name))),
      )
      .sort((a, b) => ((a.lastSeen ?? "") < (b.lastSeen ?? "") ? 1 : -1));
  }
}
