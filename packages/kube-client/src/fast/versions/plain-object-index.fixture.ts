import type { UidNumbers } from "@daemonscope/columns/uid-numbers";
import type { ObjectMeta } from "@daemonscope/kube/objects";
import { exactResourceVersion, isOlderResourceVersion } from "../../decode/resource-version.ts";
import type { Fingerprint } from "../protobuf/keyed-hash.ts";
import type { SeenObject, SeenVersions } from "./seen-versions.ts";

interface Known {
  readonly key: string;
  readonly version: string;
  readonly print: string | undefined;
}

const textOf = ({ a, b }: Fingerprint): string => `${a} ${b}`;

const keyOf = ({ name, namespace }: ObjectMeta): string => (namespace === undefined ? name : `${namespace}/${name}`);

function uidOf({ a, b, c, d }: UidNumbers): string {
  const digits = [a, b, c, d].map((number) => number.toString(16).padStart(8, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** SeenVersions with maps of texts, for comparison in tests. */
export class PlainObjectIndex implements Pick<SeenVersions, keyof SeenVersions> {
  readonly #byUid = new Map<string, Known>();
  readonly #uidByKey = new Map<string, string>();
  readonly #listed = new Set<string>();
  #compared = "";

  get size(): number {
    return this.#byUid.size;
  }

  holds(uid: string, version: string): boolean {
    return this.#byUid.get(uid)?.version === version;
  }

  isOutdated(uid: string, version: string): boolean {
    const known = this.#byUid.get(uid);
    return known !== undefined && isOlderResourceVersion(version, known.version);
  }

  compare(numbers: UidNumbers, version: number): "newer" | "known" | "unknown" {
    this.#compared = uidOf(numbers);
    const known = this.#byUid.get(this.#compared)?.version ?? "";
    if (!(exactResourceVersion(known) > 0)) return "unknown";
    return version > Number(known) ? "newer" : "known";
  }

  putVersion(version: number): void {
    const known = this.#byUid.get(this.#compared);
    if (known !== undefined) this.#byUid.set(this.#compared, { ...known, version: String(version) });
  }

  hasComparedFingerprint(print: Fingerprint): boolean {
    return this.#byUid.get(this.#compared)?.print === textOf(print);
  }

  predecessorOf(metadata: ObjectMeta): string | undefined {
    const uid = this.#uidByKey.get(keyOf(metadata));
    return uid === metadata.uid ? undefined : uid;
  }

  put(metadata: ObjectMeta, print?: Fingerprint): void {
    const before = this.#byUid.get(metadata.uid);
    if (before !== undefined) this.#uidByKey.delete(before.key);
    const key = keyOf(metadata);
    this.#byUid.set(metadata.uid, { key, version: metadata.resourceVersion, print: print && textOf(print) });
    this.#uidByKey.set(key, metadata.uid);
  }

  drop(uid: string): SeenObject | undefined {
    const known = this.#byUid.get(uid);
    if (known === undefined) return undefined;
    this.#byUid.delete(uid);
    this.#listed.delete(uid);
    this.#uidByKey.delete(known.key);
    return { uid, name: known.key.slice(known.key.indexOf("/") + 1) };
  }

  forgetVersions(): void {
    for (const [uid, known] of this.#byUid) this.#byUid.set(uid, { ...known, version: "" });
  }

  forgetVersion(uid: string): void {
    const known = this.#byUid.get(uid);
    if (known !== undefined) this.#byUid.set(uid, { ...known, version: "" });
  }

  beginList(): void {
    this.#listed.clear();
  }

  list(uid: string): void {
    if (this.#byUid.has(uid)) this.#listed.add(uid);
  }

  get listed(): number {
    return this.#listed.size;
  }

  unlisted(): readonly string[] {
    return [...this.#byUid.keys()].filter((uid) => !this.#listed.has(uid));
  }
}
