import fc from "fast-check";
import { expect, it } from "vitest";
import { applyRowChanges, NO_ROWS, type RowIds, rowIdOf, sortedNames, sortedRowIds, usedRows } from "./row-ids.ts";

const SEED = Number(process.env.SEED ?? 20261125);

/** The taken slots, sorted by plain comparison. */
function comparedSlots({ names }: RowIds): readonly number[] {
  const taken = [...names.keys()].filter((slot) => names[slot] !== undefined);
  return taken.sort((a, b) => ((names[a] ?? "") < (names[b] ?? "") ? -1 : 1));
}

function filled(names: readonly string[], free: readonly (readonly [number, number])[] = []) {
  const parts = usedRows(names, free, (name) => name);
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}

it(`sorting names in time slices equals a full sort, seed ${SEED}`, () => {
  const names = fc.uniqueArray(fc.nat(99_999), { minLength: 3000, maxLength: 7000 });
  fc.assert(
    fc.property(names, fc.boolean(), (numbers, isSorted) => {
      const slots =
        filled((isSorted ? numbers.toSorted((a, b) => a - b) : numbers).map((each) => `ip-10-${each}.internal`))?.slots ?? NO_ROWS;
      expect(sortedRowIds(slots)).toEqual(comparedSlots(slots));
      expect(sortedNames(slots)).toEqual(comparedSlots(slots).map((slot) => slots.names[slot]));
    }),
    { seed: SEED, numRuns: 5 },
  );
});

it(`F11 the incremental order of names equals a full sort after any joins, leaves and moves, seed ${SEED}`, () => {
  const name = fc.constantFrom("a", "b", "c", "d", "e", "f", "g");
  const step = fc.record({ leave: fc.uniqueArray(name, { maxLength: 3 }), join: fc.uniqueArray(name, { maxLength: 3 }), shift: fc.nat(5) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
      let slots = NO_ROWS;
      let records: readonly (string | undefined)[] = [];
      for (const [seq, { leave, join, shift }] of steps.entries()) {
        const freed = leave.flatMap((each) => rowIdOf(slots, each) ?? []);
        const isPresent = (each: string) => rowIdOf(slots, each) !== undefined && !leave.some((left) => left === each);
        const free = [...new Set([...slots.freed.keys(), ...freed])];
        const freeSlots = [...free.slice(shift), ...free.slice(0, shift)];
        const newNames = join.filter((each) => !isPresent(each));
        const put = newNames.map((each, at) => [freeSlots[at] ?? slots.names.length + at - freeSlots.length, each] as const);
        // The order of the old names is cached, so the new order is derived from it.
        sortedRowIds(slots);
        const after = applyRowChanges(slots, records, { freed: freed.map((slot) => [slot, seq] as const), put }, (each) => each);
        if (after === undefined) throw new Error("the slots do not fit");
        ({ slots, records } = after);
        expect(sortedRowIds(slots)).toEqual(comparedSlots(slots));
      }
    }),
    { seed: SEED, numRuns: 500 },
  );
});

it("F2 records fill the slots that are not free; a gap or a repeated name gives undefined", () => {
  expect(filled(["a", "b"], [[1, 7]])).toEqual({
    slots: { names: ["a", undefined, "b"], freed: new Map([[1, 7]]) },
    records: ["a", undefined, "b"],
  });
  expect(filled(["a"], [[2, 7]])).toBeUndefined();
  expect(filled(["a", "a"])).toBeUndefined();
  expect(filled(["a"], [[0.5, 7]])).toBeUndefined();
  expect(
    filled(
      [],
      [
        [0, 7],
        [1, 7],
      ],
    )?.slots.names,
  ).toEqual([undefined, undefined]);
});
