import type { IntOrString, StringMap, Taint } from "@daemonscope/kube/objects";
import { isJsonObject } from "@daemonscope/kube/values/json-value";
import type { Manifest } from "../change.ts";
import type { StepTokenOrEnd } from "./tokenize-steps.ts";

/** A word of a step, as opposed to the end of a step. */
export type StepToken = Exclude<StepTokenOrEnd, { readonly kind: "end" }>;

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

export function readPair(text: string, expected: string): readonly [string, string] {
  const equals = text.indexOf("=");
  if (equals <= 0) throw new StepSyntaxException(text, expected);
  return [text.slice(0, equals), text.slice(equals + 1)];
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

const readAmount = (text: string): IntOrString => (/^\d+$/.test(text) ? Number(text) : text);

export function readLimits(
  texts: readonly string[],
  expected: string,
): { readonly maxUnavailable?: IntOrString; readonly maxSurge?: IntOrString } {
  const limits = readPairs(texts, expected);
  const unknown = Object.keys(limits).find((field) => field !== "maxUnavailable" && field !== "maxSurge");
  if (unknown !== undefined || texts.length === 0) throw new StepSyntaxException(unknown ?? "", expected);
  return Object.fromEntries(Object.entries(limits).map(([field, text]) => [field, readAmount(text)]));
}
