import { isJson } from "@daemonscope/kube-client/decode/fields";
import { isMap, isScalar, isSeq } from "yaml";

/**
 * Returns the source form of a number or boolean, by its object or list and its key: `1.10`, `yes`, `007`. Undefined if
 * it equals the parsed form.
 */
export type ScalarSources = (holder: object, key: string | number) => string | undefined;

/** Records the source form of a value, by its object or list and its key. */
export type RecordScalar = (holder: object, key: string | number, source: string) => void;

/** Records the source forms of scalars, because a user must quote the text as written, not the parsed value. */
export function recordScalars(): {
  readonly forms: ScalarSources;
  /** Records the forms in a value, from its syntax tree node. */
  readonly note: (node: unknown, value: unknown) => void;
  readonly keep: RecordScalar;
} {
  const sourcesByHolder = new WeakMap<object, Map<string | number, string>>();
  const keep: RecordScalar = (holder, key, source) => {
    const holderSources = sourcesByHolder.get(holder) ?? new Map<string | number, string>();
    sourcesByHolder.set(holder, holderSources.set(key, source));
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
  return { forms: (holder, key) => sourcesByHolder.get(holder)?.get(key), note, keep };
}
