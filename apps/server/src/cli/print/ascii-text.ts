import { escaped } from "@daemonscope/kube/values/hidden-text";
import { displayWidth } from "./display-width.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Our own symbols, without those of names and messages. */
const SYMBOLS: Readonly<Record<string, string>> = {
  "✓": "+",
  "✕": "x",
  "→": "->",
  "…": "...",
  "·": "-",
  "–": "-",
  "“": '"',
  "”": '"',
  "’": "'",
  "≥": ">=",
  "≤": "<=",
  "×": "x",
};

/** Reports whether the locale has only ASCII: it is named C or POSIX. No locale at all is not taken for one. */
export function isAsciiLocale({ LC_ALL, LC_CTYPE, LANG }: Environment): boolean {
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== "");
  return locale === "C" || locale === "POSIX";
}

/**
 * Returns a line in ASCII. Other characters become escapes such as `\u65e5`. A longer text takes its columns from the
 * next gap between columns of a table.
 */
export function asciiText(line: string): string {
  let excess = 0;
  return line.replace(/\P{ASCII}|(?<=[^ ]) {2,}(?=[^ ])/gu, (part) => {
    if (!part.startsWith(" ")) {
      const text = SYMBOLS[part] ?? escaped(part);
      excess += text.length - displayWidth(part);
      return text;
    }
    const taken = Math.min(Math.max(0, excess), part.length - 1);
    excess -= taken;
    return part.slice(taken);
  });
}
