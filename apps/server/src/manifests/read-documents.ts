import { parseAllDocuments } from "yaml";
import { isJson, type Json } from "../cluster/decode/fields.ts";
import { UsageError } from "../command-line/usage-error.ts";

/** An object of a file, with the words that name its place: `nodes.yaml, document 2`. */
export interface FoundObject {
  readonly object: Json;
  readonly where: string;
}

const LINE_OF_ERROR = / at line \d+, column \d+:?[\s\S]*$/;

function yamlDocuments(text: string, file: string): readonly unknown[] {
  const documents = parseAllDocuments(text, { uniqueKeys: true, logLevel: "silent" });
  if (!Array.isArray(documents)) return [];
  return documents.map((document) => {
    const [error] = document.errors;
    if (error !== undefined) {
      const line = error.linePos?.[0].line;
      throw new UsageError(
        `${file} is no YAML${line === undefined ? "" : ` (line ${line})`}: ${error.message.replace(LINE_OF_ERROR, "").split("\n")[0] ?? ""}.`,
      );
    }
    try {
      return document.toJS({ maxAliasCount: 100 }) as unknown;
    } catch (cause) {
      throw new UsageError(`${file} is no YAML that can be read: ${cause instanceof Error ? cause.message : String(cause)}.`);
    }
  });
}

/** Deeper than any manifest, and not so deep that what walks through it runs out of stack. */
const DEPTH_LIMIT = 100;

/** By levels and not by calls: the depth is what is in doubt. */
function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_LIMIT) return true;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return false;
}

function documentsOf(text: string, file: string): readonly unknown[] {
  const start = text.trimStart().charAt(0);
  if (start === "{" || start === "[") {
    try {
      return [JSON.parse(text) as unknown];
    } catch {
      // Several documents, a comment, or the flow style of YAML: the other reader finds out.
    }
  }
  return yamlDocuments(text, file);
}

/** A List's items, and a List's in it; bounded, since a file may nest them for ever. */
function flat(value: unknown, where: string, depth: number): readonly FoundObject[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each, at) => flat(each, `${where}[${at}]`, depth));
  if (!isJson(value))
    throw new UsageError(`${where} is no Kubernetes object, but ${typeof value === "string" ? "text" : `a ${typeof value}`}.`);
  const { kind, items } = value;
  const isList = typeof kind === "string" && kind.endsWith("List") && (Array.isArray(items) || items === null || items === undefined);
  if (!isList) return [{ object: value, where }];
  if (depth === 0) throw new UsageError(`${where} is a list of lists of lists: that is too deep.`);
  const elementKind = kind.slice(0, -"List".length);
  return (Array.isArray(items) ? items : []).flatMap((item, at) => {
    // Items of a NodeList or DaemonSetList need not repeat what they are.
    const named = isJson(item) && item.kind === undefined && elementKind !== "" ? { ...item, kind: elementKind } : item;
    return flat(named, `${where}, item ${at + 1}`, depth - 1);
  });
}

/** The Kubernetes objects of a text: YAML or JSON, one or several documents, Lists opened. Throws UsageError with file, place and cause.
 *  `file` is as the person called it. */
export function readDocuments(text: string, file: string): readonly FoundObject[] {
  if (text.includes("\u0000")) throw new UsageError(`${file} is no text: a manifest is YAML or JSON.`);
  const documents = documentsOf(text.replace(/^\ufeff/, ""), file);
  if (documents.some(isTooDeep)) throw new UsageError(`${file} is nested more than ${DEPTH_LIMIT} levels deep: no manifest is.`);
  const isOne = documents.filter((document) => document !== null && document !== undefined).length === 1;
  return documents.flatMap((document, at) => flat(document, isOne ? file : `${file}, document ${at + 1}`, 3));
}
