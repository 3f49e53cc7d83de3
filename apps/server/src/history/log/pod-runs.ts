import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { toColumns } from "../encoding/columnar-objects.ts";
import { packDeltas } from "../encoding/packed-numbers.ts";
import { BLOCK, packBlock } from "./block.ts";

/** The data of a run without its pods: the numbers of the pods as differences, and the owners of the pods. */
export type PodRunKey = readonly [ids: string, ...owners: string[]];

/** Pods of a checkpoint, as they are written. */
export interface PackedRun {
  readonly name: PodRunKey;
  packed(): Promise<Buffer>;
}

export const packPods = (pods: readonly PodFacts[]): Promise<Buffer> => packBlock(BLOCK.checkpointPods, JSON.stringify(toColumns(pods)));

/** Consecutive pods with their numbers. Packed once, on first use. */
export class PodRun implements PackedRun {
  readonly pods: readonly PodFacts[];
  readonly ids: readonly number[];
  #name: PodRunKey | undefined;
  #packed: Promise<Buffer> | undefined;

  constructor(pods: readonly PodFacts[], ids: readonly number[]) {
    this.pods = pods;
    this.ids = ids;
  }

  get name(): PodRunKey {
    this.#name ??= [packDeltas(this.ids), ...new Set(this.pods.map(({ ownerUid }) => ownerUid))];
    return this.#name;
  }

  packed(): Promise<Buffer> {
    this.#packed ??= packPods(this.pods);
    return this.#packed;
  }
}

/** The sizes of runs. A run has at most `most` pods. Of two neighbours, at least one has `few` pods or more. */
export interface RunSizes {
  readonly most: number;
  readonly few: number;
}

const SIZES: RunSizes = { most: 2000, few: 500 };

/** Returns the number of a pod. */
type Numbering = (pod: PodFacts) => number;

/**
 * Divides pods into runs, and reuses unchanged runs of `before`. `renumbered`: uids of unchanged pods that have
 * another number. Assumption: a changed pod of a model moves to the end, so that unchanged pods remain consecutive.
 * *Invariants*: the concatenated runs are the pods in their order, for any `before`. There are at most 2 · pods / few
 * + 1 runs. O(pods), over references. Pauses after each run, so that other work can run in between.
 */
export function* podRunsInSlices(
  before: readonly PodRun[],
  pods: readonly PodFacts[],
  numberOf: Numbering,
  { most, few }: RunSizes = SIZES,
  renumbered: ReadonlySet<string> = new Set(),
): Generator<undefined, readonly PodRun[]> {
  const runs: PodRun[] = [];
  /** Pods from here to `at` are in no run yet. */
  let from = 0;
  let at = 0;
  const isFew = (run: PodRun | undefined) => run !== undefined && run.pods.length < few;
  const keeps = renumbered.size === 0 ? () => true : (pod: PodFacts) => !renumbered.has(pod.uid);
  function* cut(): Generator<undefined, void> {
    if (from < at && isFew(runs.at(-1))) from -= runs.pop()?.pods.length ?? 0;
    for (; from < at; from += most) {
      const part = pods.slice(from, Math.min(at, from + most));
      runs.push(new PodRun(part, part.map(numberOf)));
      yield;
    }
    from = at;
  }
  for (const run of before) {
    const begin = at;
    const { pods: runPods } = run;
    for (let index = 0; index < runPods.length; index++) {
      const pod = runPods[index];
      if (pod !== undefined && pod === pods[at] && keeps(pod)) at++;
    }
    const isWhole = at - begin === runPods.length;
    if (!isWhole || (isFew(run) && (from < begin || isFew(runs.at(-1))))) continue;
    const end = at;
    at = begin;
    yield* cut();
    runs.push(run);
    at = from = end;
    yield;
  }
  at = pods.length;
  yield* cut();
  return runs;
}
