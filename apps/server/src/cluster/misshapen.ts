import type { SourceName } from "@daemonscope/shared/source-status";
import { isJson, type Json, textField } from "./decode/fields.ts";

/** What each kind must hold, by path; all of it may be absent in a small object. */
const OBJECTS: Readonly<Record<SourceName, readonly string[]>> = {
  nodes: ["metadata.labels", "metadata.annotations", "spec", "status"],
  pods: ["metadata.labels", "metadata.annotations", "spec", "status"],
  daemonsets: ["metadata.labels", "metadata.annotations", "spec", "spec.selector", "spec.template", "spec.template.spec", "status"],
  controllerrevisions: ["metadata.labels", "metadata.annotations", "data"],
  events: [],
};
/** Without these nothing can be said of it. */
const NEEDED: Readonly<Partial<Record<SourceName, readonly string[]>>> = {
  daemonsets: ["spec", "spec.template", "spec.template.spec"],
  pods: ["spec"],
};

/** Under this an object has why it could not be read whole. */
export const MALFORMED: unique symbol = Symbol("malformed");

const malformedIn = (raw: Json): string | undefined => {
  const why = (raw as { readonly [MALFORMED]?: unknown })[MALFORMED];
  return typeof why === "string" ? why : undefined;
};

function at(value: Json, path: string): unknown {
  let found: unknown = value;
  for (const name of path.split(".")) {
    if (!isJson(found)) return undefined;
    found = found[name];
  }
  return found;
}

/** One sentence about an object whose parts are of wrong types, which a decoder would take for empty and so for facts; undefined when it can be read. No API server
 *  sends one: a broken proxy or an aggregated server may. */
export function misshapen(source: SourceName, raw: unknown): string | undefined {
  if (!isJson(raw)) return undefined;
  const wrong = OBJECTS[source].find((path) => {
    const found = at(raw, path);
    return found !== undefined && found !== null && !isJson(found);
  });
  const missing = NEEDED[source]?.find((path) => !isJson(at(raw, path)));
  const path = wrong ?? missing;
  const malformed = malformedIn(raw);
  if (path === undefined && malformed === undefined) return undefined;
  const metadata = isJson(raw.metadata) ? raw.metadata : {};
  const namespace = textField(metadata, "namespace");
  const name = `${namespace === undefined ? "" : `${namespace}/`}${textField(metadata, "name") ?? "without a name"}`.slice(0, 200);
  const why = malformed === undefined ? `its ${path} is no object` : `its bytes are no message of the API: ${malformed}`;
  return `${source} ${JSON.stringify(name)} was left out, because ${why}`;
}
