import { textWidth } from "../../words/format/text-width.ts";

const NAME_CHARACTER = 5.8;
const NAME_SIZE = 10;
/** A longer line is cut, because it would narrow the columns. */
const MAX_LINE = 50;

const widthOf = (text: string): number => Math.ceil(textWidth(text, NAME_CHARACTER, NAME_SIZE)) + 2;

/** Returns the lines of a pool's heading: one, or two that are broken after a hyphen, if both are short enough then. */
export function poolNameLines(name: string): readonly [string] | readonly [string, string] {
  if (widthOf(name) <= MAX_LINE) return [name];
  const breaks = [...name.matchAll(/-(?=.)/g)].map(({ index }) => [name.slice(0, index + 1), name.slice(index + 1)] as const);
  const widest = (lines: readonly string[]) => Math.max(...lines.map(widthOf));
  const [best] = breaks.sort((a, b) => widest(a) - widest(b));
  return best === undefined || widest(best) > MAX_LINE ? [name] : best;
}

/** Returns the width of a pool's heading, CSS pixels. */
export const nameWidth = (name: string): number => Math.min(MAX_LINE, Math.max(...poolNameLines(name).map(widthOf)));
