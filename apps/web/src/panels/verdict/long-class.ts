import { useMedia } from "../../ui/theme/use-media.ts";
import { columnsOf } from "./columns-of.ts";
import css from "./verdict.module.css";

/** Mean widths in the headline's type, CSS pixels: a column of the sentence, and a bold letter of the word. */
const COLUMN_PX = 12.1;
const LETTER_PX = 17;
/** A letter of the name in a button. */
const BUTTON_PX = 7;
/** Icon, margins and gaps, the colon after the name, and the buttons without the name. */
const AROUND_PX = 336;
/** Up to this width, as in the stylesheet, a long sentence has two lines of smaller type. A wider page has a shorter
 *  sentence. */
const TWO_LINES_PX = 1000;

/** Returns a media query for pages above a width that are too narrow for a headline. */
const tooNarrow = (abovePx: number, word: string, columns: number, nameColumns: number): string =>
  `(${abovePx}px < width <= ${AROUND_PX + word.length * LETTER_PX + columns * COLUMN_PX + nameColumns * BUTTON_PX}px)`;

/** Returns the class of a headline whose line does not fit a narrow page: its sentence has two lines of smaller type.
 *  `columns`, `nameColumns`: widths of name and sentence, and of the name in a button, if any. */
export function useLongClass(word: string, columns: number, nameColumns = 0): string | undefined {
  return useMedia(tooNarrow(600, word, columns, nameColumns)) ? css.long : undefined;
}

/** A sentence, the same with fewer details, and its first clause. */
type Sentences = readonly [full: string, short: string, clause: string];

/** Returns a sentence, then without the names in brackets and with the tags of its images only, then its first
 *  clause. Chinese sentences have the number of nodes in brackets, which stays. */
export function shorterSentences(sentence: string, tags: readonly (readonly [image: string, tag: string])[]): Sentences {
  const unnamed = sentence.replaceAll(/\s?[(（](?!\d+ [個个])[^)）]*[)）](?=$|[;；])/g, "");
  const short = tags.reduce((text, [image, tag]) => text.replace(image, tag), unnamed);
  return [sentence, short, short.replace(/[;；].*/, "")];
}

/** Returns the longest of these sentences that fits its line. `others`: columns of the name before the sentence. */
export function useFittingSentence(word: string, [full, short, clause]: Sentences, others = 0, nameColumns = 0): string {
  const isFullCut = useMedia(tooNarrow(TWO_LINES_PX, word, columnsOf(full) + others, nameColumns));
  const isShortCut = useMedia(tooNarrow(TWO_LINES_PX, word, columnsOf(short) + others, nameColumns));
  return isShortCut ? clause : isFullCut ? short : full;
}
