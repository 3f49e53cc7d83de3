import { line, max, scaleLinear } from "d3";

const INSET = 1;

/** The path of a line through counts, oldest at the left: the largest at the top, 0 at the bottom. */
export function sparkPath(counts: readonly number[], width: number, height: number): string {
  const x = scaleLinear([0, Math.max(1, counts.length - 1)], [INSET, width - INSET]);
  const y = scaleLinear([0, Math.max(1, max(counts) ?? 0)], [height - INSET, INSET]);
  const path = line<number>((_, at) => x(at), y).digits(1);
  return path(counts) ?? "";
}
