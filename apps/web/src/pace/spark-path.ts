const INSET = 1;

/** The path of a line through counts, oldest at the left: the largest at the top, 0 at the bottom. */
export function sparkPath(counts: readonly number[], width: number, height: number): string {
  const most = Math.max(1, ...counts);
  const step = (width - 2 * INSET) / Math.max(1, counts.length - 1);
  return counts
    .map((count, at) => {
      const x = INSET + at * step;
      const y = height - INSET - (count / most) * (height - 2 * INSET);
      return `${at === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}
