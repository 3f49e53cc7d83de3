import type { NodeCells } from "../rows/node-cells.ts";
import { textWidth } from "../text/text-width.ts";

/** Advance width of a name in JetBrains Mono: 0.6 em of 12 px · 0.93. */
const CHARACTER = 6.7;
const FONT_SIZE = 12;

/** About what the longest name of a node needs beside its cell, CSS pixels. O(nodes): for as many as have names beside them. */
export const namesWidth = ({ rows }: Pick<NodeCells, "rows">): number =>
  Math.ceil(rows.names.reduce((most, name) => Math.max(most, name === undefined ? 0 : textWidth(name, CHARACTER, FONT_SIZE)), 0));
