import { Composer, type CST, type Document, Lexer, LineCounter, Parser } from "yaml";
import type { DuplicateKeys } from "./duplicate-keys.ts";
import { ManifestTextError, type SyntaxProblem } from "./manifest-text-error.ts";
import type { ScalarRecorder } from "./scalar-sources.ts";
import { DEPTH_LIMIT, TooDeepError, YamlValueError, yamlValue } from "./yaml-value.ts";

/** The parser stack has more entries than open values: a document, a key, a scalar. */
const STACK_LIMIT = DEPTH_LIMIT + 10;

export const tooDeep = (label: string): ManifestTextError =>
  new ManifestTextError(`${label} is nested more than ${DEPTH_LIMIT} levels deep: no manifest is.`);

function syntaxError(label: string, syntax: SyntaxProblem): ManifestTextError {
  return new ManifestTextError(`${label}, line ${syntax.line}: invalid YAML: ${syntax.message}`, syntax);
}

/** A document of a text: the lines between two separators. */
interface Chunk {
  readonly text: string;
  /** Lines of the text before the chunk. */
  readonly linesBefore: number;
}

const SEPARATOR = "---";

export function lineBreaksIn(text: string): number {
  let lines = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) lines++;
  return lines;
}

/** Returns the start of the next line that begins with `---`, from the start of a line on; -1 if there is none. */
function nextSeparator(text: string, from: number): number {
  if (text.startsWith(SEPARATOR, from)) return from;
  const lineEnd = text.indexOf(`\n${SEPARATOR}`, from);
  return lineEnd < 0 ? -1 : lineEnd + 1;
}

/**
 * Splits a text as kubectl does before it parses YAML: at lines that begin with `---`, followed by nothing or a
 * comment. kubectl refuses other text after `---`.
 */
function* chunksOf(text: string, label: string): Generator<Chunk> {
  let from = 0;
  let linesBefore = 0;
  for (let at = nextSeparator(text, 0); at >= 0; at = nextSeparator(text, from)) {
    const chunk = text.slice(from, at);
    yield { text: chunk, linesBefore };
    linesBefore += lineBreaksIn(chunk) + 1;
    const lineEnd = text.indexOf("\n", at);
    from = lineEnd < 0 ? text.length : lineEnd + 1;
    const rest = text.slice(at + SEPARATOR.length, from).trim();
    if (rest !== "" && !rest.startsWith("#"))
      throw syntaxError(label, { message: "A line that begins with --- holds more than a comment", line: linesBefore, column: 4 });
  }
  yield { text: text.slice(from), linesBefore };
}

/**
 * Yields the syntax tokens of a YAML text. The parser has its own stack, but the composer recurses per level, so
 * unlimited nesting must not reach it. Throws ManifestTextError.
 */
function* tokensOf(text: string, label: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > STACK_LIMIT) throw tooDeep(label);
  }
  yield* parser.end();
}

/** Control characters except tabs and line breaks, by which kubectl recognizes what is no text. */
const CONTROL = /[^\P{Cc}\t\n\r\u0085]/u;

/** Collects what values lose: the source forms of scalars, duplicate keys, and lines. */
export interface TextNotes {
  readonly recorder: ScalarRecorder;
  readonly duplicates: DuplicateKeys;
  /** The first line of each document, by its value. */
  readonly lines: WeakMap<object, number>;
}

/** Returns undefined for a chunk of comments and spaces. */
function chunkValue({ text, linesBefore }: Chunk, label: string, notes: TextNotes): unknown {
  const lines = new LineCounter();
  const positionOf = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: linesBefore + line, column: col };
  };
  const control = CONTROL.exec(text);
  if (control !== null)
    throw syntaxError(label, {
      message: "Control characters are not allowed",
      line: linesBefore + lineBreaksIn(text.slice(0, control.index)) + 1,
      column: control.index - text.lastIndexOf("\n", control.index),
    });
  // The failsafe schema keeps all scalars as text; yamlValue reads them.
  const composer = new Composer({ schema: "failsafe", uniqueKeys: false, resolveKnownTags: false, logLevel: "silent" });
  let value: unknown;
  let isRead = false;
  for (const document of composer.compose(tokensOf(text, label, lines))) {
    const [error] = document.errors;
    if (error !== undefined)
      throw syntaxError(label, { message: (error.message.split("\n")[0] ?? "").trim(), ...positionOf(error.pos[0]) });
    // kubectl silently drops such documents.
    if (isRead)
      throw syntaxError(label, {
        message: "Documents are separated by --- and not by ... alone",
        ...positionOf(document.contents?.range?.[0] ?? 0),
      });
    value = documentValue(document, label, { ...notes, lineAt: (offset) => positionOf(offset).line }, positionOf);
    if (typeof value === "object" && value !== null) notes.lines.set(value, positionOf(document.contents?.range?.[0] ?? 0).line);
    isRead = true;
  }
  return value;
}

function documentValue(
  document: Document,
  label: string,
  notes: Parameters<typeof yamlValue>[1],
  positionOf: (offset: number) => Pick<SyntaxProblem, "line" | "column">,
): unknown {
  try {
    return yamlValue(document, notes);
  } catch (cause) {
    if (cause instanceof TooDeepError) throw tooDeep(label);
    if (cause instanceof YamlValueError) throw syntaxError(label, { message: cause.message, ...positionOf(cause.offset) });
    throw cause;
  }
}

/** Yields the value of each document; null for an empty one. Throws ManifestTextError. */
export function* yamlDocuments(text: string, label: string, notes: TextNotes): Generator<unknown> {
  let isFirst = true;
  for (const chunk of chunksOf(text, label)) {
    const value = chunkValue(chunk, label, notes);
    // Nothing before the first separator is no document.
    if (value !== undefined || !isFirst) yield value ?? null;
    isFirst = false;
  }
}
