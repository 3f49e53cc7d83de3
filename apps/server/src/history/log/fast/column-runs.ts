import { uint32Column } from "@daemonscope/columns/chunked-column";
import type { LoggablePods } from "@daemonscope/daemonset/pods/loggable-pods";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { appendTo } from "@daemonscope/kube/base/append-to";
import { packDeltas } from "../../encoding/packed-numbers.ts";
import { type PackedRun, type PodRunKey, packPods, type RunSizes } from "../pod-runs.ts";

/** A run has at most `most` pods: 1,024 take less than a millisecond to read. A run with fewer than `few` is merged
 *  with changed pods of its owner. */
const SIZES: RunSizes = { most: 1024, few: 256 };
/** Slots in one time slice: less than a millisecond. */
const SLOTS_PER_SLICE = 8192;
/** Marks a slot without a run that changed since the last checkpoint. */
const LOOSE = 0xffffffff;

/** Pods of one owner at the time of a checkpoint. Reads them when they are packed, or before the first one changes. */
class ColumnRun implements PackedRun {
  readonly name: PodRunKey;
  readonly owner: string;
  readonly slots: Uint32Array;
  readonly #pods: LoggablePods;
  #kept: readonly PodFacts[] | undefined;
  #packed: Promise<Buffer> | undefined;
  /** A pod changed since the checkpoint. */
  isChanged = false;

  constructor(pods: LoggablePods, owner: string, slots: readonly number[], numberAt: (slot: number) => number) {
    this.#pods = pods;
    this.owner = owner;
    this.slots = Uint32Array.from(slots);
    this.name = [packDeltas(slots.map(numberAt)), owner];
  }

  change(): void {
    this.isChanged = true;
    if (this.#packed === undefined) this.#kept = this.#read();
  }

  packed(): Promise<Buffer> {
    this.#packed ??= packPods(this.#kept ?? this.#read());
    this.#kept = undefined;
    return this.#packed;
  }

  #read(): readonly PodFacts[] {
    return Array.from(this.slots, (slot) => this.#pods.podAt(slot));
  }
}

/** Divides pods in columns into runs of one owner each, because a rollout changes the pods of one owner. Reuses the
 *  runs without a change. The plain way for pods as objects is `podRunsInSlices`. LoggedPods has the gain of both. */
export class ColumnRuns {
  readonly #pods: LoggablePods;
  readonly #sizes: RunSizes;
  readonly #runs = new Map<number, ColumnRun>();
  readonly #runsByOwner = new Map<string, Set<number>>();
  /** By slot: the number of its run, 0 or LOOSE. */
  readonly #runAt = uint32Column();
  #nextRun = 1;
  #loose: number[] = [];
  #changed: number[] = [];
  #isEnded = false;

  constructor(pods: LoggablePods, sizes = SIZES) {
    this.#pods = pods;
    this.#sizes = sizes;
  }

  end(): void {
    this.#isEnded = true;
    this.#pods.onChange = undefined;
  }

  *#begin(): Generator<undefined, void> {
    for (const slot of this.#pods.slots()) {
      this.#note(slot);
      if (slot % SLOTS_PER_SLICE === 0) yield;
    }
    this.#pods.onChange = (slot) => this.#note(slot);
  }

  #note(slot: number): void {
    const number = this.#runAt.at(slot);
    if (number === LOOSE) return;
    const run = this.#runs.get(number);
    if (run === undefined) {
      this.#runAt.put(slot, LOOSE);
      this.#loose.push(slot);
    } else if (!run.isChanged) {
      run.change();
      this.#changed.push(number);
    }
  }

  /** Returns the runs of all pods. Until it ends, no pod may change. */
  *inSlices(numberAt: (slot: number) => number): Generator<undefined, readonly PackedRun[]> {
    if (this.#pods.onChange === undefined) yield* this.#begin();
    for (const number of this.#changed) this.#dissolve(number);
    this.#changed = [];
    const loose = this.#loose;
    this.#loose = [];
    const byOwner = new Map<string, number[]>();
    for (const [at, slot] of loose.entries()) {
      if (this.#pods.isUsed(slot)) appendTo(byOwner, this.#pods.ownerAt(slot), slot);
      else this.#runAt.put(slot, 0);
      if (at % SLOTS_PER_SLICE === SLOTS_PER_SLICE - 1) yield;
    }
    const { most, few } = this.#sizes;
    for (const [owner, slots] of byOwner) {
      for (const number of this.#runsByOwner.get(owner) ?? [])
        if ((this.#runs.get(number)?.slots.length ?? few) < few) slots.push(...this.#dissolve(number));
      for (let from = 0; from < slots.length && !this.#isEnded; from += most) {
        this.#add(new ColumnRun(this.#pods, owner, slots.slice(from, from + most), numberAt));
        yield;
      }
    }
    this.#loose = [];
    return [...this.#runs.values()];
  }

  #add(run: ColumnRun): void {
    const number = this.#nextRun++;
    this.#runs.set(number, run);
    const numbers = this.#runsByOwner.get(run.owner) ?? new Set();
    this.#runsByOwner.set(run.owner, numbers.add(number));
    for (const slot of run.slots) this.#runAt.put(slot, number);
  }

  /** Removes a run. Its slots are loose. */
  #dissolve(number: number): Iterable<number> {
    const run = this.#runs.get(number);
    if (run === undefined) return [];
    this.#runs.delete(number);
    const numbers = this.#runsByOwner.get(run.owner);
    numbers?.delete(number);
    if (numbers?.size === 0) this.#runsByOwner.delete(run.owner);
    for (const slot of run.slots) {
      this.#runAt.put(slot, LOOSE);
      this.#loose.push(slot);
    }
    return run.slots;
  }
}
