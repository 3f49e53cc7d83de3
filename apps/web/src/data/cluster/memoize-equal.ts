import { isEqualJson } from "@daemonscope/kube/values/equal-json";

/** Creates a function that returns its previous result while its argument has equal fields. */
export function memoizeEqual<T>(): (value: T) => T {
  let kept: { readonly value: T } | undefined;
  return (value) => {
    if (kept === undefined || !isEqualJson(kept.value, value)) kept = { value };
    return kept.value;
  };
}
