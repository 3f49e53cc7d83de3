/** A state of a pod as text, and the second at which it came. */
export type TimedState = readonly [atSeconds: number, state: string];
/** The least and the greatest time between two states, in seconds. */
export type Gap = readonly [least: number, greatest: number];

export const isBackOff = (state: string): boolean => state.includes("CrashLoopBackOff");

/** A state before the first container runs or fails. Its length depends on the load of the recorded node. */
const isStarting = (state: string): boolean => /^Pending:(?:,? \S+ waiting (?:ContainerCreating|PodInitializing) 0)*$/.test(state);

/**
 * Returns the seconds between neighbouring states, by their texts. Back-offs are left out, because they can be too
 * short to be seen. The time from an end to its back-off is added.
 */
export function gapsOf(states: readonly TimedState[]): Readonly<Record<string, number>> {
  const gaps: Record<string, number> = {};
  const counts = new Map<string, number>();
  const add = ([fromSeconds, from]: TimedState, [toSeconds, to]: TimedState): void => {
    if (isStarting(from)) return;
    const key = `${from} → ${to}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    gaps[count === 1 ? key : `${key} #${count}`] = toSeconds - fromSeconds;
  };
  const neighbours = (list: readonly TimedState[]) => list.slice(1).map((to, at) => [list[at] ?? to, to] as const);
  for (const [from, to] of neighbours(states.filter(([, state]) => !isBackOff(state)))) add(from, to);
  for (const [from, to] of neighbours(states)) if (isBackOff(to[1]) && !isBackOff(from[1])) add(from, to);
  return gaps;
}

/** A gap that fewer recordings have gives no range. */
const LEAST_RECORDINGS = 3;

/** Returns the range of each gap in several recordings of a case. */
export function rangesOf(recordings: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, Gap>> {
  const found = new Map<string, number[]>();
  for (const recording of recordings)
    for (const [key, seconds] of Object.entries(recording)) found.set(key, [...(found.get(key) ?? []), seconds]);
  const ranges = [...found].filter(([, seconds]) => seconds.length >= LEAST_RECORDINGS);
  return Object.fromEntries(ranges.map(([key, seconds]) => [key, [Math.min(...seconds), Math.max(...seconds)]]));
}

/** Times differ if the difference is more than 1 s and more than 20 %. */
const toleranceOf = (seconds: number): number => Math.max(1, 0.2 * seconds);

export const isWithin = (seconds: number, [least, greatest]: Gap): boolean =>
  seconds >= least - toleranceOf(least) && seconds <= greatest + toleranceOf(greatest);
