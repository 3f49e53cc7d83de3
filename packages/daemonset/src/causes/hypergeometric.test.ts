import fc from "fast-check";
import { expect, it } from "vitest";
import { chanceOfSharing } from "./hypergeometric.ts";

const SEED = Number(process.env.SEED ?? 20261129);

/** Exact numbers of combinations. */
function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let result = 1n;
  for (let at = 1; at <= k; at++) result = (result * BigInt(n - k + at)) / BigInt(at);
  return result;
}

it.each([
  [{ count: 6, drawn: 6, marked: 6, total: 49 }, 1 / 13_983_816],
  [{ count: 2, drawn: 2, marked: 2, total: 49 }, 1 / 1176],
  [{ count: 5, drawn: 6, marked: 6, total: 49 }, (6 * 43 + 1) / 13_983_816],
  [{ count: 3, drawn: 6, marked: 6, total: 12 }, 1],
])("K5 computes the probability that nodes share a trait by chance: %o", (of, expected) => {
  expect(chanceOfSharing(of)).toBeCloseTo(expected, 12);
});

it(`K5 equals the sum of exact fractions, seed ${SEED}`, () => {
  const counts = fc.tuple(fc.integer({ min: 2, max: 60 }), fc.nat(), fc.nat(), fc.nat()).map(([total, a, b, c]) => {
    const drawn = 1 + (a % (total - 1));
    const marked = 1 + (b % (total - 1));
    const least = Math.max(0, drawn + marked - total);
    return { total, drawn, marked, count: least + (c % (Math.min(drawn, marked) - least + 1)) };
  });
  fc.assert(
    fc.property(counts, (of) => {
      const { total, drawn, marked, count } = of;
      if (count * total <= drawn * marked) {
        expect(chanceOfSharing(of)).toBe(1);
        return;
      }
      let ways = 0n;
      for (let at = count; at <= Math.min(drawn, marked); at++) ways += choose(marked, at) * choose(total - marked, drawn - at);
      const exact = Number((ways * 10n ** 40n) / choose(total, drawn)) / 1e40;
      expect(chanceOfSharing(of) / exact).toBeCloseTo(1, 9);
    }),
    { seed: SEED, numRuns: 300 },
  );
});

it("K5 stays finite for a hundred thousand nodes", () => {
  expect(chanceOfSharing({ count: 50_000, drawn: 50_000, marked: 50_000, total: 100_000 })).toBe(0);
  const chance = chanceOfSharing({ count: 1100, drawn: 2000, marked: 50_000, total: 100_000 });
  // The normal approximation with the finite population correction.
  expect(chance).toBeGreaterThan(2e-6);
  expect(chance).toBeLessThan(6e-6);
});
