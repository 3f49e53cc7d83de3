import { isJsonObject, type JsonValue } from "./json-value.ts";

/** Placeholder in a template for a text that may be a secret. No API field begins with `$`, so that no API object
 *  looks like a placeholder. */
export type RedactedValue = {
  /** Equal for equal texts at the same path of one DaemonSet, within one process. Reveals nothing else about the
   *  text. Not for the wire. */
  readonly $hidden: string;
  /** Prefix of the hidden part that is not secret: `--token=`. */
  readonly $shown?: string;
};

export function isRedactedValue(value: JsonValue | undefined): value is RedactedValue {
  return isJsonObject(value) && typeof value.$hidden === "string";
}

/** Returns the text to show for a hidden value. */
export function redactedText(value: RedactedValue, mark = "<hidden>"): string {
  return `${typeof value.$shown === "string" ? value.$shown : ""}${mark}`;
}
