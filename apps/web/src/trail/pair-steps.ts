/** A step on the way of the pod that is asked about (rule W10), in words. */
export interface PairStep {
  readonly kind: "pairStep";
  readonly atMs: number;
  readonly words: string;
}

const NONE: readonly PairStep[] = [];

let about = "";
let known = new Map<string, PairStep>();
let steps = NONE;
const listeners = new Set<() => void>();

function change(pair: string, next: Map<string, PairStep>): void {
  about = pair;
  known = next;
  steps = next.size === 0 ? NONE : [...next.values()].sort((a, b) => a.atMs - b.atMs);
  for (const listener of listeners) listener();
}

/** Puts steps of the pair that is asked about on the timeline, by their names: a drawer tells what it knows. Those that it told of the same pair before stay: who goes back in
 *  time finds them again. */
export function tellPairSteps(pair: string, told: ReadonlyMap<string, PairStep>): void {
  change(pair, new Map([...(pair === about ? known : []), ...told]));
}

/** Nothing is asked about any more. */
export function forgetPairSteps(): void {
  change("", new Map());
}

/** In order of time. */
export const readPairSteps = (): readonly PairStep[] => steps;

export function subscribeToPairSteps(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
