import { ownValue } from "../base/own-value.ts";
import type { StringMap } from "../objects.ts";
import { parseInt64 } from "../values/int64.ts";
import { isLabelValue, isQualifiedName } from "./label-syntax.ts";

export type SelectorOperator = "in" | "notin" | "exists" | "absent" | "gt" | "lt";

/** One requirement of a selector string. `values` is empty for exists and absent. */
export interface SelectorRequirement {
  readonly key: string;
  readonly operator: SelectorOperator;
  readonly values: readonly string[];
}

/** `problem` is the API's own sentence; `code` names the part that is invalid. */
export type ParsedSelector =
  | { readonly requirements: readonly SelectorRequirement[] }
  | { readonly code: "syntax" | "key" | "values"; readonly problem: string };

type TokenKind = "end" | "identifier" | "in" | "notin" | "(" | ")" | "," | "!" | "=" | "==" | "!=" | ">" | "<";

interface SelectorToken {
  readonly kind: TokenKind;
  readonly text: string;
}

const SPECIAL = new Set("=!(),><");
const SPACE = new Set(" \t\r\n");
const SYMBOLS = new Set<string>(["(", ")", ",", "!", "=", "==", "!=", ">", "<"]);

/** Returns the tokens of a selector string, with one of kind `end` last. `in` and `notin` are keywords here; a
 *  parser may read them as values. O(length).
 *  Source: apimachinery pkg/labels/selector.go, Lexer.Lex. */
