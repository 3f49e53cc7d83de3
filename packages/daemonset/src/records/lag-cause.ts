/** Likely cause of a lag of the controller's numbers behind the derived ones (rule C10). Facts for words in any
 *  language (words/src/facts/lag-text.ts has them). */
export type LagCause =
  | { readonly kind: "notObserved"; readonly generation: number; readonly observedGeneration: number }
  /** A toleration compares numbers. `isGateOn` is the configured state of TaintTolerationComparisonOperators. */
  | { readonly kind: "comparesNumbers"; readonly isGateOn: boolean }
  | { readonly kind: "nodeDeleted" }
  | { readonly kind: "nodeNotReady" }
  | { readonly kind: "tainted" }
  | { readonly kind: "nodeLeft" }
  | { readonly kind: "minReady"; readonly minReadySeconds: number }
  | { readonly kind: "notWritten" };
