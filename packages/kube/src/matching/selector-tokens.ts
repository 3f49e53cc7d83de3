export type TokenKind = "end" | "identifier" | "in" | "notin" | "(" | ")" | "," | "!" | "=" | "==" | "!=" | ">" | "<";

export interface SelectorToken {
  readonly kind: TokenKind;
  readonly text: string;
}

const SPECIAL = new Set("=!(),><");
const SPACE = new Set(" \t\r\n");
const OPERATORS = new Set<string>(["(", ")", ",", "!", "=", "==", "!=", ">", "<"]);

/** Returns the tokens of a selector string, with one of kind `end` last. `in` and `notin` are keywords here; a
 *  parser may read them as values. O(length).
 *  Source: apimachinery pkg/labels/selector.go, Lexer.Lex. */
export function selectorTokens(text: string): readonly SelectorToken[] {
  const tokens: SelectorToken[] = [];
  let at = 0;
  while (at < text.length) {
    const unit = text[at] ?? "";
    if (SPACE.has(unit)) {
      at++;
      continue;
    }
    if (SPECIAL.has(unit)) {
      const pair = text.slice(at, at + 2);
      const operator = OPERATORS.has(pair) ? pair : unit;
      tokens.push({ kind: operator as TokenKind, text: operator });
      at += operator.length;
      continue;
    }
    const from = at;
    while (at < text.length && !SPACE.has(text[at] ?? "") && !SPECIAL.has(text[at] ?? "")) at++;
    const word = text.slice(from, at);
    tokens.push({ kind: word === "in" || word === "notin" ? word : "identifier", text: word });
  }
  tokens.push({ kind: "end", text: "" });
  return tokens;
}
