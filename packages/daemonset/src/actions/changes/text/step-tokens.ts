import type { StringMap, Taint } from "@daemonscope/kube/objects";
import { isJsonObject } from "@daemonscope/kube/values/json-value";
import type { Manifest } from "../change.ts";
import type { StepTokenOrEnd } from "./tokenize-steps.ts";

/** A word of a step, as opposed to the end of a step. */
export type StepToken = Exclude<StepTokenOrEnd, { readonly kind: "end" }>;

/** Words of a formatted step. JSON is not quoted: the parser finds its end. */
export type Words = readonly (string | { readonly json: unknown })[];

export const pairWords = (map: StringMap): readonly string[] => Object.entries(map).map(([key, value]) => `${key}=${value}`);
export const removalWords = (names: readonly string[]): readonly string[] => names.map((name) => `${name}-`);

export const MAX_SHOWN_LENGTH = 120;

/** Carries a parse error up the call stack; the step parser always catches it. */
export class StepSyntaxException extends Error {
  readonly word: string;
  /** The expected syntax. */
  readonly expected: string;

  constructor(word: string, expected: string) {
    super(expected);
    this.word = word;
    this.expected = expected;
  }
}

export function readTaint(text: string, expected: string): Taint {
  const colon = text.lastIndexOf(":");
  const keyAndValue = colon < 0 ? "" : text.slice(0, colon);
  if (keyAndValue === "") throw new StepSyntaxException(text, expected);
  const [key = "", ...value] = keyAndValue.split("=");
  return { key, ...(value.length === 0 || value.join("=") === "" ? {} : { value: value.join("=") }), effect: text.slice(colon + 1) };
}

function readPair(text: string, expected: string): readonly [string, string] {
  const equals = text.indexOf("=");
  if (equals <= 0) throw new StepSyntaxException(text, expected);
  return [text.slice(0, equals), text.slice(equals + 1)];
}

/** Reads the only pair of a step. */
export function readOnlyPair([text = "", extra]: readonly string[], expected: string): readonly [string, string] {
  if (extra !== undefined) throw new StepSyntaxException(extra, expected);
  return readPair(text, expected);
}

export const readPairs = (texts: readonly string[], expected: string): StringMap =>
  Object.fromEntries(texts.map((text) => readPair(text, expected)));

export function readJson(word: StepToken | undefined, expected: string): unknown {
  if (word === undefined) throw new StepSyntaxException("", expected);
  try {
    return JSON.parse(word.text);
  } catch {
    throw new StepSyntaxException(word.text.slice(0, MAX_SHOWN_LENGTH), expected);
  }
}

export function parseManifestWord(word: StepToken | undefined): Manifest {
  const expected = "a manifest as JSON, with apiVersion, kind and metadata.name";
  const value = readJson(word, expected);
  const metadata = isJsonObject(value) ? value.metadata : undefined;
  if (!isJsonObject(value) || !isJsonObject(metadata) || typeof value.kind !== "string" || typeof metadata.name !== "string")
    throw new StepSyntaxException(word?.text.slice(0, MAX_SHOWN_LENGTH) ?? "", expected);
  return { apiVersion: "apps/v1", ...value } as unknown as Manifest;
}
