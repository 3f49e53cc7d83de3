import type { UidNumbers } from "@daemonscope/columns/uid-numbers";
import type { UidTable } from "@daemonscope/columns/uid-table";
import { errorMessage } from "@daemonscope/kube/base/error-message";
import type { ObjectMeta } from "@daemonscope/kube/objects";
import type { SourceStatus } from "@daemonscope/kube/source-status";
import type { Decoded } from "../decode/decoded.ts";
import { isJson, objectField } from "../decode/fields.ts";
import { malformedReason } from "../decode/malformed-reason.ts";
import type { Fingerprint } from "../fast/protobuf/keyed-hash.ts";
import { SeenVersions, type VersionIndex } from "../fast/versions/seen-versions.ts";
import { UnseenVersions } from "../fast/versions/unseen-versions.ts";
import type { WatchedResource } from "../http/resources.ts";
import { UndecodableObjects } from "./undecodable-objects.ts";

/** Identifies an object in messages, and in the index by its uid. */
export type ObjectIdentity = Pick<ObjectMeta, "uid" | "name" | "namespace">;

/** Receives the objects of one kind. `drop` passes the name last put under the uid. */
export interface ObjectSink<T> {
  put(object: T): void;
  drop(uid: string, name: string): void;
  /** One sentence about an object or line that is unusable. */
  problem(text: string): void;
}

/** A partly read object, to decide whether it must be read completely. */
interface QuickCheck {
  readonly uid: UidNumbers;
  readonly version: number;
  /** If the fields that often change were read: applies them. Returns false if the whole object must be read. */
  readonly apply?: () => boolean;
  /** A fingerprint of everything that is kept of the object except its version; undefined if none was computed. */
  readonly print?: Fingerprint;
}

/** Reads an object partly. `read` returns false if it must be read completely; otherwise the result is valid until
 *  the next call. */
export interface ObjectQuickCheck extends QuickCheck {
  read(bytes: Buffer, from: number, to: number): boolean;
}

/** Counters of a DeltaFilter, for /metrics and for tests. */
export interface DeltaCounts {
  /** Events with a known or older version. */
  replays: number;
  /** Objects that could not be read, or that the sink rejected. */
  unusable: number;
}

interface DeltaFilterOptions<T> {
  readonly resource: WatchedResource;
  readonly decode: (value: unknown) => Decoded<T>;
  readonly sink: ObjectSink<T>;
  readonly counts: DeltaCounts;
  /** Reports the objects that exist and could not be read; undefined if all could be read. */
  readonly leftOut: (leftOut: SourceStatus["leftOut"]) => void;
  /** The table in which the sink keeps the uids of these objects. */
  readonly uids?: UidTable | undefined;
  /** "none" keeps nothing of the objects: all versions pass, also replays, and a list reports no deletions. */
  readonly index?: "none" | undefined;
}

/** Takes objects of one kind from lists and watches, and passes on the new ones: each version once, a successor only
 *  after its predecessor is dropped.
 *  Between `beginList` and `endList` it does not call `leftOut`. */
export class DeltaFilter<T extends { readonly metadata: ObjectMeta }> {
  readonly #options: DeltaFilterOptions<T>;
  readonly #index: VersionIndex;
  readonly #leftOut = new UndecodableObjects();
  #isListing = false;
  /** The fingerprint of the next object that is read completely, after a `QuickCheck` that was not enough. */
  #fingerprint: Fingerprint | undefined;

  constructor(options: DeltaFilterOptions<T>) {
    this.#options = options;
    this.#index = options.index === "none" ? new UnseenVersions() : new SeenVersions(options.uids);
  }

  /** The number of known objects. */
  get size(): number {
    return this.#index.size;
  }

  /** The number of objects in the last list, or in the running one. */
  get listed(): number {
    return this.#index.listed;
  }

  /** Begins a list, also after an incomplete one. Objects that it does not contain are gone, unreadable ones too. */
  beginList(): void {
    this.#isListing = true;
    this.#index.beginList();
    this.#leftOut.clear();
  }

