import type { HolderReason } from "@daemonscope/daemonset/budget/budget";
import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";

/** What going back to the revision before would do. */
export interface Undo {
  readonly kind: "undo";
  readonly toRevision: number;
  /** Nodes whose pods are of any other revision than that one; null where that was not read. */
  readonly replaced: number | null;
  /** How the budget spreads them; undefined where there is no budget, or they were not read. */
  readonly spread: Spread | undefined;
}

/** Pods that are not available are replaced whatever the budget says (rule B4), the others as places come free. */
export interface Spread {
  /** Of those that are replaced, how many are not available. */
  readonly atOnce: number;
  /** False where more of them may be not available: it is not known of which revision some are. */
  readonly isExact: boolean;
  /** How often the budget must come free for the rest; at most so often where `isExact` is false. */
  readonly rounds: number;
}

/** Places whose pods may be of any revision. */
const OF_ANY_REVISION: readonly HolderReason[] = ["terminating", "twoPods", "extraPods"];

function spreadOf({ budget, derived }: DaemonSetRecord, replaced: number, ofThird: number): Spread | undefined {
  const { kind, allowed, holders } = budget;
  const held = (isOf: (reason: HolderReason) => boolean): number =>
    holders.reduce((sum, { reason, count }) => (isOf(reason) ? sum + count : sum), 0);
  const spread = (atOnce: number, isExact: boolean): Spread => ({
    atOnce,
    isExact: isExact || atOnce === replaced,
    rounds: Math.ceil((replaced - atOnce) / Math.max(1, allowed)),
  });
  switch (kind) {
    case "maxUnavailable": {
      const isThirdKnown = ofThird === 0 || held((reason) => reason === "oldUnavailable") === 0;
      const ofNew = held((reason) => reason === "newUnavailable");
      return spread(Math.min(replaced, ofNew), isThirdKnown && held((reason) => OF_ANY_REVISION.includes(reason)) === 0);
    }
    case "maxSurge": {
      // Create first, a new pod without an old one beside it uses no place: only the totals tell how many are not available.
      if (derived === null) return undefined;
      const { numberUnavailable, desiredNumberScheduled } = derived;
      const ofTarget = Math.max(0, desiredNumberScheduled - replaced);
      return spread(Math.min(replaced, Math.max(0, numberUnavailable - ofTarget)), numberUnavailable === 0);
    }
    case "none":
    case "unknown":
      return undefined;
  }
}

/** Undefined without a revision to go back to. */
export function undoOf(record: DaemonSetRecord): Undo | undefined {
  const { revisions } = record;
  const at = revisions.findIndex(({ current }) => current);
  const target = at < 0 ? undefined : revisions[at + 1];
  if (target === undefined) return undefined;
  const others = revisions.filter((revision) => revision !== target);
  const counted = others.flatMap(({ nodes }) => (nodes === null ? [] : [nodes]));
  const replaced = counted.length < others.length ? null : counted.reduce((sum, nodes) => sum + nodes, 0);
  const spread = replaced === null ? undefined : spreadOf(record, replaced, replaced - (revisions[at]?.nodes ?? 0));
  return { kind: "undo", toRevision: target.revision, replaced, spread };
}
