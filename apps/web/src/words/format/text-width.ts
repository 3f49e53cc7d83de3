/** The smallest code point of full-width text: Chinese characters and their punctuation. */
const FIRST_WIDE = 0x2e80;

/**
 * Estimates the width of a text in CSS pixels without a font. `character` is the width of a Latin letter or digit,
 * `fontSize` of a Chinese character.
 */
export function textWidth(text: string, character: number, fontSize: number): number {
  let width = 0;
  for (const each of text) width += (each.codePointAt(0) ?? 0) >= FIRST_WIDE ? fontSize : character;
  return width;
}
