import type { NodeCells } from "../../../data/rows/node-cells.ts";
import { textWidth } from "../../../words/format/text-width.ts";

/** Average advance width of a name in Inter at 13 px. */
const CHARACTER = 6.4;
const FONT_SIZE = 13;

/** Returns the approximate width of the longest node name, in CSS pixels. O(nodes): used only for as many nodes as have
 *  names next to their cells. */
export const namesWidth = ({ rows }: Pick<NodeCells, "rows">): number =>
  Math.ceil(rows.names.reduce((most, name) => Math.max(most, name === undefined ? 0 : textWidth(name, CHARACTER, FONT_SIZE)), 0));
