import fc from "fast-check";
import { expect, test } from "vitest";
import { CellColumn } from "./cell-column.ts";

const SEED = Number(process.env.SEED ?? 20261126);
const ROWS = 12;

/** A column is derived from any earlier one, then read, kept or ignored. */
const stepArbitrary = fc.record({
  of: fc.nat(),
  rows: fc.uniqueArray(fc.nat(ROWS - 1), { maxLength: 5 }).map((rows) => rows.sort((a, b) => a - b)),
  byte: fc.nat(255),
  read: fc.constantFrom("at", "now", "bytes", "nothing"),
});

test("F1 a column keeps its value, regardless of derived columns and read order", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: ROWS, maxLength: ROWS }), fc.array(stepArbitrary, { maxLength: 60 }), (first, steps) => {
      const columns = [new CellColumn(first.slice())];
      const plain = [first.slice()];
      const kept: [Uint8Array, Uint8Array][] = [];
      for (const { of, rows, byte, read } of steps) {
        // Mostly the newest column, as in a log.
        const at = of % 3 === 0 ? of % columns.length : columns.length - 1;
        const [column, was] = [columns[at], plain[at]];
        if (column === undefined || was === undefined) throw new Error("there is one");
        if (read === "at") expect(column.at(of % ROWS)).toBe(was[of % ROWS]);
        if (read === "now") expect(column.now).toEqual(was);
        if (read === "bytes") kept.push([column.bytes, was]);
        columns.push(
          column.with(
            rows,
            rows.map((row) => (byte + row) % 256),
          ),
        );
        const is = was.slice();
        for (const row of rows) is[row] = (byte + row) % 256;
        plain.push(is);
      }
      for (const [bytes, was] of kept) expect(bytes).toEqual(was);
      expect(columns.map(({ now }) => now)).toEqual(plain);
      expect(columns.map((column) => column.at(ROWS))).toEqual(plain.map(() => 0));
    }),
    { seed: SEED, numRuns: 500 },
  );
});

test("bounds copies: none for consecutive frames, one if a reader keeps the bytes", () => {
  const rows = Array.from({ length: 100 }, (_, at) => at * 100);
  const next = (column: CellColumn, byte: number) =>
    column.with(
      rows,
      rows.map(() => byte),
    );
  let column = new CellColumn(new Uint8Array(10_000));
  const copies = new Set<ArrayBufferLike>();
  for (let frame = 0; frame < 100; frame++) {
    copies.add(column.now.buffer);
    column = next(column, frame);
  }
  expect(copies.size).toBe(1);
  // The steps of an older column would now be longer than its bytes.
  column = next(column, 1);
  expect(copies.has(column.now.buffer)).toBe(false);
  const kept = column.bytes;
  const after = next(column, 2);
  expect([after.now === kept, next(after, 3).now.buffer === after.now.buffer]).toEqual([false, false]);
  expect(kept[0]).toBe(1);
});
