import { fnv64Hex } from "@daemonscope/kube/fnv";
import { stableJson } from "@daemonscope/kube/stable-json";
import type { Json } from "./fields.ts";

/** Equal for equal templates, whatever their key order; the `$patch` directive of a revision's data is no part of it.
 *  Values of the environment go in and cannot come out. Source: kubernetes pkg/controller/daemon/update.go, getPatch. */
export function templateHash(template: Json): string {
  const { $patch: _directive, ...content } = template;
  return fnv64Hex(stableJson(content));
}
