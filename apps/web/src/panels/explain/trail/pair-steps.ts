import { Signal } from "@daemonscope/kube/base/signal";
/** A step in the life of the current pair's pod, in words. A pair is a DaemonSet and a node; the current one is open in
 *  the drawer. */
export interface PairStep {
  readonly kind: "pairStep";
  readonly atMs: number;
  readonly words: string;
}

const NONE: readonly PairStep[] = [];

let currentPair = "";
let stepsByName = new Map<string, PairStep>();
let steps = NONE;
const changed = new Signal();

function change(pair: string, next: Map<string, PairStep>): void {
  currentPair = pair;
  stepsByName = next;
  steps = next.size === 0 ? NONE : [...next.values()].sort((a, b) => a.atMs - b.atMs);
  changed.emit();
}

/** Adds steps of a pair's pod to the timeline (rule W10), by pod and name. Earlier steps of the same pair stay, so that
 *  a user who goes back in time finds them again. Steps of another pair are removed. */
export function setPairSteps(pair: string, added: ReadonlyMap<string, PairStep>): void {
  change(pair, new Map([...(pair === currentPair ? stepsByName : []), ...added]));
}

export function clearPairSteps(): void {
  change("", new Map());
}

/** Sorted by time. */
export const readPairSteps = (): readonly PairStep[] => steps;

export const subscribeToPairSteps = changed.subscribe;
