// The performance score of Lighthouse 12, computed from measured times. Its npm package has 28 dependencies and is not
// used. Curves and weights: https://github.com/GoogleChrome/lighthouse, default-config.js and statistics.js.

/** Weight of each metric, and the values with scores of 0.9 and 0.5. Milliseconds, except `cls`. */
const CURVES = {
  mobile: {
    fcp: [0.1, 1800, 3000],
    si: [0.1, 3387, 5800],
    lcp: [0.25, 2500, 4000],
    tbt: [0.3, 200, 600],
    cls: [0.25, 0.1, 0.25],
  },
  desktop: {
    fcp: [0.1, 934, 1600],
    si: [0.1, 1311, 2300],
    lcp: [0.25, 1200, 2400],
    tbt: [0.3, 150, 350],
    cls: [0.25, 0.1, 0.25],
  },
};
/** `erfc⁻¹(1/5)`, which puts the curve through 0.9. */
const INVERSE_ERFC_ONE_FIFTH = 0.906_193_802_436_823;
/** A task blocks for the time after this. */
const SHORT_TASK_MS = 50;

/** Approximates the error function (Abramowitz and Stegun, 7.1.26), as Lighthouse does. */
function erf(x) {
  const t = 1 / (1 + 0.327_591_1 * Math.abs(x));
  const terms = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
  const polynomial = t * terms.reduceRight((sum, term) => term + t * sum);
  return Math.sign(x) * (1 - polynomial * Math.exp(-x * x));
}

/** Returns the share of pages that are slower than `value` on a log-normal curve. */
function scoreOf(value, p10, median) {
  if (value <= 0) return 1;
  const standardized = (Math.log(value / median) * INVERSE_ERFC_ONE_FIFTH) / -Math.log(p10 / median);
  return (1 - erf(standardized)) / 2;
}

/** Returns the score of 0 to 100 for a form factor, `mobile` or `desktop`. */
export function performanceScore(metrics, formFactor) {
  const parts = Object.entries(CURVES[formFactor]).map(([name, [weight, p10, median]]) => weight * scoreOf(metrics[name], p10, median));
  return 100 * parts.reduce((sum, part) => sum + part);
}

/** Returns the sum of the times by which tasks after the first content exceed 50 ms. */
export const totalBlockingTime = (tasks, fcp) =>
  tasks.reduce((sum, { startTime, duration }) => {
    const inWindow = startTime + duration - Math.max(startTime, fcp);
    return sum + Math.max(0, inWindow - SHORT_TASK_MS);
  }, 0);

/** Returns the largest sum of shifts within 5 s and without a gap of 1 s. */
export function cumulativeLayoutShift(shifts) {
  let [largest, sum, beganMs, lastMs] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  for (const { startTime, value } of shifts) {
    if (startTime - lastMs > 1000 || startTime - beganMs > 5000) [sum, beganMs] = [0, startTime];
    sum += value;
    lastMs = startTime;
    largest = Math.max(largest, sum);
  }
  return largest;
}

/** Returns the time that the average part of the picture takes to appear. `frames`: `progress` of 0 to 1 at `atMs`. */
export function speedIndex(frames) {
  let [index, lastMs, progress] = [0, 0, 0];
  for (const frame of frames) {
    index += (frame.atMs - lastMs) * (1 - progress);
    lastMs = frame.atMs;
    progress = frame.progress;
  }
  return index;
}
