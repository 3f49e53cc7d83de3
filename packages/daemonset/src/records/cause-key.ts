import type { CauseFact } from "./cause-fact.ts";
import type { NodeLossCause } from "./node-loss-cause.ts";

/** Returns a key that is equal for equal causes, in every language. It orders groups of equal size. */
export function causeKey(cause: CauseFact): string {
  return "reason" in cause ? `${cause.kind} ${cause.reason}` : cause.kind;
}

/** Returns the key of a cause within one DaemonSet. It separates pull failures of different images. */
export function causeOfSetKey(cause: CauseFact): string {
  return cause.kind === "reason" && cause.image !== undefined ? `${causeKey(cause)} ${cause.image}` : causeKey(cause);
}

/** Reports whether two causes have the same `causeOfSetKey`. Builds no key if the kind decides. */
export function isOneCauseOfSet(a: CauseFact, b: CauseFact): boolean {
  if (a.kind !== b.kind) return false;
  return !("reason" in a || "reason" in b) || causeOfSetKey(a) === causeOfSetKey(b);
}

/** Returns a key that is equal for equal causes of lost nodes. */
export function lossKey(what: NodeLossCause): string {
  return what.kind === "labels" ? `labels ${what.keys.join(" ")}` : `taint ${what.taint}`;
}