function selectorTokens(text: string): readonly SelectorToken[] {
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
      const operator = SYMBOLS.has(pair) ? pair : unit;
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

const OPERATORS: Readonly<Partial<Record<TokenKind, SelectorOperator>>> = {
  in: "in",
  notin: "notin",
  "=": "in",
  "==": "in",
  "!=": "notin",
  ">": "gt",
  "<": "lt",
};

/** Reads tokens from left to right. A word may be a keyword: inside values the API reads `in` and `notin` as words. */
interface Cursor {
  peek(): SelectorToken;
  take(): SelectorToken;
  isWord(): boolean;
}

function cursorOver(tokens: readonly SelectorToken[]): Cursor {
  let at = 0;
  const peek = (): SelectorToken => tokens[at] ?? { kind: "end", text: "" };
  return {
    peek,
    take() {
      const token = peek();
      at++;
      return token;
    },
    isWord: () => ["identifier", "in", "notin"].includes(peek().kind),
  };
}

/** Carries the sentence out of the recursive descent. Never leaves this file. */
class SelectorSyntaxException extends Error {
  readonly code: "syntax" | "key" | "values";

  constructor(code: "syntax" | "key" | "values", sentence: string) {
    super(sentence);
    this.code = code;
  }
}

const expected = (found: string, wanted: string): SelectorSyntaxException =>
  new SelectorSyntaxException("syntax", `found '${found}', expected: ${wanted}`);

/** Reads the list of `in` and `notin`. Nothing between two commas is the empty value. */
function listOf(cursor: Cursor): readonly string[] {
  const open = cursor.take();
  if (open.kind !== "(") throw new SelectorSyntaxException("syntax", `found '${open.text}' expected: '('`);
  if (cursor.peek().kind === ")") {
    cursor.take();
    return [];
  }
  const values: string[] = [];
  for (;;) {
    values.push(cursor.isWord() ? cursor.take().text : "");
    const next = cursor.take();
    if (next.kind === ")") return values;
    if (next.kind !== ",") throw expected(next.text, values.at(-1) === "" ? "',', ')' or identifier" : "',' or ')'");
  }
}

/** Reads the value after a comparison. If a comma or the end follows, the value is empty. */
function exactValue(cursor: Cursor): string {
  const { kind, text } = cursor.peek();
  if (kind === "end" || kind === ",") return "";
  if (!cursor.isWord()) throw expected(text, "identifier");
  return cursor.take().text;
}

function checked(requirement: SelectorRequirement): SelectorRequirement {
  const { key, operator, values } = requirement;
  if (!isQualifiedName(key))
    throw new SelectorSyntaxException("key", `<nil>: Invalid value: ${JSON.stringify(key)}: is not a qualified name`);
  if ((operator === "in" || operator === "notin") && values.length === 0)
    throw new SelectorSyntaxException("values", "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty");
  if ((operator === "gt" || operator === "lt") && parseInt64(values[0] ?? "") === undefined)
    throw new SelectorSyntaxException(
      "values",
      `values[0][${key}]: Invalid value: ${JSON.stringify(values[0])}: for 'Gt', 'Lt' operators, the value must be an integer`,
    );
  values.forEach((value, at) => {
    if (!isLabelValue(value))
      throw new SelectorSyntaxException("values", `values[${at}][${key}]: Invalid value: ${JSON.stringify(value)}: is not a label value`);
  });
  return requirement;
}

function requirementAt(cursor: Cursor): SelectorRequirement {
  const negated = cursor.peek().kind === "!";
  if (negated) cursor.take();
  const word = cursor.take();
  if (word.kind !== "identifier") throw expected(word.text, "identifier");
  const key = word.text;
  if (negated) return checked({ key, operator: "absent", values: [] });
  const next = cursor.peek();
  if (next.kind === "end" || next.kind === ",") return checked({ key, operator: "exists", values: [] });
  const operator = OPERATORS[next.kind];
  if (operator === undefined) throw expected(next.text, "in, notin, =, ==, !=, gt, lt");
  cursor.take();
  const values = next.kind === "in" || next.kind === "notin" ? listOf(cursor) : [exactValue(cursor)];
  return checked({ key, operator, values });
}

function requirementsOf(cursor: Cursor): readonly SelectorRequirement[] {
  const requirements: SelectorRequirement[] = [];
  if (cursor.peek().kind === "end") return requirements;
  if (cursor.peek().kind !== "identifier" && cursor.peek().kind !== "!")
    throw expected(cursor.peek().text, "!, identifier, or 'end of string'");
  for (;;) {
    requirements.push(requirementAt(cursor));
    const next = cursor.take();
    if (next.kind === "end") return requirements;
    if (next.kind !== ",") throw expected(next.text, "',' or 'end of string'");
    const { kind, text } = cursor.peek();
    if (kind !== "identifier" && kind !== "!") throw expected(text, "identifier after ','");
  }
}

/** Parses a label selector as in the API's query parameter; a comma is AND: `k=v,k==v,k!=v,k in (a,b),k notin
 *  (a),k,!k,k>1,k<1`. Never throws. O(length).
 *  Source: apimachinery pkg/labels/selector.go, Parser.parse. */
export function parseLabelSelector(text: string): ParsedSelector {
  try {
    return { requirements: requirementsOf(cursorOver(selectorTokens(text))) };
  } catch (cause) {
    if (!(cause instanceof SelectorSyntaxException)) throw cause;
    return { code: cause.code, problem: `unable to parse requirement: ${cause.message}` };
  }
}

/** Reports whether labels meet all requirements. `!=` and `notin` match an absent key. */
export function matchesRequirements(requirements: readonly SelectorRequirement[], labels: StringMap): boolean {
  return requirements.every((requirement) => {
    const have = ownValue(labels, requirement.key);
    switch (requirement.operator) {
      case "in":
        return have !== undefined && requirement.values.includes(have);
      case "notin":
        return have === undefined || !requirement.values.includes(have);
      case "exists":
        return have !== undefined;
      case "absent":
        return have === undefined;
      default: {
        const number = have === undefined ? undefined : parseInt64(have);
        const limit = parseInt64(requirement.values[0] ?? "");
        if (number === undefined || limit === undefined) return false;
        return requirement.operator === "gt" ? number > limit : number < limit;
      }
    }
  });
}
