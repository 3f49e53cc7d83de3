/** A step of the pod of the current pair (rule W10), in words. */
export interface PairStep {
  readonly kind: "pairStep";
  readonly atMs: number;
  readonly words: string;
}

const NONE: readonly PairStep[] = [];

let currentPair = "";
let stepsByName = new Map<string, PairStep>();
let steps = NONE;
const listeners = new Set<() => void>();

function change(pair: string, next: Map<string, PairStep>): void {
  currentPair = pair;
  stepsByName = next;
  steps = next.size === 0 ? NONE : [...next.values()].sort((a, b) => a.atMs - b.atMs);
  for (const listener of listeners) listener();
}

/** Adds steps of the current pair to the timeline, by their names. A drawer provides them. Earlier steps of the same
 *  pair stay, so that a user who goes back in time finds them again. */
export function setPairSteps(pair: string, added: ReadonlyMap<string, PairStep>): void {
  change(pair, new Map([...(pair === currentPair ? stepsByName : []), ...added]));
}

export function clearPairSteps(): void {
  change("", new Map());
}

/** Sorted by time. */
export const readPairSteps = (): readonly PairStep[] => steps;

export function subscribeToPairSteps(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
