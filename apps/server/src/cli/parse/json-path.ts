import { UsageError } from "../../platform/failure/usage-error.ts";

/** The comparisons of a filter; `exists` has no right side. */
const OPERATORS = ["==", "!=", "<=", ">=", "<", ">"] as const;
type Operator = (typeof OPERATORS)[number];

type Operand = { readonly kind: "path"; readonly path: JsonPath } | { readonly kind: "literal"; readonly value: string | number | boolean };

type Step =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "wildcard" }
  | { readonly kind: "recursive" }
  | { readonly kind: "index"; readonly at: number }
  | { readonly kind: "slice"; readonly from: number | undefined; readonly to: number | undefined; readonly step: number }
  | { readonly kind: "union"; readonly steps: readonly Step[] }
  | { readonly kind: "filter"; readonly left: Operand; readonly compare?: { readonly operator: Operator; readonly right: Operand } };

export type JsonPath = readonly Step[];

type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "path"; readonly path: JsonPath }
  | { readonly kind: "range"; readonly path: JsonPath; readonly body: readonly TemplatePart[] };

/** A template of `-o jsonpath=`: text, `{.path}`, `{"\n"}` and `{range .path}…{end}`. */
export type JsonPathTemplate = readonly TemplatePart[];

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** Reads one path or template from left to right. Throws UsageError with the whole text. */
class PathReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  fail(what: string): UsageError {
    return new UsageError(`invalid JSONPath ${this.#text}: ${what} at position ${this.#at + 1}`);
  }

  startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  /** Consumes the text; returns false if something else follows. */
  take(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.#at += text.length;
    return true;
  }

  expect(text: string): void {
    if (!this.take(text)) throw this.fail(`expected ${text}`);
  }

  skipSpaces(): void {
    this.match(/\s*/y);
  }

  /** Consumes what the sticky pattern matches; undefined if it does not match. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  /** Consumes a text in quotes; undefined if none follows. */
  quoted(): string | undefined {
    const quote = this.startsWith('"') ? '"' : this.startsWith("'") ? "'" : undefined;
    if (quote === undefined) return undefined;
    this.#at++;
    let text = "";
    while (!this.take(quote)) {
      if (this.isAtEnd) throw this.fail(`expected ${quote}`);
      const character = this.#text[this.#at++] ?? "";
      const escaped = character === "\\" ? (this.#text[this.#at++] ?? "") : undefined;
      text += escaped === undefined ? character : (ESCAPES[escaped] ?? escaped);
    }
    return text;
  }

  /** Consumes the name of a field; a backslash escapes a dot in it. */
  name(): string | undefined {
    return this.match(/(?:\\.|[^\s.[\](){},'"\\<>=!*?])+/y)?.replaceAll(/\\(.)/g, "$1");
  }
}

function operandAt(reader: PathReader): Operand {
  reader.skipSpaces();
  const quoted = reader.quoted();
  if (quoted !== undefined) return { kind: "literal", value: quoted };
  if (reader.startsWith("@") || reader.startsWith("$") || reader.startsWith(".")) return { kind: "path", path: pathAt(reader) };
  const word = reader.match(/[^\s)=!<>]+/y);
  if (word === undefined) throw reader.fail("expected a value or @.field");
  if (word === "true" || word === "false") return { kind: "literal", value: word === "true" };
  const number = Number(word);
  if (Number.isNaN(number)) throw reader.fail(`${word} is neither a number nor in quotes,`);
  return { kind: "literal", value: number };
}

function filterAt(reader: PathReader): Step {
  const left = operandAt(reader);
  reader.skipSpaces();
  const operator = OPERATORS.find((each) => reader.take(each));
  const compare = operator === undefined ? undefined : { operator, right: operandAt(reader) };
  reader.skipSpaces();
  reader.expect(")");
  return { kind: "filter", left, ...(compare === undefined ? {} : { compare }) };
}

function numberAt(reader: PathReader): number | undefined {
  const text = reader.match(/-?\d+/y);
  return text === undefined ? undefined : Number(text);
}

/** Reads one entry of brackets: `*`, `'field'`, `3`, `1:4` or `?(…)`. */
function bracketEntryAt(reader: PathReader): Step {
  reader.skipSpaces();
  const quoted = reader.quoted();
  if (quoted !== undefined) return { kind: "field", name: quoted };
  if (reader.take("*")) return { kind: "wildcard" };
  if (reader.take("?(")) return filterAt(reader);
  const from = numberAt(reader);
  if (!reader.take(":")) {
    if (from === undefined) throw reader.fail("expected *, a number, a field in quotes or ?(…)");
    return { kind: "index", at: from };
  }
  const to = numberAt(reader);
  const step = reader.take(":") ? (numberAt(reader) ?? 1) : 1;
  if (step <= 0) throw reader.fail("a step is positive,");
  return { kind: "slice", from, to, step };
}

function bracketsAt(reader: PathReader): Step {
  const entries = [bracketEntryAt(reader)];
  for (;;) {
    reader.skipSpaces();
    if (reader.take("]")) break;
    reader.expect(",");
    entries.push(bracketEntryAt(reader));
  }
  const [only] = entries;
  return entries.length === 1 && only !== undefined ? only : { kind: "union", steps: entries };
}

/** Reads a path: `.items[*].name`, `$.a`, `@.a`, `..name`, or a bare first name. */
function pathAt(reader: PathReader): JsonPath {
  const steps: Step[] = [];
  if (!reader.take("$") && !reader.take("@")) {
    const first = reader.name();
    if (first !== undefined) steps.push({ kind: "field", name: first });
  }
  for (;;) {
    if (reader.take("[")) steps.push(bracketsAt(reader));
    else if (reader.take(".")) {
      const isRecursive = reader.take(".");
      if (isRecursive) steps.push({ kind: "recursive" });
      if (reader.startsWith("[")) continue;
      const name = reader.name();
      if (name !== undefined) steps.push({ kind: "field", name });
      else if (reader.take("*")) steps.push({ kind: "wildcard" });
      // A dot alone is the value itself.
      else if (isRecursive || steps.length > 0) throw reader.fail("expected the name of a field");
    } else return steps;
  }
}

/** Parses a path alone, with or without braces and leading dot, as `--sort-by` and custom columns take it. Throws
 *  UsageError. */
export function parseJsonPath(text: string): JsonPath {
  const inBraces = /^\{(.*)\}$/s.exec(text.trim())?.[1] ?? text.trim();
  const reader = new PathReader(inBraces);
  const path = pathAt(reader);
  if (!reader.isAtEnd || inBraces === "") throw reader.fail("expected a field such as .name");
  return path;
}

/** Parses a template of `-o jsonpath=`. Throws UsageError. */
export function parseJsonPathTemplate(text: string): JsonPathTemplate {
  const reader = new PathReader(text);
  const root: TemplatePart[] = [];
  const open: { readonly path: JsonPath; readonly body: TemplatePart[] }[] = [];
  while (!reader.isAtEnd) {
    const body = open.at(-1)?.body ?? root;
    const plain = reader.match(/[^{]+/y);
    if (plain !== undefined) {
      body.push({ kind: "text", text: plain });
      continue;
    }
    reader.expect("{");
    reader.skipSpaces();
    const quoted = reader.quoted();
    if (quoted !== undefined) body.push({ kind: "text", text: quoted });
    else if (reader.match(/range\s+/y) !== undefined) open.push({ path: pathAt(reader), body: [] });
    else if (reader.match(/end(?=\s*\})/y) !== undefined) {
      const ended = open.pop();
      if (ended === undefined) throw reader.fail("{end} without {range}");
      (open.at(-1)?.body ?? root).push({ kind: "range", ...ended });
    } else body.push({ kind: "path", path: pathAt(reader) });
    reader.skipSpaces();
    reader.expect("}");
  }
  if (open.length > 0) throw reader.fail("{range} without {end}");
  return root;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const childrenOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []);

function descendantsOf(value: unknown): readonly unknown[] {
  return [value, ...childrenOf(value).flatMap(descendantsOf)];
}

function operandValue(operand: Operand, current: unknown): unknown {
  return operand.kind === "literal" ? operand.value : jsonPathValues(operand.path, current)[0];
}

function compares(left: unknown, operator: Operator, right: unknown): boolean {
  if (operator === "==") return left === right;
  if (operator === "!=") return left !== right;
  const isOrdered = (typeof left === "number" && typeof right === "number") || (typeof left === "string" && typeof right === "string");
  if (!isOrdered) return false;
  if (operator === "<") return left < right;
  if (operator === ">") return left > right;
  return operator === "<=" ? left <= right : left >= right;
}

function stepFrom(step: Step, value: unknown): readonly unknown[] {
  switch (step.kind) {
    case "field":
      return isRecord(value) && Object.hasOwn(value, step.name) ? [value[step.name]] : [];
    case "wildcard":
      return childrenOf(value);
    case "recursive":
      return descendantsOf(value);
    case "index":
      return Array.isArray(value) && value.at(step.at) !== undefined ? [value.at(step.at)] : [];
    case "slice":
      return Array.isArray(value) ? value.slice(step.from, step.to).filter((_, at) => at % step.step === 0) : [];
    case "union":
      return step.steps.flatMap((each) => stepFrom(each, value));
    default: {
      const { left, compare } = step;
      return childrenOf(value).filter((each) => {
        const have = operandValue(left, each);
        return compare === undefined ? have !== undefined : compares(have, compare.operator, operandValue(compare.right, each));
      });
    }
  }
}

/** Returns the values at a path, in order; empty if a field is missing, as in `kubectl get`. */
export function jsonPathValues(path: JsonPath, root: unknown): readonly unknown[] {
  return path.reduce<readonly unknown[]>((values, step) => values.flatMap((value) => stepFrom(step, value)), [root]);
}

/** Returns a value as kubectl prints it: a text without quotes, an object as JSON. */
export const jsonPathText = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);

/** Fills a template. `text` prints a value; texts of the template stay unchanged. */
export function fillJsonPath(template: JsonPathTemplate, root: unknown, text: (value: unknown) => string): string {
  return template
    .map((part) => {
      if (part.kind === "text") return part.text;
      const values = jsonPathValues(part.path, root);
      return part.kind === "path" ? values.map(text).join(" ") : values.map((value) => fillJsonPath(part.body, value, text)).join("");
    })
    .join("");
}
