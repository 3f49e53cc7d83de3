import { errorMessage } from "@daemonscope/kube/base/error-message";
import { isJson, type Json } from "@daemonscope/kube-client/decode/fields";
import { Composer, type CST, type Document, Lexer, LineCounter, Parser } from "yaml";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { recordJsonScalars } from "./json-scalars.ts";
import { recordScalars, type ScalarSources } from "./scalar-sources.ts";
import { YAML_1_1_TAGS } from "./yaml-1-1.ts";

/** An object of a file, with its location in words: `file nodes.yaml, document 2`. */
export interface ManifestDocument {
  readonly object: Json;
  readonly where: string;
  readonly written: ScalarSources;
}

/** Deeper than any manifest, but shallow enough that recursive functions do not overflow the stack. */
const DEPTH_LIMIT = 100;
/** The parser stack has more entries than open values: a document, a key, a scalar. */
const STACK_LIMIT = DEPTH_LIMIT + 10;

const tooDeep = (file: string): UsageError => new UsageError(`${file} is nested more than ${DEPTH_LIMIT} levels deep: no manifest is.`);

/**
 * Yields the syntax tokens of a YAML text. The parser has its own stack, but the composer recurses per level, so
 * unlimited nesting must not reach it. Throws UsageError.
 */
function* tokensOf(text: string, file: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > STACK_LIMIT) throw tooDeep(file);
  }
  yield* parser.end();
}

function plainValue(document: Document.Parsed, file: string, lines: LineCounter): unknown {
  const [error] = document.errors;
  if (error !== undefined)
    throw new UsageError(`${file} is no YAML (line ${lines.linePos(error.pos[0]).line}): ${error.message.split("\n")[0] ?? ""}.`);
  try {
    return document.toJS({ maxAliasCount: 100 }) as unknown;
  } catch (cause) {
    throw new UsageError(`${file} is no YAML that can be read: ${errorMessage(cause)}.`);
  }
}

type ScalarRecorder = ReturnType<typeof recordScalars>;

function yamlDocuments(text: string, file: string, { note }: ScalarRecorder): readonly unknown[] {
  const lines = new LineCounter();
  const composer = new Composer({ uniqueKeys: true, merge: true, customTags: (tags) => [...YAML_1_1_TAGS, ...tags], logLevel: "silent" });
  return Array.from(composer.compose(tokensOf(text, file, lines)), (document) => {
    const value = plainValue(document, file, lines);
    note(document.contents, value);
    return value;
  });
}

/** Iterates by level instead of recursively, because the depth is unknown. */
function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_LIMIT) return true;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return false;
}

/** Returns undefined for text that is not a single JSON object or list. */
function jsonValue(text: string): unknown {
  const start = text.trimStart().charAt(0);
  if (start !== "{" && start !== "[") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Several documents, a comment, or the flow style of YAML: the YAML parser handles these.
    return undefined;
  }
}

function documentsOf(text: string, file: string, recorder: ScalarRecorder): readonly unknown[] {
  const value = jsonValue(text);
  if (value === undefined) return yamlDocuments(text, file, recorder);
  recordJsonScalars(text, value, file, recorder.keep);
  return [value];
}

/** Returns the items of a List, and of Lists in it. The depth is limited, because a file may nest Lists endlessly. */
function expandedLists(value: unknown, where: string, depth: number, written: ScalarSources): readonly ManifestDocument[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each, at) => expandedLists(each, `${where}[${at}]`, depth, written));
  if (!isJson(value))
    throw new UsageError(`${where} is no Kubernetes object, but ${typeof value === "string" ? "text" : `a ${typeof value}`}.`);
  const { kind, items } = value;
  const isList = typeof kind === "string" && kind.endsWith("List") && (Array.isArray(items) || items === null || items === undefined);
  if (!isList) return [{ object: value, where, written }];
  if (depth === 0) throw new UsageError(`${where} is a list of lists of lists: that is too deep.`);
  const elementKind = kind.slice(0, -"List".length);
  return (Array.isArray(items) ? items : []).flatMap((item, at) => {
    // Items of a NodeList or DaemonSetList may omit their kind.
    const isUnnamed = isJson(item) && item.kind === undefined && elementKind !== "";
    const named = isUnnamed ? { apiVersion: value.apiVersion, ...item, kind: elementKind } : item;
    return expandedLists(named, `${where}, item ${at + 1}`, depth - 1, written);
  });
}

/**
 * Returns the Kubernetes objects of a text: YAML or JSON, one or several documents, Lists expanded. Throws UsageError
 * with file, location and cause. `file` is the name that the user gave.
 */
export function readDocuments(text: string, file: string): readonly ManifestDocument[] {
  if (text.includes("\u0000")) throw new UsageError(`${file} is no text: a manifest is YAML or JSON.`);
  const recorder = recordScalars();
  const documents = documentsOf(text.replace(/^\ufeff/, ""), file, recorder);
  if (documents.some(isTooDeep)) throw tooDeep(file);
  const isOne = documents.filter((document) => document !== null && document !== undefined).length === 1;
  return documents.flatMap((document, at) => expandedLists(document, isOne ? file : `${file}, document ${at + 1}`, 3, recorder.forms));
}
