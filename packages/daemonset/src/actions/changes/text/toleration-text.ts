import type { Toleration } from "@daemonscope/kube/objects";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";

const EVERY = "*";

/** Parses a toleration from its short form: `key=value:Effect`, `key:Effect` for each value, `key` for each effect,
 *  `*` for each taint. */
export function readToleration(text: string): Toleration {
  const colon = text.lastIndexOf(":");
  const effect = colon < 0 ? {} : { effect: text.slice(colon + 1) };
  const keyAndValue = colon < 0 ? text : text.slice(0, colon);
  const equals = keyAndValue.indexOf("=");
  if (equals >= 0) return { key: keyAndValue.slice(0, equals), operator: "Equal", value: keyAndValue.slice(equals + 1), ...effect };
  return { ...(keyAndValue === EVERY ? {} : { key: keyAndValue }), operator: "Exists", ...effect };
}

/** Returns the short form of a toleration if it has one, otherwise its JSON. */
export function tolerationWord(toleration: Toleration): string {
  const { key = EVERY, value, effect } = toleration;
  const short = `${key}${value === undefined ? "" : `=${value}`}${effect === undefined ? "" : `:${effect}`}`;
  return isEqualJson(readToleration(short), toleration) ? short : JSON.stringify(toleration);
}
