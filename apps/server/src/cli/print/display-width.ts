/** Characters that take two columns in a terminal (Unicode TR11: wide and full width), and emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
/** Characters that take no column: combining marks, joiners and variation selectors. */
const ZERO = /[\p{Mn}\p{Me}\u200c\u200d]/u;
const ASCII = /^[\x20-\x7e]*$/;

/** Returns the columns that a text takes in a terminal. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** Returns a text in at most this many columns. A shortened text ends with three dots. */
export const fitting = (text: string, columns: number): string =>
  displayWidth(text) <= columns ? text : `${fittingStart(text, columns - 3)}...`;

/** Returns the longest beginning of a text that takes at most `columns` columns. */
export function fittingStart(text: string, columns: number): string {
  let width = 0;
  let fitting = "";
  for (const character of text) {
    width += displayWidth(character);
    if (width > columns) break;
    fitting += character;
  }
  return fitting;
}
