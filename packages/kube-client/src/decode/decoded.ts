import { isJson, objectField, textField } from "./fields.ts";

/** A decoded object, or one sentence with the reason why it is unusable. */
export type Decoded<T> = { readonly object: T } | { readonly problem: string };

/** Returns the sentence for an object without its identifying fields. */
export function undecodable(kind: string, value: unknown): { readonly problem: string } {
  if (!isJson(value)) return { problem: `something that is no ${kind} (${value === null ? "null" : typeof value}) was left out of a list` };
  const metadata = objectField(value, "metadata");
  const missing = ["name", "uid", "resourceVersion", ...(kind === "Node" ? [] : ["namespace"])].filter(
    (field) => typeof metadata[field] !== "string" || metadata[field] === "",
  );
  const name = textField(metadata, "name");
  const called = name === undefined || name === "" ? "" : ` ${JSON.stringify(name.slice(0, 100))}`;
  return { problem: `the ${kind}${called} without metadata.${missing.join(" and ")} was left out` };
}
