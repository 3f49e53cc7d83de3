import type { NodeCells } from "../../../data/rows/node-cells.ts";
import { textWidth } from "../../../words/format/text-width.ts";

/** Advance width of a name in JetBrains Mono: 0.6 em of 12 px · 0.93. */
const CHARACTER = 6.7;
const FONT_SIZE = 12;

/** Returns the approximate width of the longest node name, in CSS pixels. O(nodes): used only for as many nodes as have
 *  names next to their cells. */
export const namesWidth = ({ rows }: Pick<NodeCells, "rows">): number =>
  Math.ceil(rows.names.reduce((most, name) => Math.max(most, name === undefined ? 0 : textWidth(name, CHARACTER, FONT_SIZE)), 0));
