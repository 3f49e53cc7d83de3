import type { IntOrString, StringMap, Taint } from "@daemonscope/kube/objects";
import { isJsonObject } from "@daemonscope/kube/values/json-value";
import type { Manifest } from "../changes/change.ts";
import type { StepTokenOrEnd } from "./tokenize-steps.ts";

/** A word of a step, as opposed to the end of a step. */
export type StepToken = Exclude<StepTokenOrEnd, { readonly kind: "end" }>;

export const MAX_SHOWN_LENGTH = 120;

/** Carries a parse error up the call stack; the step parser always catches it. */
export class StepSyntaxException extends Error {
  readonly word: string;
  /** The expected syntax. */
  readonly needs: string;

  constructor(word: string, needs: string) {
    super(needs);
    this.word = word;
    this.needs = needs;
  }
}

export function readTaint(text: string, needs: string): Taint {
  const colon = text.lastIndexOf(":");
  const keyAndValue = colon < 0 ? "" : text.slice(0, colon);
  if (keyAndValue === "") throw new StepSyntaxException(text, needs);
  const [key = "", ...value] = keyAndValue.split("=");
  return { key, ...(value.length === 0 || value.join("=") === "" ? {} : { value: value.join("=") }), effect: text.slice(colon + 1) };
}

export function readPair(text: string, needs: string): readonly [string, string] {
  const equals = text.indexOf("=");
  if (equals <= 0) throw new StepSyntaxException(text, needs);
  return [text.slice(0, equals), text.slice(equals + 1)];
}

export const readPairs = (texts: readonly string[], needs: string): StringMap =>
  Object.fromEntries(texts.map((text) => readPair(text, needs)));

export function readJson(word: StepToken | undefined, needs: string): unknown {
  if (word === undefined) throw new StepSyntaxException("", needs);
  try {
    return JSON.parse(word.text);
  } catch {
    throw new StepSyntaxException(word.text.slice(0, MAX_SHOWN_LENGTH), needs);
  }
}

export function parseManifestWord(word: StepToken | undefined): Manifest {
  const needs = "a manifest as JSON, with apiVersion, kind and metadata.name";
  const value = readJson(word, needs);
  const metadata = isJsonObject(value) ? value.metadata : undefined;
  if (!isJsonObject(value) || !isJsonObject(metadata) || typeof value.kind !== "string" || typeof metadata.name !== "string")
    throw new StepSyntaxException(word?.text.slice(0, MAX_SHOWN_LENGTH) ?? "", needs);
  return { apiVersion: "apps/v1", ...value } as unknown as Manifest;
}

const readAmount = (text: string): IntOrString => (/^\d+$/.test(text) ? Number(text) : text);

export function readLimits(
  texts: readonly string[],
  needs: string,
): { readonly maxUnavailable?: IntOrString; readonly maxSurge?: IntOrString } {
  const limits = readPairs(texts, needs);
  const unknown = Object.keys(limits).find((field) => field !== "maxUnavailable" && field !== "maxSurge");
  if (unknown !== undefined || texts.length === 0) throw new StepSyntaxException(unknown ?? "", needs);
  return Object.fromEntries(Object.entries(limits).map(([field, text]) => [field, readAmount(text)]));
}
