/** Why the controller's numbers likely lag behind ours (rule C10), as facts for words in any language (describe/lag-text.ts has the English ones). */
export type LagCause =
  | { readonly kind: "notObserved"; readonly generation: number; readonly observedGeneration: number }
  /** A toleration compares numbers; `isGateOn` is what we were told of TaintTolerationComparisonOperators. */
  | { readonly kind: "comparesNumbers"; readonly isGateOn: boolean }
  | { readonly kind: "nodeDeleted" }
  | { readonly kind: "nodeNotReady" }
  | { readonly kind: "tainted" }
  | { readonly kind: "nodeLeft" }
  | { readonly kind: "minReady"; readonly minReadySeconds: number }
  | { readonly kind: "notWritten" };
