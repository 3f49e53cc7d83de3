import { NO_EFFECT } from "@daemonscope/shared/state/frame-effect";
import fc from "fast-check";
import { expect, test } from "vitest";
import { affectedRows } from "./daemonset-cells.ts";

const rowsBelow = (most: number) => fc.uniqueArray(fc.nat(most), { maxLength: 200 }).map((rows) => rows.toSorted((a, b) => a - b));

test("merges the rows of all lists of an effect, each row once", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(rowsBelow(900), { maxLength: 3 }), { maxLength: 6 }),
      rowsBelow(900),
      rowsBelow(900),
      (columns, freed, put) => {
        const effect = { ...NO_EFFECT, rows: { freed, put }, cells: new Map(columns.map((lists, column) => [column, lists])) };
        const touched = affectedRows(effect, columns.keys());
        expect(touched.toSorted((a, b) => a - b)).toEqual([...new Set([...freed, ...put, ...columns.flat(2)])].toSorted((a, b) => a - b));
      },
    ),
    { seed: 20261125 },
  );
});
