import { stableJson } from "@daemonscope/kube/values/stable-json";
import { normalise } from "./normalise.ts";
import { REFUSED_CHANGES } from "./refused-changes.ts";
import { REFUSED_DAEMON_SETS } from "./refused-daemonsets.ts";
import { REFUSED_KINDS } from "./refused-kinds.ts";
import { REFUSED_METADATA } from "./refused-metadata.ts";
import { REFUSED_PODS } from "./refused-pods.ts";
import { REFUSED_SERVICES } from "./refused-services.ts";
import type { RawAnswer, RawRequest } from "./two-clusters.ts";

const GENERATED = /([-.])[bcdfghjklmnpqrstvwxz2456789]{5}\b/g;
const VERSION = /(in object meta: |in record \()\d+/g;

/** Requests that the API refuses because of the object, and the few requests that they depend on. */
export const REFUSALS: readonly RawRequest[] = [
  ...REFUSED_METADATA,
  ...REFUSED_SERVICES,
  ...REFUSED_KINDS,
  ...REFUSED_DAEMON_SETS,
  ...REFUSED_PODS,
  ...REFUSED_CHANGES,
];

/** Returns the compared part of an answer. It is a refusal without generated names and versions, or `no refusal`. */
export function refusalIn({ code, body }: RawAnswer): readonly string[] {
  if (code < 300) return ["no refusal"];
  const lines = normalise(body.startsWith("{") ? stableJson(JSON.parse(body)) : body);
  return [`code ${code}`, ...lines.map((line) => line.replace(GENERATED, "$1NAME").replace(VERSION, "$1N"))];
}
