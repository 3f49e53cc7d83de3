// Statistics of several rounds: medians, ranges, and ratios of pairs with a confidence interval.
export const quantile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
};
export const median = (values) => quantile(values, 0.5);
export const round = (value, digits = 1) => (value === undefined ? undefined : Number(value.toFixed(digits)));

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
    "": isMet ? "met" : isMissed ? "missed" : "undecided",
  };
}

/**
 * Runs each subject once a round, alternately: A B, then B A, so that the order favours neither. Returns the runs of
 * each, in the order of the rounds.
 */
export async function inTurn(subjects, rounds) {
  const runs = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let at = 0; at < rounds; at++) {
    const order = Object.entries(subjects);
    for (const [name, run] of at % 2 === 0 ? order : order.reverse()) runs[name].push(await run());
  }
  return runs;
}
/** Returns for each round the ratio of a value of one run to that of another. */
export const pairsOf = (above, below, read) => above.map((each, at) => read(each) / read(below[at]));
