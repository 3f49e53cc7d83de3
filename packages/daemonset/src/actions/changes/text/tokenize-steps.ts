/** A word of the text of steps, or the separator between two steps. `json`: unquoted JSON. */
export type StepTokenOrEnd = { readonly kind: "word" | "json"; readonly text: string } | { readonly kind: "end" };

interface TokenizedSteps {
  readonly kind: "words";
  readonly words: readonly StepTokenOrEnd[];
}

/** The position of a parse error in a text. */
interface TokenizerError {
  readonly kind: "unreadable";
  readonly at: number;
  readonly why: "quote" | "json";
}

const PLAIN = /^[A-Za-z0-9_./:=@%+,!~^()*-]+$/;

/** Writes a word, in single quotes for a shell if necessary. */
export const tokenText = (text: string): string => (PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** Returns the index after a JSON object or list that begins at `from`; undefined if it does not end. */
function endOfJson(text: string, from: number): number | undefined {
  let depth = 0;
  let isInText = false;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (isInText) {
      if (char === "\\") at++;
      else if (char === '"') isInText = false;
    } else if (char === '"') isInText = true;
    else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

const SPACE = /\s/;

/** Splits a text into words as a shell does, with `'…'` and `\`. A word that begins as JSON needs no quotes, and `;`
 *  or a new line ends a step. O(length). */
export function tokenizeSteps(text: string): TokenizedSteps | TokenizerError {
  const words: StepTokenOrEnd[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text[at] ?? "";
    if (char === ";" || char === "\n") {
      words.push({ kind: "end" });
      at++;
      continue;
    }
    if (SPACE.test(char)) {
      at++;
      continue;
    }
    if (char === "{" || char === "[") {
      const end = endOfJson(text, at);
      if (end === undefined) return { kind: "unreadable", at, why: "json" };
      words.push({ kind: "json", text: text.slice(at, end) });
      at = end;
      continue;
    }
    let word = "";
    for (; at < text.length; at++) {
      const next = text[at] ?? "";
      if (next === ";" || SPACE.test(next)) break;
      if (next === "\\") {
        at++;
        word += text[at] ?? "";
      } else if (next === "'") {
        const close = text.indexOf("'", at + 1);
        if (close < 0) return { kind: "unreadable", at, why: "quote" };
        word += text.slice(at + 1, close);
        at = close;
      } else word += next;
    }
    words.push({ kind: "word", text: word });
  }
  return { kind: "words", words };
}
