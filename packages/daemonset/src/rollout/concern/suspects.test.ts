import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chanceOfAtLeast, findSuspects, type SuspectCandidate } from "./suspects.ts";

const SEED = Number(process.env.SEED ?? 20261122);

interface Parts {
  readonly fallen: readonly number[];
  readonly reached?: number;
  readonly others?: number;
  readonly othersFallen?: number;
}
/** Only the fallen nodes were reached, and twenty other nodes are healthy. */
const candidate = (key: string, { fallen, reached = fallen.length, others = 20, othersFallen = 0 }: Parts): SuspectCandidate => ({
  key,
  fallen: new Set(fallen),
  reached,
  others,
  othersFallen,
});
const suspectsOf = (sets: Readonly<Record<string, Parts>>) =>
  Object.fromEntries(findSuspects(Object.entries(sets).map(([key, parts]) => candidate(key, parts))));

describe("R12 the revision that may break nodes", () => {
  const rows: readonly [string, Readonly<Record<string, Parts>>, object][] = [
    ["one node alone is a NotReady node", { a: { fallen: [1], others: 5000 } }, {}],
    ["two of two, and none of twenty others", { a: { fallen: [1, 2] } }, { a: {} }],
    ["two of three in a cluster of eight", { a: { fallen: [1, 2], reached: 3, others: 5 } }, { a: {} }],
    ["two of twenty reached is within chance", { a: { fallen: [1, 2], reached: 20, others: 24 } }, {}],
    ["two of all, reached long ago: no node to compare with", { a: { fallen: [1, 2], reached: 44, others: 0 } }, {}],
    [
      "every node of a cluster that was reached at once",
      { a: { fallen: Array.from({ length: 44 }, (_, at) => at), others: 0 } },
      { a: {} },
    ],
    ["two of two, and as large a share of the others", { a: { fallen: [1, 2], others: 6, othersFallen: 5 } }, {}],
    [
      "ten of a hundred, and none of thousands",
      { a: { fallen: Array.from({ length: 10 }, (_, at) => at), reached: 100, others: 4900 } },
      { a: {} },
    ],
    ["two that fit equally", { a: { fallen: [1, 2] }, b: { fallen: [1, 2] } }, { a: { rival: "b" }, b: { rival: "a" } }],
    ["three that fit equally", { a: { fallen: [1, 2] }, b: { fallen: [1, 2] }, c: { fallen: [1, 2] } }, {}],
    ["the one that explains more", { a: { fallen: [1, 2, 3] }, b: { fallen: [1, 2] } }, { a: {} }],
    ["two that share half of their nodes", { a: { fallen: [1, 2] }, b: { fallen: [2, 3] } }, { a: { rival: "b" }, b: { rival: "a" } }],
    ["two that share no node are independent", { a: { fallen: [1, 2] }, b: { fallen: [3, 4] } }, { a: {}, b: {} }],
    [
      "one that was on all nodes, and one that was on two",
      { a: { fallen: [1, 2] }, b: { fallen: [1, 2], reached: 22, others: 0 } },
      { a: {} },
    ],
  ];
  it.each(rows)("R12 %s", (_name, sets, expected) => {
    expect(suspectsOf(sets)).toEqual(expected);
  });

  const parts = fc.record({
    fallen: fc.uniqueArray(fc.nat(6), { maxLength: 5 }),
    more: fc.nat(30),
    others: fc.nat(40),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const candidates = fc
    .array(parts, { maxLength: 5 })
    .map((each) =>
      each.map(({ fallen, more, others, share }, at) =>
        candidate(`default/${at}`, { fallen, reached: fallen.length + more, others, othersFallen: Math.floor(others * share) }),
      ),
    );
  it(`R12 a suspect has several nodes and at most one equal rival, in any order of input, seed ${SEED}`, () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const found = findSuspects(all);
        const byKey = new Map(all.map((each) => [each.key, each]));
        for (const [key, { rival }] of found) {
          expect(byKey.get(key)?.fallen.size).toBeGreaterThan(1);
          // Two equal suspects name each other.
          if (rival !== undefined) expect(byKey.get(rival)?.fallen.size).toBe(byKey.get(key)?.fallen.size);
          // A suspect with an equal twin is never named alone.
          const twin = findSuspects([...all, { ...(byKey.get(key) as SuspectCandidate), key: "default/twin" }]).get(key);
          expect(twin === undefined || twin.rival === "default/twin").toBe(true);
        }
        expect(findSuspects(all.toReversed())).toEqual(found);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
  it(`R12 more failing nodes without the revision never make it more suspect, seed ${SEED}`, () => {
    fc.assert(
      fc.property(candidates, (all) => {
        for (const each of all) {
          if (each.othersFallen >= each.others) continue;
          const more = { ...each, othersFallen: each.othersFallen + 1 };
          if (findSuspects([more]).size > 0) expect(findSuspects([each]).size).toBe(1);
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
  it("R12 the chance is a close upper bound of the Poisson probability", () => {
    const exact = (count: number, expected: number) => {
      let term = Math.exp(-expected);
      let below = 0;
      for (let at = 0; at < count; at++) {
        below += term;
        term *= expected / (at + 1);
      }
      return 1 - below;
    };
    for (const [count, expected] of [
      [2, 0.25],
      [3, 0.5],
      [5, 1],
      [10, 3],
    ] as const) {
      const bound = chanceOfAtLeast(count, expected);
      expect(bound).toBeGreaterThanOrEqual(exact(count, expected));
      expect(bound).toBeLessThan(exact(count, expected) * 1.1);
    }
    expect([chanceOfAtLeast(0, 3), chanceOfAtLeast(3, 3), chanceOfAtLeast(5000, 2500)]).toEqual([1, 1, 0]);
  });
});
