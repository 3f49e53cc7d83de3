import { isJsonObject, type JsonValue } from "./json-value.ts";

/** Placeholder in a template for a text that may be a secret. No API field begins with `$`, so the two cannot be
 *  confused. */
export type HiddenValue = {
  /** Equal for equal texts at the same path of one DaemonSet, within one process. Reveals nothing else about the
   *  text. Not for the wire. */
  readonly $hidden: string;
  /** Prefix of the hidden part that is not secret: `--token=`. */
  readonly $shown?: string;
};

export function isHiddenValue(value: JsonValue | undefined): value is HiddenValue {
  return isJsonObject(value) && typeof value.$hidden === "string";
}

/** Returns the text to show for a hidden value. */
export function hiddenText(value: HiddenValue, mark = "<hidden>"): string {
  return `${typeof value.$shown === "string" ? value.$shown : ""}${mark}`;
}
