import type { CauseFact } from "./cause-fact.ts";
import type { NodeLossCause } from "./node-loss-cause.ts";

/** Returns a key that is equal for equal causes, in every language. It orders groups of equal size. */
export function causeKey({ kind, reason, subject, container, holder, holderIsDeleted }: CauseFact): string {
  if (reason === undefined && subject === undefined && container === undefined) return kind;
  const held = holder === undefined ? "" : ` ${holder} ${holderIsDeleted ?? ""}`;
  return `${kind} ${reason ?? ""} ${subject ?? ""} ${container ?? ""}${held}`.trimEnd();
}

/** Reports whether two causes have the same key. Builds no key. */
export function isSameCause(a: CauseFact, b: CauseFact): boolean {
  return (
    a.kind === b.kind &&
    a.reason === b.reason &&
    a.subject === b.subject &&
    a.container === b.container &&
    a.holder === b.holder &&
    a.holderIsDeleted === b.holderIsDeleted
  );
}

/** Returns a key that is equal for equal causes of lost nodes. */
export function lossKey(what: NodeLossCause): string {
  return what.kind === "labels" ? `labels ${what.keys.join(" ")}` : `taint ${what.taint}`;
}
