import { textWidth } from "../../words/format/text-width.ts";

const NAME_CHARACTER = 6.4;
const NAME_SIZE = 11;
/** A longer name is cut, because it would narrow the columns. A name of several parts has initials. */
const MAX_WIDTH = 64;
const MAX_WIDTH_OF_PARTS = 40;

/** Returns the width of a whole name, CSS pixels. */
export const wholeWidth = (name: string): number => Math.ceil(textWidth(name, NAME_CHARACTER, NAME_SIZE)) + 2;

/** Returns the width of a pool's heading, CSS pixels. */
export const nameWidth = (name: string): number => Math.min(name.includes("-") ? MAX_WIDTH_OF_PARTS : MAX_WIDTH, wholeWidth(name));
