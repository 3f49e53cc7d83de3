import { isEqualJson } from "@daemonscope/kube/equal-json";

/** A memory of the last value: gives the one before for each that equals it by its fields. */
export function keepEqual<T>(): (value: T) => T {
  let kept: { readonly value: T } | undefined;
  return (value) => {
    if (kept === undefined || !isEqualJson(kept.value, value)) kept = { value };
    return kept.value;
  };
}
