import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import { type CellVariant, cellVariantOfByte } from "./cell-variant.ts";
import { CELL_VARIANT_FACTS } from "./cell-variant-facts.ts";

/** All variants, the worst first. Every sort by severity uses this order. */
export const VARIANTS_BY_SEVERITY = Object.keys(CELL_VARIANT_FACTS) as readonly CellVariant[];

const RANK = Uint8Array.from({ length: 256 }, (_, byte) => VARIANTS_BY_SEVERITY.indexOf(cellVariantOfByte(byte)));

/** Returns the severity of a cell; 0 is the worst. Flags count only if they change the variant. */
export const severityOf = (byte: CellByte): number => RANK[byte] ?? 0;

/** Returns the weight that a cell adds to its group. An available or excluded cell adds 0. */
export const severityWeight = (byte: CellByte): number => CELL_VARIANT_FACTS[cellVariantOfByte(byte)].trouble;
