import type { SourceName } from "@daemonscope/kube/source-status";
import { isJson, type Json, textField } from "./fields.ts";

/** Paths of each kind that must be objects if they are present. */
const OBJECTS: Readonly<Record<SourceName, readonly string[]>> = {
  nodes: ["metadata.labels", "metadata.annotations", "spec", "status"],
  pods: ["metadata.labels", "metadata.annotations", "spec", "status"],
  daemonsets: ["metadata.labels", "metadata.annotations", "spec", "spec.selector", "spec.template", "spec.template.spec", "status"],
  controllerrevisions: ["metadata.labels", "metadata.annotations", "data"],
  events: [],
};
/** Paths that must be present: without them the object is unusable. */
const NEEDED: Readonly<Partial<Record<SourceName, readonly string[]>>> = {
  daemonsets: ["spec", "spec.template", "spec.template.spec"],
  pods: ["spec"],
};

/** The key of the reason why an object could not be read completely. */
export const MALFORMED: unique symbol = Symbol("malformed");

const malformedIn = (raw: Json): string | undefined => {
  const why = (raw as { readonly [MALFORMED]?: unknown })[MALFORMED];
  return typeof why === "string" ? why : undefined;
};

function valueAt(value: Json, path: string): unknown {
  let found: unknown = value;
  for (const name of path.split(".")) {
    if (!isJson(found)) return undefined;
    found = found[name];
  }
  return found;
}

/** Returns one sentence about an object whose parts have wrong types; undefined if it can be read. A decoder would
 *  read such parts as empty, which would be wrong facts. No API server sends such an object, but a broken proxy or an
 *  aggregated server may. */
export function malformedReason(source: SourceName, raw: unknown): string | undefined {
  if (!isJson(raw)) return undefined;
  const wrong = OBJECTS[source].find((path) => {
    const found = valueAt(raw, path);
    return found !== undefined && found !== null && !isJson(found);
  });
  const missing = NEEDED[source]?.find((path) => !isJson(valueAt(raw, path)));
  const path = wrong ?? missing;
  const malformed = malformedIn(raw);
  if (path === undefined && malformed === undefined) return undefined;
  const metadata = isJson(raw.metadata) ? raw.metadata : {};
  const namespace = textField(metadata, "namespace");
  const name = `${namespace === undefined ? "" : `${namespace}/`}${textField(metadata, "name") ?? "without a name"}`.slice(0, 200);
  const why = malformed === undefined ? `its ${path} is no object` : `its bytes are no message of the API: ${malformed}`;
  return `${source} ${JSON.stringify(name)} was left out, because ${why}`;
}
