import { isJson, type Json } from "../cluster/decode/fields.ts";

/** Where a manifest must have maps of texts and people write numbers and `true` without quotes. */
const MAPS: readonly (readonly string[])[] = [
  ["metadata", "labels"],
  ["metadata", "annotations"],
  ["spec", "selector", "matchLabels"],
  ["spec", "template", "metadata", "labels"],
  ["spec", "template", "spec", "nodeSelector"],
];

function withMap(object: Json, [field = "", ...rest]: readonly string[], path: string, problems: string[]): Json {
  const inner = object[field];
  if (!isJson(inner)) return object;
  if (rest.length > 0) return { ...object, [field]: withMap(inner, rest, path, problems) };
  const texts: [string, unknown][] = Object.entries(inner).map(([key, value]) => {
    if (typeof value !== "number" && typeof value !== "boolean") return [key, value];
    problems.push(`${path}.${key} is ${String(value)} and must be a text: write "${String(value)}"`);
    return [key, String(value)];
  });
  return { ...object, [field]: Object.fromEntries(texts) };
}

/** A manifest whose labels and selectors are texts, and a sentence for each that was not: the API server refuses those, and a person meant their words. */
export function plainTexts(object: Json): { readonly object: Json; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const plain = MAPS.reduce((present, path) => withMap(present, path, path.join("."), problems), object);
  return { object: plain, problems };
}
