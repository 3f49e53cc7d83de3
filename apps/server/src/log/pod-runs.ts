import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { BLOCK, packBlock } from "./block.ts";
import { PODS_A_PART, podsPart } from "./checkpoint.ts";

/** Pods that stand one after the other, with their numbers; packed when it is asked for, once. */
export class PodRun {
  readonly pods: readonly PodFacts[];
  readonly ids: readonly number[];
  #packed: Promise<Buffer> | undefined;

  constructor(pods: readonly PodFacts[], ids: readonly number[]) {
    this.pods = pods;
    this.ids = ids;
  }

  packed(): Promise<Buffer> {
    this.#packed ??= packBlock(BLOCK.checkpointPart, podsPart(this.pods, this.ids));
    return this.#packed;
  }
}

/** How many pods are in a run: at most so many, and, of two neighbours, in one of them at least so many. */
export interface RunSizes {
  readonly most: number;
  readonly few: number;
}

const SIZES: RunSizes = { most: PODS_A_PART, few: 500 };

/** Divides pods into runs, of which those that are as they were before are the same.
 *  Assumption: a pod of a model goes to the end when it changes, so that those which did not still stand one after the other.
 *  *Invariants*: the runs, one after the other, are the pods in their order, whatever was before; there are at most 2 · pods / few + 1. O(pods), over references. */
export function podRuns(
  before: readonly PodRun[],
  pods: readonly PodFacts[],
  ids: readonly number[],
  { most, few }: RunSizes = SIZES,
): readonly PodRun[] {
  const runs: PodRun[] = [];
  /** Pods from here to `at` are in no run yet. */
  let from = 0;
  let at = 0;
  const isFew = (run: PodRun | undefined) => run !== undefined && run.pods.length < few;
  const cut = () => {
    if (from < at && isFew(runs.at(-1))) from -= runs.pop()?.pods.length ?? 0;
    for (; from < at; from += most) {
      const to = Math.min(at, from + most);
      runs.push(new PodRun(pods.slice(from, to), ids.slice(from, to)));
    }
    from = at;
  };
  for (const run of before) {
    const begin = at;
    for (let place = 0; place < run.pods.length; place++) if (run.pods[place] === pods[at] && run.ids[place] === ids[at]) at++;
    const isWhole = at - begin === run.pods.length;
    if (!isWhole || (isFew(run) && (from < begin || isFew(runs.at(-1))))) continue;
    const end = at;
    at = begin;
    cut();
    runs.push(run);
    at = from = end;
  }
  at = pods.length;
  cut();
  return runs;
}
