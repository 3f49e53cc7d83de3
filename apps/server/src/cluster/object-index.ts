import { bytes, words } from "@daemonscope/daemonset/model/parted-column";
import { UidSlots, type UidWords } from "@daemonscope/daemonset/model/uid-slots";
import type { UidNumbers } from "@daemonscope/daemonset/pods/well-pod";
import type { ObjectMeta } from "@daemonscope/kube/objects";
import { keyOf, NameColumn } from "./name-column.ts";
import type { Print } from "./protobuf/keyed-sum.ts";
import { exactVersion, isOlderVersion } from "./resource-version.ts";
import { VersionColumn } from "./version-column.ts";

export interface IndexedObject {
  readonly uid: string;
  readonly name: string;
}

/** In place of a version that is no number which JavaScript writes as the server did: it stands beside the column. No server gives a version 0 to an object. */
const IN_WORDS = 0;

/** What was last handed on of one kind: uid, name and version, in columns of about 45 bytes an object, 22 of them where the model has the same uids. For telling news from replays, and what a list did not bring.
 *  *Invariant*: no two objects have one name: whoever puts one drops its predecessor before. */
export class ObjectIndex {
  readonly #slots: UidSlots;
  readonly #names = new NameColumn();
  readonly #versions = new VersionColumn();
  readonly #versionTexts = new Map<number, string>();
  /** The list in which an object came last. */
  readonly #lists = bytes();
  #list = 1;
  /** What stands for all of an object that was put with a print; 0 and 0 for one that was put without. */
  readonly #printsA = words();
  readonly #printsB = words();
  #hasPrints = false;
  /** Of the object that was asked about last, where it is known by its name: it is mostly put next. */
  #named: ObjectMeta | undefined;
  #listed = 0;
  /** The slot of the object that was compared last. */
  #compared = -1;

  /** `uids`: where somebody else keeps the uids of the same objects. */
  constructor(uids?: UidWords) {
    this.#slots = new UidSlots(uids);
  }

  get size(): number {
    return this.#slots.size;
  }

  /** True for exactly this version of exactly this object. */
  holds(uid: string, version: string): boolean {
    const slot = this.#slots.find(uid);
    if (slot < 0) return false;
    const exact = exactVersion(version);
    return exact > IN_WORDS ? this.#versions.at(slot) === exact : this.#versionAt(slot) === version;
  }

  /** True when a newer version of this object is known. */
  isOutdated(uid: string, version: string): boolean {
    const slot = this.#slots.find(uid);
    if (slot < 0) return false;
    const exact = exactVersion(version);
    const known = this.#versions.at(slot);
    return exact > IN_WORDS && known > IN_WORDS ? exact < known : isOlderVersion(version, this.#versionAt(slot));
  }

  /** What is known of a version of an object by the numbers of its uid: "newer" for one that is to be put with `putVersion`, while nothing else is asked. */
  compare(uid: UidNumbers, version: number): "newer" | "known" | "strange" {
    const slot = this.#slots.findNumbers(uid);
    this.#compared = slot;
    if (slot < 0) return "strange";
    const known = this.#versions.at(slot);
    if (known === IN_WORDS) return "strange";
    return version > known ? "newer" : "known";
  }

  /** Whether the object that was compared last was put with this print. */
  isComparedAs({ a, b }: Print): boolean {
    return this.#hasPrints && this.#printsA.at(this.#compared) === a && this.#printsB.at(this.#compared) === b;
  }

  /** Another version of the object that was compared last, which has the name that it had. */
  putVersion(version: number): void {
    this.#versions.put(this.#compared, version);
  }

  /** Another object that has the name of this one: it was deleted and made again while we looked away. */
  predecessorOf(metadata: ObjectMeta): string | undefined {
    const known = this.#slots.find(metadata.uid);
    if (known >= 0 && this.#names.isAt(known, metadata)) {
      this.#named = metadata;
      return undefined;
    }
    const slot = this.#names.find(keyOf(metadata));
    return slot < 0 ? undefined : this.#slots.uidAt(slot);
  }

  put(metadata: ObjectMeta, print?: Print): void {
    const { uid, resourceVersion } = metadata;
    let slot = this.#slots.find(uid);
    if (slot < 0) {
      slot = this.#slots.add(uid);
      this.#names.put(slot, keyOf(metadata));
      this.#lists.put(slot, 0);
    } else if (this.#named !== metadata && !this.#names.isAt(slot, metadata)) {
      this.#names.remove(slot);
      this.#names.put(slot, keyOf(metadata));
    }
    this.#named = undefined;
    this.#putVersion(slot, resourceVersion);
    this.#hasPrints ||= print !== undefined;
    if (!this.#hasPrints) return;
    this.#printsA.put(slot, print?.a ?? 0);
    this.#printsB.put(slot, print?.b ?? 0);
  }

  /** Forgets an object and says what it was called; undefined when it is not known. */
  drop(uid: string): IndexedObject | undefined {
    const slot = this.#slots.find(uid);
    if (slot < 0) return undefined;
    this.#named = undefined;
    const key = this.#names.at(slot);
    this.#names.remove(slot);
    this.#versionTexts.delete(slot);
    if (this.#lists.at(slot) === this.#list) this.#listed--;
    this.#slots.remove(slot);
    return { uid, name: key.slice(key.indexOf("/") + 1) };
  }

  /** Takes no version for known any more: a server that went back gives them out again, to other states of the same objects. */
  doubtVersions(): void {
    for (const slot of this.#used()) this.#putVersion(slot, "");
  }

  /** The same of one object: whatever comes of it next is news. */
  doubtVersion(uid: string): void {
    const slot = this.#slots.find(uid);
    if (slot >= 0) this.#putVersion(slot, "");
  }

  /** A list begins: nothing came in it yet. */
  beginList(): void {
    this.#list = this.#list === 255 ? 1 : this.#list + 1;
    if (this.#list === 1) this.#lists.clear();
    this.#listed = 0;
  }

  /** An object that is known came in the list. */
  list(uid: string): void {
    const slot = this.#slots.find(uid);
    if (slot < 0 || this.#lists.at(slot) === this.#list) return;
    this.#lists.put(slot, this.#list);
    this.#listed++;
  }

  /** How many came in it and are known still. */
  get listed(): number {
    return this.#listed;
  }

  /** What did not come in the list. */
  unlisted(): readonly string[] {
    const uids: string[] = [];
    for (const slot of this.#used()) if (this.#lists.at(slot) !== this.#list) uids.push(this.#slots.uidAt(slot));
    return uids;
  }

  *#used(): Iterable<number> {
    for (let slot = 0; slot < this.#slots.extent; slot++) if (this.#slots.isUsed(slot)) yield slot;
  }

  #versionAt(slot: number): string {
    const version = this.#versions.at(slot);
    return version === IN_WORDS ? (this.#versionTexts.get(slot) ?? "") : String(version);
  }

  #putVersion(slot: number, text: string): void {
    const version = exactVersion(text);
    const isExact = version > IN_WORDS;
    this.#versions.put(slot, isExact ? version : IN_WORDS);
    if (isExact) {
      if (this.#versionTexts.size > 0) this.#versionTexts.delete(slot);
    } else this.#versionTexts.set(slot, text);
  }
}
