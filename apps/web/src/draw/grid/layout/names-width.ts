import type { NodeCells } from "../../../data/rows/node-cells.ts";
import { textWidth } from "../../../words/format/text-width.ts";

const FONT_SIZE = 13;
/** Advance width of most letters and digits in Inter at 13 px. */
const CHARACTER = 7.6;
/** Differences of the letters that are much wider or narrower. */
const DIFFERENCES: readonly (readonly [RegExp, number])[] = [
  [/[mw]/gi, 3.4],
  [/[fr1-]/g, -2.1],
  [/[ijlt.]/g, -4.1],
];

function nameWidth(name: string): number {
  let width = textWidth(name, CHARACTER, FONT_SIZE);
  for (const [letters, difference] of DIFFERENCES) width += difference * (name.match(letters)?.length ?? 0);
  return width;
}

/** Returns the approximate width of the longest node name, in CSS pixels. O(nodes): used only for as many nodes as have
 *  names next to their cells. */
export const namesWidth = ({ rows }: Pick<NodeCells, "rows">): number =>
  Math.ceil(rows.names.reduce((most, name) => Math.max(most, name === undefined ? 0 : nameWidth(name)), 0));
