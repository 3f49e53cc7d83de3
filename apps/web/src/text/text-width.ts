/** The least code point of what is written as wide as high: Chinese characters and their punctuation. */
const FIRST_WIDE = 0x2e80;

/** About the width of a text in CSS pixels, without a font at hand: `character` for a Latin letter or a digit, `fontSize` for a Chinese character. Pure. */
export function textWidth(text: string, character: number, fontSize: number): number {
  let width = 0;
  for (const each of text) width += (each.codePointAt(0) ?? 0) >= FIRST_WIDE ? fontSize : character;
  return width;
}
