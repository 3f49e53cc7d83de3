import { isJsonObject } from "../values/json-value.ts";
import { type DuplicateKey, DuplicateKeys } from "./duplicate-keys.ts";
import { closingQuote, recordJsonScalars } from "./json-scalars.ts";
import { ManifestTextError } from "./manifest-text-error.ts";
import { ScalarRecorder, type ScalarSources } from "./scalar-sources.ts";
import { lineBreaksIn, type TextNotes, tooDeep, yamlDocuments } from "./yaml-documents.ts";
import { DEPTH_LIMIT } from "./yaml-value.ts";

type JsonFields = Readonly<Record<string, unknown>>;

/** An object of a file, with its location in words: `file nodes.yaml, document 2`. */
export interface ManifestDocument {
  readonly object: JsonFields;
  readonly where: string;
  /** The line where its document begins in the text, from 1. */
  readonly line: number;
  readonly written: ScalarSources;
}

/** The objects of a text, and its duplicate keys. */
export interface ManifestText {
  readonly documents: readonly ManifestDocument[];
  readonly duplicateKeys: readonly DuplicateKey[];
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

interface JsonPart {
  readonly text: string;
  readonly value: unknown;
}

/**
 * Returns JSON objects one after another, as `jq` prints them; undefined for other text. kubectl takes such a stream.
 */
function jsonParts(text: string): readonly JsonPart[] | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  const parts: JsonPart[] = [];
  const token = /["{}[\]]/g;
  let depth = 0;
  let from = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [word] = found;
    if (word === '"') {
      const end = closingQuote(text, token.lastIndex);
      if (end < 0) return undefined;
      token.lastIndex = end + 1;
    } else depth += word === "{" || word === "[" ? 1 : -1;
    if (depth > 0) continue;
    const part = text.slice(from, token.lastIndex);
    const value = jsonValue(part);
    if (value === undefined) return undefined;
    parts.push({ text: part, value });
    from = token.lastIndex;
  }
  return text.slice(from).trim() === "" ? parts : undefined;
}

function documentsOf(text: string, label: string, notes: TextNotes): readonly unknown[] {
  const value = jsonValue(text);
  const parts = value === undefined ? jsonParts(text) : [{ text, value }];
  if (parts === undefined) return [...yamlDocuments(text, label, notes)];
  let linesBefore = 0;
  for (const part of parts) {
    if (isTooDeep(part.value)) throw tooDeep(label);
    recordJsonScalars(part.text, part.value, linesBefore, notes);
    if (isJsonObject(part.value)) notes.lines.set(part.value, linesBefore + lineBreaksIn(/^\s*/.exec(part.text)?.[0] ?? "") + 1);
    linesBefore += lineBreaksIn(part.text);
  }
  return parts.map((part) => part.value);
}

/** Returns the items of a List, and of Lists in it. The depth is limited, because a file may nest Lists endlessly. */
function expandedLists(
  value: unknown,
  where: string,
  depth: number,
  source: Omit<ManifestDocument, "object" | "where">,
): readonly ManifestDocument[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each, at) => expandedLists(each, `${where}[${at}]`, depth, source));
  if (!isJsonObject(value))
    throw new ManifestTextError(`${where} is no Kubernetes object, but ${typeof value === "string" ? "text" : `a ${typeof value}`}.`);
  const { kind, items }: JsonFields = value;
  const isList = typeof kind === "string" && kind.endsWith("List") && (Array.isArray(items) || items === null || items === undefined);
  if (!isList) return [{ object: value, where, ...source }];
  if (depth === 0) throw new ManifestTextError(`${where} is a list of lists of lists: that is too deep.`);
  const elementKind = kind.slice(0, -"List".length);
  return (Array.isArray(items) ? items : []).flatMap((item, at) => {
    // Items of a NodeList or DaemonSetList may omit their kind.
    const isUnnamed = isJsonObject(item) && item.kind === undefined && elementKind !== "";
    const named = isUnnamed ? { apiVersion: value.apiVersion, ...item, kind: elementKind } : item;
    return expandedLists(named, `${where}, item ${at + 1}`, depth - 1, source);
  });
}

/**
 * Returns the Kubernetes objects of a text as kubectl reads them: YAML or JSON, one or several documents, Lists
 * expanded. Throws ManifestTextError with label, location and cause. `label` names the text in a sentence.
 */
export function readManifestText(text: string, label: string): ManifestText {
  if (text.includes("\u0000")) throw new ManifestTextError(`${label} is no text: a manifest is YAML or JSON.`);
  const notes = { recorder: new ScalarRecorder(), duplicates: new DuplicateKeys(), lines: new WeakMap<object, number>() };
  const values = documentsOf(text.replace(/^\ufeff/, ""), label, notes);
  const isOne = values.filter((value) => value !== null && value !== undefined).length === 1;
  const documents = values.flatMap((value, at) => {
    const line = (isJsonObject(value) ? notes.lines.get(value) : undefined) ?? 1;
    return expandedLists(value, isOne ? label : `${label}, document ${at + 1}`, 3, { line, written: notes.recorder.sourceOf });
  });
  return { documents, duplicateKeys: notes.duplicates.all };
}

/**
 * Returns the value of a text with one YAML document, as clients in Go read their files; undefined for an empty text.
 * Throws ManifestTextError. Its messages quote nothing of the text, except in `label`.
 */
export function readYamlValue(text: string, label: string): unknown {
  const notes = { recorder: new ScalarRecorder(), duplicates: new DuplicateKeys(), lines: new WeakMap<object, number>() };
  const [value, ...others] = [...yamlDocuments(text.replace(/^\ufeff/, ""), label, notes)].filter((each) => each !== null);
  if (others.length > 0) throw new ManifestTextError(`${label} holds several documents (---), and one is needed.`);
  return value;
}
