import type { KubeEvent } from "@daemonscope/kube/objects";

/** For one DaemonSet and its pods; more is nothing that a person reads. */
const KEPT_EACH = 500;
/** DaemonSets, and other owners of pods whose names look alike, that are remembered at one time. */
const SHELVES = 2000;
const GENERATED = /-[a-z0-9]{5}$/;

/** The latest warning events, by the DaemonSet that they are about, or by the owner that a pod's name tells of; an event storm elsewhere pushes out nothing here. */
export class WarningEvents {
  readonly #shelves = new Map<string, Map<string, KubeEvent>>();
  readonly #keyByUid = new Map<string, string>();

  put(event: KubeEvent): void {
    const key = shelfOf(event);
    const { uid } = event.metadata;
    if (key === undefined) return;
    const shelf = this.#shelves.get(key) ?? new Map<string, KubeEvent>();
    // Again at the end: maps keep the order in which things came.
    shelf.delete(uid);
    shelf.set(uid, event);
    this.#shelves.delete(key);
    this.#shelves.set(key, shelf);
    this.#keyByUid.set(uid, key);
    for (const oldest of shelf.keys()) {
      if (shelf.size <= KEPT_EACH) break;
      this.drop(oldest);
    }
    for (const [oldest, events] of this.#shelves) {
      if (this.#shelves.size <= SHELVES) break;
      for (const gone of events.keys()) this.#keyByUid.delete(gone);
      this.#shelves.delete(oldest);
    }
  }

  drop(uid: string): void {
    const key = this.#keyByUid.get(uid);
    if (key === undefined) return;
    this.#keyByUid.delete(uid);
    const shelf = this.#shelves.get(key);
    shelf?.delete(uid);
    if (shelf?.size === 0) this.#shelves.delete(key);
  }

  /** Those about a DaemonSet or its pods, told by their names, newest first. */
  about(namespace: string, daemonSet: string, isItsPod: (name: string) => boolean): readonly KubeEvent[] {
    const shelf = this.#shelves.get(`${namespace}/${daemonSet}`) ?? new Map<string, KubeEvent>();
    return [...shelf.values()]
      .filter(({ involved }) => involved.kind === "DaemonSet" || isItsPod(involved.name))
      .sort((a, b) => ((a.lastSeen ?? "") < (b.lastSeen ?? "") ? 1 : (a.lastSeen ?? "") > (b.lastSeen ?? "") ? -1 : 0));
  }
}

/** `namespace/name` of the DaemonSet, or of what a pod's generated name begins with; undefined for everything else. */
function shelfOf({ metadata, involved }: KubeEvent): string | undefined {
  if (involved.kind === "DaemonSet") return `${metadata.namespace}/${involved.name}`;
  if (involved.kind === "Pod" && GENERATED.test(involved.name)) return `${metadata.namespace}/${involved.name.replace(GENERATED, "")}`;
  return undefined;
}
