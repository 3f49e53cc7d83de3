import { useMedia } from "../../ui/theme/use-media.ts";
import css from "./verdict.module.css";

/** Mean widths in the headline's type, CSS pixels: a column of the sentence, and a bold letter of the word. */
const COLUMN_PX = 12.1;
const LETTER_PX = 17;
/** A letter of the name in a button. */
const BUTTON_PX = 7;
/** Icon, margins and gaps, and the buttons without the name. */
const AROUND_PX = 312;
/** Wider pages have larger type, and no smaller headline. */
const MAX_PX = 1800;

/** Returns the class of a headline whose line does not fit the page: its sentence has two lines of smaller type.
 *  `columns`, `nameColumns`: widths of name and sentence, and of the name in a button, if any. */
export function useLongClass(word: string, columns: number, nameColumns = 0): string | undefined {
  const neededPx = AROUND_PX + word.length * LETTER_PX + columns * COLUMN_PX + nameColumns * BUTTON_PX;
  return useMedia(`(600px < width <= ${Math.min(MAX_PX, neededPx)}px)`) ? css.long : undefined;
}
