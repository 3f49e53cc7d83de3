/** Up to here the table is exact. The series after it has a relative error below 1e-15. */
const TABLE_SIZE = 256;
const table: number[] = [0];
for (let n = 1; n < TABLE_SIZE; n++) table.push((table[n - 1] ?? 0) + Math.log(n));

/** Returns ln n!. O(1). Source of the series: Stirling, DLMF 5.11.1. */
function logFactorial(n: number): number {
  if (n < TABLE_SIZE) return table[n] ?? 0;
  const inverse = 1 / n;
  const square = inverse * inverse;
  return n * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI * n) + inverse * (1 / 12 - square * (1 / 360 - square / 1260));
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/** Returns the probability that at least `count` of `drawn` nodes are marked, if `marked` of all `total` nodes are. A
 *  count that is not above the expectation counts as chance: 1. O(drawn), and mostly a few terms. */
export function chanceOfSharing({
  count,
  drawn,
  marked,
  total,
}: {
  readonly count: number;
  readonly drawn: number;
  readonly marked: number;
  readonly total: number;
}): number {
  if (count * total <= drawn * marked) return 1;
  const most = Math.min(drawn, marked);
  // In logarithms, because the numbers of combinations exceed the largest float.
  const logTerm = logChoose(marked, count) + logChoose(total - marked, drawn - count) - logChoose(total, drawn);
  let sum = 1;
  let term = 1;
  for (let at = count; at < most && term > sum * 1e-17; at++) {
    term *= ((drawn - at) * (marked - at)) / ((at + 1) * (total - drawn - marked + at + 1));
    sum += term;
  }
  return Math.min(1, Math.exp(logTerm) * sum);
}