  /** Ends a complete list. */
  endList(): void {
    this.#isListing = false;
    for (const uid of this.#index.unlisted()) this.#drop(uid);
    this.#reportLeftOut();
  }

  /** Called when the server went back in time: it assigns versions again, to other states of the same objects. */
  forgetVersions(): void {
    this.#index.forgetVersions();
  }

  /** Takes one object. Returns false if it is already known or cannot be read. */
  take(raw: unknown): boolean {
    // A fingerprint belongs only to an object that is read right after its `QuickCheck`.
    this.#fingerprint = undefined;
    const { decode, resource } = this.#options;
    const metadata = isJson(raw) ? objectField(raw, "metadata") : {};
    const { uid, resourceVersion } = metadata;
    if (typeof uid === "string" && typeof resourceVersion === "string") {
      // Before decoding: a list after a gap contains mostly known objects.
      if (this.#isReplay(uid, resourceVersion)) return false;
    }
    const malformed = malformedReason(resource.name, raw);
    const decoded = malformed === undefined ? decode(raw) : { problem: malformed };
    if ("problem" in decoded) {
      this.#leaveOut(typeof uid === "string" ? uid : undefined, decoded.problem);
      return false;
    }
    this.#put(decoded.object);
    return true;
  }

  /** Like `take`, for an object that is already decoded. */
  takeRead(object: T): boolean {
    const fingerprint = this.#fingerprint;
    this.#fingerprint = undefined;
    const { uid, resourceVersion } = object.metadata;
    if (this.#isReplay(uid, resourceVersion)) return false;
    this.#put(object, fingerprint);
    return true;
  }

  /** Takes a `QuickCheck` of an object that differs from the known one only in fields that often change. Returns
   *  undefined, without a change, if the whole object must be read; the caller reads it next. */
  takeQuickCheck({ uid, version, apply, print }: QuickCheck): "news" | "nothing" | undefined {
    this.#fingerprint = print;
    if (this.#isListing || !this.#leftOut.isEmpty) return undefined;
    const compared = this.#index.compare(uid, version);
    if (compared === "unknown") return undefined;
    if (compared === "known") {
      this.#fingerprint = undefined;
      this.#options.counts.replays++;
      return "nothing";
    }
    if (print === undefined ? apply?.() !== true : !this.#index.hasComparedFingerprint(print)) return undefined;
    this.#fingerprint = undefined;
    this.#index.putVersion(version);
    return "news";
  }

  #isReplay(uid: string, version: string): boolean {
    const isReplay = this.#index.holds(uid, version) || (!this.#isListing && this.#index.isOutdated(uid, version));
    if (!isReplay) return false;
    this.#options.counts.replays++;
    if (this.#isListing) this.#index.list(uid);
    return true;
  }

  #put(object: T, fingerprint?: Fingerprint): void {
    const { sink } = this.#options;
    // A known object counts as listed even if the sink rejects it.
    if (this.#isListing) this.#index.list(object.metadata.uid);
    this.#leftOut.remove(object.metadata.uid);
    const predecessor = this.#index.predecessorOf(object.metadata);
    if (predecessor !== undefined) this.#drop(predecessor);
    try {
      sink.put(object);
      this.#index.put(object.metadata, fingerprint);
      if (this.#isListing) this.#index.list(object.metadata.uid);
    } catch (cause) {
      // An error with one object must not affect the others. The object is not indexed, so each later event tries it
      // again.
      return this.#notTaken(object.metadata, cause);
    }
    if (!this.#isListing) this.#reportLeftOut();
  }

  /** Reports that the sink rejected the last state of an object, which it noticed late. Each later event tries the
   *  object again. */
  failed(object: ObjectIdentity, cause: unknown): void {
    this.#index.forgetVersion(object.uid);
    this.#notTaken(object, cause);
  }

  #notTaken({ uid, name, namespace = "" }: ObjectIdentity, cause: unknown): void {
    this.#leaveOut(uid, `${this.#options.resource.name} ${namespace}/${name} could not be taken in: ${errorMessage(cause)}`);
  }

  /** Removes a deleted object. Returns false if it was unknown. */
  remove(uid: string): boolean {
    const dropped = this.#drop(uid);
    this.#leftOut.remove(uid);
    this.#reportLeftOut();
    return dropped;
  }

  #drop(uid: string): boolean {
    const dropped = this.#index.drop(uid);
    if (dropped === undefined) return false;
    const { counts, resource, sink } = this.#options;
    try {
      sink.drop(dropped.uid, dropped.name);
    } catch (cause) {
      counts.unusable++;
      sink.problem(`${resource.name} ${dropped.name} could not be taken out: ${errorMessage(cause)}`);
    }
    return true;
  }

  #leaveOut(uid: string | undefined, problem: string): void {
    const { counts, sink } = this.#options;
    counts.unusable++;
    this.#leftOut.add(uid, problem);
    sink.problem(problem);
    // A list reports this once, at its end.
    if (!this.#isListing) this.#reportLeftOut();
  }

  #reportLeftOut(): void {
    this.#options.leftOut(this.#leftOut.summary());
  }
}
