import type { ObjectMeta } from "@daemonscope/kube/objects";
import { isOlderVersion } from "./resource-version.ts";

interface Known {
  /** `namespace/name`, or the name of what has no namespace. */
  readonly key: string;
  readonly version: string;
}

export interface IndexedObject {
  readonly uid: string;
  readonly name: string;
}

/** What was last handed on of one kind: uid, name and version, about a hundredth of the objects themselves. For telling news from replays. */
export class ObjectIndex {
  readonly #byUid = new Map<string, Known>();
  readonly #uidByKey = new Map<string, string>();

  get size(): number {
    return this.#byUid.size;
  }

  /** True for exactly this version of exactly this object. */
  holds(uid: string, version: string): boolean {
    return this.#byUid.get(uid)?.version === version;
  }

  /** True when a newer version of this object is known. */
  isOutdated(uid: string, version: string): boolean {
    const known = this.#byUid.get(uid);
    return known !== undefined && isOlderVersion(version, known.version);
  }

  /** Another object that has the name of this one: it was deleted and made again while we looked away. */
  predecessorOf(metadata: ObjectMeta): string | undefined {
    // Who is known has its name, and took it from whoever had it before.
    if (this.#byUid.has(metadata.uid)) return undefined;
    return this.#uidByKey.get(keyOf(metadata));
  }

  put(metadata: ObjectMeta): void {
    const key = keyOf(metadata);
    this.#byUid.set(metadata.uid, { key, version: metadata.resourceVersion });
    this.#uidByKey.set(key, metadata.uid);
  }

  /** Forgets an object and says what it was called; undefined when it is not known. */
  drop(uid: string): IndexedObject | undefined {
    const known = this.#byUid.get(uid);
    if (known === undefined) return undefined;
    this.#byUid.delete(uid);
    if (this.#uidByKey.get(known.key) === uid) this.#uidByKey.delete(known.key);
    return { uid, name: known.key.slice(known.key.indexOf("/") + 1) };
  }

  /** Takes no version for known any more: a server that went back gives them out again, to other states of the same objects. */
  doubtVersions(): void {
    for (const [uid, { key }] of this.#byUid) this.#byUid.set(uid, { key, version: "" });
  }

  uids(): IterableIterator<string> {
    return this.#byUid.keys();
  }
}

function keyOf({ name, namespace }: ObjectMeta): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}
