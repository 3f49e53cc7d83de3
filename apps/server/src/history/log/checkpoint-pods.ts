import type { InitialPods } from "@daemonscope/daemonset/pods/initial-pods";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { appendTo } from "@daemonscope/kube/base/append-to";

/** A run: consecutive pods of a checkpoint, whose ids and owners are known before the pods are decoded. */
export interface CheckpointRun {
  /** The id of each pod within this log, in the order of the pods. */
  readonly ids: readonly number[];
  /** The uid of each owner of these pods, each once. */
  readonly owners: readonly string[];
  /** Decodes the pods. Slow: called only on first use. */
  pods(): readonly PodFacts[];
}

/** Ids up to MAX_SPARSE × pods + SPARSE_FROM are indexed by an array. Beyond that a map takes less memory. */
const MAX_SPARSE = 16;
const SPARSE_FROM = 65_536;

/**
 * The pods of a checkpoint, decoded run by run on first use. For example, a fifth of the pods is decoded to show a time
 * at which only one of twelve DaemonSets was rolling out.
 */
export class CheckpointPods implements InitialPods {
  readonly length: number;
  readonly #runs: readonly CheckpointRun[];
  readonly #built: (readonly PodFacts[] | undefined)[];
  readonly #builtByUid = new Map<string, PodFacts>();
  readonly #runsByOwner = new Map<string, number[]>();
  /** By id: the index of the run plus one, or 0 for an id without a pod here. */
  #runById: Uint32Array | Map<number, number> | undefined;

  constructor(runs: readonly CheckpointRun[]) {
    this.#runs = runs;
    this.#built = runs.map(() => undefined);
    this.length = runs.reduce((sum, { ids }) => sum + ids.length, 0);
    for (const [at, { owners }] of runs.entries())
      for (const owner of owners) {
        appendTo(this.#runsByOwner, owner, at);
      }
  }

  /** In the order of the pods. */
  get ids(): readonly number[] {
    return this.#runs.flatMap(({ ids }) => ids);
  }

  #podsOf(run: number): readonly PodFacts[] {
    const known = this.#built[run];
    if (known !== undefined) return known;
    const pods = this.#runs[run]?.pods() ?? [];
    this.#built[run] = pods;
    for (const pod of pods) this.#builtByUid.set(pod.uid, pod);
    return pods;
  }

  *[Symbol.iterator](): Iterator<PodFacts> {
    for (const run of this.#runs.keys()) yield* this.#podsOf(run);
  }

  *of(ownerUid: string): Iterable<PodFacts> {
    for (const run of this.#runsByOwner.get(ownerUid) ?? []) for (const pod of this.#podsOf(run)) if (pod.ownerUid === ownerUid) yield pod;
  }

  builtByUid(uid: string): PodFacts | undefined {
    return this.#builtByUid.get(uid);
  }

  byUid(uid: string): PodFacts | undefined {
    for (const run of this.#runs.keys()) {
      const known = this.#builtByUid.get(uid);
      if (known !== undefined) return known;
      this.#podsOf(run);
    }
    return this.#builtByUid.get(uid);
  }

  /**
   * Ids are dense unless many pods were created and deleted, or a file was altered. An array up to the last id would
   * then be mostly empty.
   */
  #runsById(): Uint32Array | Map<number, number> {
    let last = -1;
    for (const { ids } of this.#runs) for (const id of ids) if (id > last) last = id;
    if (last > MAX_SPARSE * this.length + SPARSE_FROM)
      return new Map(this.#runs.flatMap(({ ids }, run) => ids.map((id) => [id, run + 1] as const)));
    const runs = new Uint32Array(last + 1);
    for (const [run, { ids }] of this.#runs.entries()) for (const id of ids) runs[id] = run + 1;
    return runs;
  }

  /** Returns the pod with an id. */
  byId(id: number): PodFacts | undefined {
    this.#runById ??= this.#runsById();
    const runs = this.#runById;
    const run = ((runs instanceof Map ? runs.get(id) : runs[id]) ?? 0) - 1;
    return run < 0 ? undefined : this.#podsOf(run)[this.#runs[run]?.ids.indexOf(id) ?? -1];
  }
}
