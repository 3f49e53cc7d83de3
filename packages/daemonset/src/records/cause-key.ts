import type { CauseFact } from "./cause-fact.ts";
import type { LossCause } from "./loss-cause.ts";

/** What two nodes share that have one cause: the same in every language. Groups of one size are ordered by it. */
export function causeKey(cause: CauseFact): string {
  return "reason" in cause ? `${cause.kind} ${cause.reason}` : cause.kind;
}

/** The same within one DaemonSet, where pods that cannot pull one image are told from those that cannot pull another. */
export function causeOfSetKey(cause: CauseFact): string {
  return cause.kind === "reason" && cause.image !== undefined ? `${causeKey(cause)} ${cause.image}` : causeKey(cause);
}

/** Whether two causes have one such key; spells none where the kind is all there is. */
export function isOneCauseOfSet(a: CauseFact, b: CauseFact): boolean {
  if (a.kind !== b.kind) return false;
  return !("reason" in a || "reason" in b) || causeOfSetKey(a) === causeOfSetKey(b);
}

/** The same for what nodes were lost by. */
export function lossKey(what: LossCause): string {
  return what.kind === "labels" ? `labels ${what.keys.join(" ")}` : `taint ${what.taint}`;
}
