import type { UidWords } from "@daemonscope/daemonset/model/uid-slots";
import type { UidNumbers } from "@daemonscope/daemonset/pods/well-pod";
import type { ObjectMeta } from "@daemonscope/kube/objects";
import type { SourceStatus } from "@daemonscope/shared/source-status";
import type { Decoded } from "./decode/decoded.ts";
import { isJson, objectField } from "./decode/fields.ts";
import { LeftOutObjects } from "./left-out-objects.ts";
import { misshapen } from "./misshapen.ts";
import { ObjectIndex } from "./object-index.ts";
import type { Print } from "./protobuf/keyed-sum.ts";
import type { WatchedResource } from "./resources.ts";

/** Where the objects of one kind go. `drop` names what was last put under the uid. */
export interface ObjectSink<T> {
  put(object: T): void;
  drop(uid: string, name: string): void;
  /** One sentence about an object or line that could not be used. */
  problem(text: string): void;
}

/** An object of which no more was read than whether it must be read whole. */
export interface Glance {
  readonly uid: UidNumbers;
  readonly version: number;
  /** Of one of which what changes often was read: hands that on; false where the whole object must be. */
  readonly tell?: () => boolean;
  /** Of one that was summed: stands for all that is kept of it but its version. */
  readonly print?: Print;
}

/** A glance at an object: false where it must be read whole; else what it saw is good until the next. */
export interface ObjectGlance extends Glance {
  read(bytes: Buffer, from: number, to: number): boolean;
}

/** What intakes count, for /metrics and for tests. */
export interface IntakeCounts {
  /** Events that told what was known already, or less. */
  replays: number;
  /** Objects that could not be read, or that our own code could not take in. */
  unusable: number;
}

export interface ObjectIntakeOptions<T> {
  readonly resource: WatchedResource;
  readonly decode: (value: unknown) => Decoded<T>;
  readonly sink: ObjectSink<T>;
  readonly counts: IntakeCounts;
  /** Which objects are there and could not be read; undefined when all could. */
  readonly leftOut: (leftOut: SourceStatus["leftOut"]) => void;
  /** Where the sink keeps the uids of these objects. */
  readonly uids?: UidWords | undefined;
}

/** Takes what lists and watches bring of one kind, and hands on what is news: each version once, a successor only after its predecessor is gone.
 *
 *  Between `beginList` and `endList` nothing is said of objects left out. */
export class ObjectIntake<T extends { readonly metadata: ObjectMeta }> {
  readonly #options: ObjectIntakeOptions<T>;
  readonly #index: ObjectIndex;
  readonly #leftOut = new LeftOutObjects();
  #isListing = false;
  /** Of the object that is read whole next, after a glance that was not enough. */
  #print: Print | undefined;

  constructor(options: ObjectIntakeOptions<T>) {
    this.#options = options;
    this.#index = new ObjectIndex(options.uids);
  }

  /** How many objects it holds to be there. */
  get size(): number {
    return this.#index.size;
  }

  /** How many objects the list brought that came last, as far as it came. */
  get listed(): number {
    return this.#index.listed;
  }

  /** A list begins, after one that was cut short too: what it does not bring is gone, also of what could not be read. */
  beginList(): void {
    this.#isListing = true;
    this.#index.beginList();
    this.#leftOut.clear();
  }

