import { isJsonObject, type JsonValue } from "./json-value.ts";

/** Stands in a template where a text may be a secret. No field of the API begins with `$`, so it cannot be taken for one. */
export type HiddenValue = {
  /** Equal for equal texts in the same place of one DaemonSet, within one process; says nothing else about the text. Not for the wire. */
  readonly $hidden: string;
  /** What stands before the hidden part and is none of it: `--token=`. */
  readonly $shown?: string;
};

export function isHiddenValue(value: JsonValue | undefined): value is HiddenValue {
  return isJsonObject(value) && typeof value.$hidden === "string";
}

/** What is drawn in its place. */
export function hiddenText(value: HiddenValue, mark = "<hidden>"): string {
  return `${typeof value.$shown === "string" ? value.$shown : ""}${mark}`;
}
