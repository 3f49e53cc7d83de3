/** Characters that a reader does not see, and that change what a terminal or a browser draws: controls such as ESC and BEL, marks that turn the direction of
 *  text, and characters without width. The two joiners stay, because scripts and emoji need them. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

const escaped = (text: string): string => text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Returns the text with each hidden character as JSON escapes it: `\u001b`. `kept`: characters that stay as they are. */
export function withoutHidden(text: string, kept = ""): string {
  return text.replace(HIDDEN, (character) => (kept.includes(character) ? character : escaped(character)));
}