  /** The list is complete. */
  endList(): void {
    this.#isListing = false;
    for (const uid of this.#index.unlisted()) this.#drop(uid);
    this.#sayLeftOut();
  }

  /** The server went back: it gives versions out again, to other states of the same objects. */
  doubtVersions(): void {
    this.#index.doubtVersions();
  }

  /** Takes one object in; false when it is known already, or cannot be read. */
  take(raw: unknown): boolean {
    // How a print comes to be is known only of what is read at once.
    this.#print = undefined;
    const { decode, resource } = this.#options;
    const metadata = isJson(raw) ? objectField(raw, "metadata") : {};
    const { uid, resourceVersion } = metadata;
    if (typeof uid === "string" && typeof resourceVersion === "string") {
      // Before decoding: a list after a gap brings mostly what is known.
      if (this.#isReplay(uid, resourceVersion)) return false;
    }
    const shape = misshapen(resource.name, raw);
    const decoded = shape === undefined ? decode(raw) : { problem: shape };
    if ("problem" in decoded) {
      this.#leaveOut(typeof uid === "string" ? uid : undefined, decoded.problem);
      return false;
    }
    this.#put(decoded.object);
    return true;
  }

  /** The same of one that is read already. */
  takeRead(object: T): boolean {
    const print = this.#print;
    this.#print = undefined;
    const { uid, resourceVersion } = object.metadata;
    if (this.#isReplay(uid, resourceVersion)) return false;
    this.#put(object, print);
    return true;
  }

  /** Takes in an object that is seen to be the one that is known, but for what changes often; undefined where it must be read whole, which is to be done next, and nothing was done. */
  takeGlance({ uid, version, tell, print }: Glance): "news" | "nothing" | undefined {
    this.#print = print;
    if (this.#isListing || !this.#leftOut.isEmpty) return undefined;
    const compared = this.#index.compare(uid, version);
    if (compared === "strange") return undefined;
    if (compared === "known") {
      this.#print = undefined;
      this.#options.counts.replays++;
      return "nothing";
    }
    if (print === undefined ? tell?.() !== true : !this.#index.isComparedAs(print)) return undefined;
    this.#print = undefined;
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

  #put(object: T, print?: Print): void {
    const { sink } = this.#options;
    // One that is known came in the list also where it cannot be taken in.
    if (this.#isListing) this.#index.list(object.metadata.uid);
    this.#leftOut.remove(object.metadata.uid);
    const predecessor = this.#index.predecessorOf(object.metadata);
    if (predecessor !== undefined) this.#drop(predecessor);
    try {
      sink.put(object);
      this.#index.put(object.metadata, print);
      if (this.#isListing) this.#index.list(object.metadata.uid);
    } catch (cause) {
      // A bug of ours with one object must not cost the others; not indexed, it is tried again whenever it comes.
      return this.#notTaken(object, cause);
    }
    if (!this.#isListing) this.#sayLeftOut();
  }

  /** What was put, and nothing of it since, could not be taken in, as is known only now: it is tried again whenever it comes. */
  failed(object: T, cause: unknown): void {
    this.#index.doubtVersion(object.metadata.uid);
    this.#notTaken(object, cause);
  }

  #notTaken({ metadata: { uid, name, namespace = "" } }: T, cause: unknown): void {
    this.#leaveOut(uid, `${this.#options.resource.name} ${namespace}/${name} could not be taken in: ${messageOf(cause)}`);
  }

  /** An object was deleted; false when it was not known. */
  remove(uid: string): boolean {
    const dropped = this.#drop(uid);
    this.#leftOut.remove(uid);
    this.#sayLeftOut();
    return dropped;
  }

  #drop(uid: string): boolean {
    const gone = this.#index.drop(uid);
    if (gone === undefined) return false;
    const { counts, resource, sink } = this.#options;
    try {
      sink.drop(gone.uid, gone.name);
    } catch (cause) {
      counts.unusable++;
      sink.problem(`${resource.name} ${gone.name} could not be taken out: ${messageOf(cause)}`);
    }
    return true;
  }

  #leaveOut(uid: string | undefined, problem: string): void {
    const { counts, sink } = this.#options;
    counts.unusable++;
    this.#leftOut.add(uid, problem);
    sink.problem(problem);
    // A list says it once, at its end.
    if (!this.#isListing) this.#sayLeftOut();
  }

  #sayLeftOut(): void {
    this.#options.leftOut(this.#leftOut.summary());
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
