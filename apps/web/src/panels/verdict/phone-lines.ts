import { MAX_UNBROKEN_LENGTH } from "../../ui/text/Unhyphenated.tsx";

/** Columns of large type next to the icon at 360 px, the narrowest phone that is common. */
const PHONE_COLUMNS = 30;
/** A Latin name or word, or another character. A line can end after each. */
const PARTS = /[!-~]+|[^\s!-~]/g;

/** Returns the width of a text in columns of a Latin letter: a Chinese character has two. */
export const columnsOf = (text: string): number => text.length + (text.match(/[\u3000-\uffff]/g)?.length ?? 0);

/** Returns the lines of a headline on a phone. `wordColumns`: width of the bold word before the text. */
export function phoneLines(wordColumns: number, text: string): number {
  let lines = 1;
  let used = wordColumns;
  let end = 0;
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    const gap = index > end || index === 0 ? 1 : 0;
    end = index + part.length;
    const columns = columnsOf(part);
    if (used + gap + columns <= PHONE_COLUMNS) used += gap + columns;
    else if (columns > MAX_UNBROKEN_LENGTH) {
      used += gap + columns;
      lines += Math.floor(used / PHONE_COLUMNS);
      used %= PHONE_COLUMNS;
    } else {
      lines += 1;
      used = columns;
    }
  }
  return lines;
}
