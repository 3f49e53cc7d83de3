/** Invisible characters that change what a terminal or a browser draws. These are controls such as ESC and BEL,
 *  direction marks, and zero-width characters. The two joiners are excluded, because scripts and emoji need them. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/** Returns each UTF-16 unit in JSON escape form: `\\u001b`. */
export const escaped = (text: string): string =>
  text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Returns the text with each hidden character in JSON escape form: `\u001b`. `kept`: characters to leave unchanged. */
export function withoutHidden(text: string, kept = ""): string {
  return text.replace(HIDDEN, (character) => (kept.includes(character) ? character : escaped(character)));
}
