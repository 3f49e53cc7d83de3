import { isMap, isScalar, isSeq } from "yaml";
import { isJson } from "../cluster/decode/fields.ts";

/** How a number or a boolean of a text was written, by the object or list that holds it and its key there: `1.10`, `yes`, `007`.
 *  Undefined where it was written as it reads. */
export type WrittenForms = (holder: object, key: string | number) => string | undefined;

/** Keeps how the value under a key of an object or list was written. */
export type KeepForm = (holder: object, key: string | number, source: string) => void;

/** Keeps how scalars were written: what a person has to put in quotes is what they wrote, and not what it reads as. */
export function keepWrittenForms(): {
  readonly forms: WrittenForms;
  /** Notes a value, and the node of the syntax tree that it was made of. */
  readonly note: (node: unknown, value: unknown) => void;
  readonly keep: KeepForm;
} {
  const kept = new WeakMap<object, Map<string | number, string>>();
  const keep: KeepForm = (holder, key, source) => {
    const ofHolder = kept.get(holder) ?? new Map<string | number, string>();
    kept.set(holder, ofHolder.set(key, source));
  };
  const noteAt = (node: unknown, holder: object, key: string | number, value: unknown) => {
    if (!isScalar(node)) return note(node, value);
    const isPlain = typeof value === "number" || typeof value === "boolean";
    if (!isPlain || node.source === undefined || node.source === String(value)) return;
    keep(holder, key, node.source);
  };
  function note(node: unknown, value: unknown): void {
    if (isSeq(node) && Array.isArray(value)) for (const [at, item] of node.items.entries()) noteAt(item, value, at, value[at]);
    else if (isMap(node) && isJson(value))
      for (const { key, value: inner } of node.items) {
        const name = String(isScalar(key) ? key.value : key);
        noteAt(inner, value, name, value[name]);
      }
  }
  return { forms: (holder, key) => kept.get(holder)?.get(key), note, keep };
}
