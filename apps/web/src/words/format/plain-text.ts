// biome-ignore-start lint/suspicious/noControlCharactersInRegex: control characters are replaced
/** Escape sequences that a terminal executes: colours, cursor, titles, links. */
const ESCAPES =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[ -/]*[0-~])|\u009b[0-?]*[ -/]*[@-~]/g;
/** Invisible characters, and characters that change the direction of text. A tab stays. */
const UNSEEN = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: control characters are replaced

/**
 * Returns external text without effects. Drops terminal sequences and replaces hidden or bidirectional characters with
 * a symbol or a code.
 */
export function plainText(written: string): string {
  return written.replace(ESCAPES, "").replace(UNSEEN, (unit) => {
    const code = unit.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}
