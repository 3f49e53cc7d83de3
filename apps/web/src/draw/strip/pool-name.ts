import { textWidth } from "../../words/format/text-width.ts";

const NAME_CHARACTER = 6.4;
const NAME_SIZE = 11;
/** A longer name is cut, because it would narrow the columns. */
const MAX_WIDTH = 40;

/** Returns the width of a whole name, CSS pixels. */
export const wholeWidth = (name: string): number => Math.ceil(textWidth(name, NAME_CHARACTER, NAME_SIZE)) + 2;

/** Returns the width of a pool's heading, CSS pixels. */
export const nameWidth = (name: string): number => Math.min(MAX_WIDTH, wholeWidth(name));
