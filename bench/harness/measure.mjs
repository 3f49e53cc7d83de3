// Rounds of subjects and baselines, and their statistics: medians, ranges, and ratios of pairs with a confidence
// interval.
import { PAIRS } from "./settings.mjs";

export const quantile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
};
export const median = (values) => quantile(values, 0.5);
export const max = (values) => Math.max(0, ...values);
export const round = (value, digits = 1) => (value === undefined ? undefined : Number(value.toFixed(digits)));

/** Returns lists of values by key, in their order. */
export function groupBy(values, keyOf) {
  const groups = new Map();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
}

/** Returns the text `median (least–most)`. */
export const spread = (values, digits = 1) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;

const SAMPLES = 2000;
/** Returns the median of ratios, and the bounds that contain it in 95 of 100 resamples. The seed is fixed. */
export function medianWithBounds(ratios) {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const medians = Array.from({ length: SAMPLES }, () => median(ratios.map(() => ratios[Math.floor(random() * ratios.length)])));
  return { median: median(ratios), from: quantile(medians, 0.025), to: quantile(medians, 0.975) };
}

/** Returns `subject ÷ baseline` of the pairs: the median, its interval, and the result for a goal. */
export function ratioOf(pairs, goal) {
  const { median: ratio, from, to } = medianWithBounds(pairs);
  return {
    ratio: round(ratio, 2),
    from: round(from, 2),
    to: round(to, 2),
    pairs: pairs.length,
    ...(goal === undefined ? {} : verdictOf({ from, to }, goal)),
  };
}
function verdictOf({ from, to }, { atMost, atLeast }) {
  const isMet = atMost === undefined ? from >= atLeast : to <= atMost;
  const isMissed = atMost === undefined ? to < atLeast : from > atMost;
  return {
    goal: atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`,
    result: isMet ? "met" : isMissed ? "missed" : "undecided",
  };
}

/**
 * Runs each subject once a round, alternately: A B, then B A, so that the order favours neither. Returns the runs of
 * each, in the order of the rounds.
 */
export async function alternate(subjects, rounds = PAIRS) {
  const runs = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let at = 0; at < rounds; at++) {
    const order = Object.entries(subjects);
    for (const [name, run] of at % 2 === 0 ? order : order.reverse()) runs[name].push(await run());
  }
  return runs;
}
/** Returns for each round the ratio of a value of one run to that of another. */
export const pairsOf = (above, below, read) => above.map((each, at) => read(each) / read(below[at]));

/**
 * Returns a table row of runs. A column is `[read, digits]` for the spread of a value, or a function of all runs.
 */
export const rowOf = (runs, columns) =>
  Object.fromEntries(
    Object.entries(columns).map(([heading, column]) => [
      heading,
      typeof column === "function" ? column(runs) : spread(runs.map(column[0]), column[1]),
    ]),
  );

/**
 * Compares subjects in alternating rounds, and prints a row for each. `ratios`: by heading
 * `[above, below, read, goal]`, two names of subjects, the compared value and an optional goal. `runs` takes rounds
 * that were run already. `title` may be a function of the runs.
 */
export async function compare({ title, subjects, rounds = PAIRS, runs, columns, ratios = {}, names = {} }) {
  const all = runs ?? (await alternate(subjects, rounds));
  const count = Object.values(all)[0].length;
  const text = typeof title === "function" ? title(all) : title;
  console.log(`\n${text}; ${count} alternating rounds; median (least–most)`);
  console.table(Object.fromEntries(Object.entries(all).map(([name, list]) => [names[name] ?? name, rowOf(list, columns)])));
  const measured = Object.fromEntries(
    Object.entries(ratios).map(([heading, [above, below, read, goal]]) => [heading, ratioOf(pairsOf(all[above], all[below], read), goal)]),
  );
  if (Object.keys(measured).length > 0) console.table(measured);
  return { runs: all, ratios: measured };
}

/** Returns why a rate was not kept, or "yes". */
export const rateKept = (share) => (share >= 0.99 ? "yes" : `no: ${round(share * 100)} %`);
