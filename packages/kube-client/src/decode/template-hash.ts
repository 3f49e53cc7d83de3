import { fnv64Hex } from "@daemonscope/kube/values/fnv";
import { stableJson } from "@daemonscope/kube/values/stable-json";
import { isJson, type Json } from "./fields.ts";

/** Far deeper than any pod template; the data of a revision may be any JSON. */
const DEPTH_LIMIT = 64;

/** Reports whether a recursive walk of a template cannot overflow the stack. */
export function isWithinDepthLimit(template: Json): boolean {
  let level: unknown[] = [template];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_LIMIT) return false;
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
  }
  return true;
}

/** Drops `creationTimestamp: null`. Releases differ in whether they write it, and revisions outlive an upgrade. */
function withoutNullTime(metadata: unknown): unknown {
  if (!isJson(metadata) || metadata.creationTimestamp !== null) return metadata;
  const { creationTimestamp: _null, ...rest } = metadata;
  return rest;
}

/** Returns a hash that is equal for equal templates, regardless of key order; ignores the `$patch` directive of a
 *  revision's data. Values of the environment are hashed and cannot be recovered. Source: kubernetes
 *  pkg/controller/daemon/update.go, getPatch. */
export function templateHash(template: Json): string {
  const { $patch: _directive, ...content } = template;
  return fnv64Hex(stableJson(Object.hasOwn(content, "metadata") ? { ...content, metadata: withoutNullTime(content.metadata) } : content));
}
