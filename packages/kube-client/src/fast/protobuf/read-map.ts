import type { Buffer } from "node:buffer";
import type { StringMap } from "@daemonscope/kube/objects";
import { NO_ANNOTATIONS, RETAINED_ANNOTATIONS } from "../../decode/decode-meta.ts";
import { KEY_LIMIT, MAP_LIMIT } from "../../decode/fields.ts";
import { ByteCache } from "./byte-cache.ts";
import { truncatedText } from "./interned-text.ts";
import { eachElement, fieldBegin, fieldEnd, readField } from "./read-field.ts";

export const ENTRY_TAG = { key: 10, value: 18 } as const;

/** The range of the last entry's value. */
let valueFrom = 0;
let valueTo = 0;

function keyOfEntry(bytes: Buffer, from: number, to: number): string {
  let key = "";
  valueFrom = from;
  valueTo = from;
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    at = fieldEnd();
    if (tag === ENTRY_TAG.key) key = truncatedText(bytes, fieldBegin(), at);
    else if (tag === ENTRY_TAG.value) {
      valueFrom = fieldBegin();
      valueTo = at;
    }
  }
  return key;
}

function decodeLabels(bytes: Buffer, from: number, to: number): StringMap {
  const labels: Record<string, string> = Object.create(null);
  eachElement(bytes, from, to, MAP_LIMIT, (entryFrom, entryTo) => {
    const key = keyOfEntry(bytes, entryFrom, entryTo);
    if (key.length <= KEY_LIMIT) labels[key] = truncatedText(bytes, valueFrom, valueTo);
  });
  return labels;
}

/** Pods of one revision have byte-identical labels. */
const labelCache = new ByteCache<StringMap>(4096, 2048);

/** Reads the consecutive entries of a map of labels. Throws UnsupportedEncoding, MalformedMessage. */
export function readLabels(bytes: Buffer, from: number, to: number): StringMap {
  return labelCache.get(bytes, from, to, decodeLabels);
}

/** Reads the annotations whose keys are in `RETAINED_ANNOTATIONS`. Throws UnsupportedEncoding,
 *  MalformedMessage. */
export function readAnnotations(bytes: Buffer, from: number, to: number): StringMap {
  let found: Map<string, string> | undefined;
  eachElement(bytes, from, to, Number.POSITIVE_INFINITY, (entryFrom, entryTo) => {
    const key = keyOfEntry(bytes, entryFrom, entryTo);
    if (!RETAINED_ANNOTATIONS.includes(key)) return;
    found ??= new Map();
    found.set(key, truncatedText(bytes, valueFrom, valueTo));
  });
  const values = found;
  if (values === undefined) return NO_ANNOTATIONS;
  return Object.fromEntries(RETAINED_ANNOTATIONS.filter((key) => values.has(key)).map((key) => [key, values.get(key) ?? ""]));
}
