import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { inARow } from "@daemonscope/kube/in-a-row";
import { BLOCK, packBlock } from "./block.ts";
import { columnsOf } from "./columns.ts";
import { stepsText } from "./number-text.ts";

/** What is written of a run beside its pods: its numbers as steps, and whose pods they are. */
export type RunName = readonly [ids: string, ...owners: string[]];

/** Pods that stand one after the other, with their numbers; packed when it is asked for, once. */
export class PodRun {
  readonly pods: readonly PodFacts[];
  readonly ids: readonly number[];
  #name: RunName | undefined;
  #packed: Promise<Buffer> | undefined;

  constructor(pods: readonly PodFacts[], ids: readonly number[]) {
    this.pods = pods;
    this.ids = ids;
  }

  get name(): RunName {
    this.#name ??= [stepsText(this.ids), ...new Set(this.pods.map(({ ownerUid }) => ownerUid))];
    return this.#name;
  }

  packed(): Promise<Buffer> {
    this.#packed ??= packBlock(BLOCK.checkpointPods, JSON.stringify(columnsOf(this.pods)));
    return this.#packed;
  }
}

/** How many pods are in a run: at most so many, and, of two neighbours, in one of them at least so many. */
export interface RunSizes {
  readonly most: number;
  readonly few: number;
}

const SIZES: RunSizes = { most: 2000, few: 500 };

/** Says the number of a pod. */
type Numbering = (pod: PodFacts) => number;

/** Divides pods into runs, of which those that are as they were before are the same. `renumbered`: uids of those that have another number though they are the same.
 *  Assumption: a pod of a model goes to the end when it changes, so that those which did not still stand one after the other.
 *  *Invariants*: the runs, one after the other, are the pods in their order, whatever was before; there are at most 2 · pods / few + 1. O(pods), over references. */
export function podRuns(...given: Parameters<typeof podRunsInParts>): readonly PodRun[] {
  return inARow(podRunsInParts(...given));
}

/** The same, a run at a time, for whoever has others waiting. */
export function* podRunsInParts(
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
    const { pods: held } = run;
    for (let place = 0; place < held.length; place++) {
      const pod = held[place];
      if (pod !== undefined && pod === pods[at] && keeps(pod)) at++;
    }
    const isWhole = at - begin === held.length;
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
