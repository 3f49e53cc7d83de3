import type { DaemonSetThen, Ghost, WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";
import { groupOf } from "../../../data/rows/grouping.ts";
import type { EffectNodes } from "./effect-nodes.ts";

/** Location of lost agents: all nodes of a pool, or a number of nodes. */
export type LossScope = { readonly kind: "pool"; readonly name: string } | { readonly kind: "nodes"; readonly count: number };

/** The gravest effect of the steps. Keys name DaemonSets. Kinds are in order of severity. */
export type WhatIfVerdict =
  | { readonly kind: "empty" }
  /** The server could follow no step. */
  | { readonly kind: "refused" }
  /** `emptied`: the losers with no node left. `kept`: DaemonSets that still want all of their current nodes. */
  | {
      readonly kind: "fall";
      readonly losers: readonly string[];
      readonly emptied: readonly string[];
      readonly kept: readonly string[];
      readonly where: LossScope;
    }
  /** `stay`: pods that are orphaned instead of deleted. */
  | { readonly kind: "deleted"; readonly keys: readonly string[]; readonly pods: number; readonly stay: number }
  /** A rollout gets stuck: `unfit` new pods do not fit, or if that is 0, new pods do not become available. */
  | { readonly kind: "stands"; readonly key: string; readonly unfit: number; readonly endsAt: number; readonly desired: number }
  | { readonly kind: "unfit"; readonly pods: number; readonly keys: readonly string[] }
  | { readonly kind: "restarts"; readonly pods: number; readonly keys: readonly string[]; readonly atOnce: number | undefined }
  | { readonly kind: "goes"; readonly pods: number; readonly keys: readonly string[] }
  | { readonly kind: "comes"; readonly pods: number; readonly keys: readonly string[] }
  | { readonly kind: "byHand"; readonly pods: number; readonly keys: readonly string[] }
  /** The running rollout replaces the same pods, with another template. */
  | { readonly kind: "anyway"; readonly pods: number; readonly keys: readonly string[] }
  /** The running rollout replaces the same pods in other waves. */
  | { readonly kind: "pace"; readonly key: string; readonly pods: number; readonly atOnce: number; readonly before: number }
  /** No pod changes, but counts do: a remaining pod is wanted again, or no longer. */
  | { readonly kind: "counts"; readonly keys: readonly string[] }
  | { readonly kind: "same" };

/** Returns the number of a DaemonSet's nodes with this outcome. */
export const countOfGhost = (set: DaemonSetThen, ghost: Ghost): number =>
  set.ghosts.reduce((sum, each) => sum + (each.ghost === ghost ? each.nodes.length : 0), 0);

/** Returns how many pods get this outcome, over all DaemonSets. */
export const podCountOf = (effect: WhatIfAnswer, ghost: Ghost): number =>
  effect.daemonSets.reduce((sum, set) => sum + countOfGhost(set, ghost), 0);

const ROLLOUT_GHOSTS: readonly Ghost[] = ["restarts", "unfit", "replacedByHand"];

/** Returns the rollout that the steps begin or change; undefined if a running rollout is unaffected and only nodes join
 *  or leave. */
export function rolloutOf({ ghosts, rollout }: DaemonSetThen): DaemonSetThen["rollout"] {
  return ghosts.length === 0 || ghosts.some(({ ghost }) => ROLLOUT_GHOSTS.includes(ghost)) ? rollout : undefined;
}

/** Returns the counts that the DaemonSet reaches without the steps. */
export const withoutSteps = ({ now, anyway }: DaemonSetThen): DaemonSetThen["now"] => anyway?.counts ?? now;

/** Returns how the steps change the pace of a rollout without replacing pods themselves. */
export function paceOf(set: DaemonSetThen): { readonly pods: number; readonly atOnce: number; readonly before: number } | undefined {
  const { rollout, anyway, ghosts } = set;
  if (rollout === undefined || rollout.byHand || anyway?.rollout === undefined) return undefined;
  if (ghosts.some(({ ghost }) => ROLLOUT_GHOSTS.includes(ghost))) return undefined;
  return { pods: rollout.replaced, atOnce: rollout.atOnce, before: anyway.rollout.atOnce };
}

/** Returns the number of pods that running rollouts replace anyway, with another template. */
export const podsReplacedAnyway = (sets: readonly DaemonSetThen[]): number =>
  sets.reduce((sum, { replacedAnyway = 0 }) => sum + replacedAnyway, 0);

const keysOf = (sets: readonly DaemonSetThen[]): readonly string[] => sets.map(({ key }) => key);

function nodesLost(losers: readonly DaemonSetThen[]): ReadonlySet<string> {
  const lost = losers.flatMap((set) => set.ghosts.flatMap(({ ghost, nodes }) => (ghost === "goes" || ghost === "stays" ? nodes : [])));
  return new Set(lost);
}

/** Returns the pool if these are all of its nodes; otherwise their number. */
function lossScope(names: ReadonlySet<string>, nodes: EffectNodes): LossScope {
  const pools = new Set<string>();
  for (const name of names) {
    const record = nodes.now[rowIdOf(nodes.rows, name) ?? -1];
    pools.add(record === undefined ? "" : groupOf(record, "pool"));
  }
  const [pool = ""] = pools;
  const size = nodes.now.filter(
    (record, row) => record !== undefined && !nodes.joining.has(row) && groupOf(record, "pool") === pool,
  ).length;
  return pools.size === 1 && pool !== "" && size === names.size ? { kind: "pool", name: pool } : { kind: "nodes", count: names.size };
}

/** Reports whether any step could be followed. Otherwise nothing was counted, and nothing is known to be unchanged. */
export const hasCounts = ({ steps }: WhatIfAnswer): boolean => steps.length === 0 || steps.some(({ problem }) => problem === undefined);

/** Returns the verdict on an answer. */
export function whatIfVerdict(answer: WhatIfAnswer | undefined, nodes: EffectNodes): WhatIfVerdict {
  if (answer === undefined) return { kind: "empty" };
  if (!hasCounts(answer)) return { kind: "refused" };
  const sets = answer.daemonSets;
  const losers = sets.filter(({ unwanted, life }) => unwanted > 0 && life === "stays");
  if (losers.length > 0)
    return {
      kind: "fall",
      losers: keysOf(losers),
      emptied: keysOf(losers.filter(({ then }) => then.desired === 0)),
      kept: keysOf(
        sets.filter((set) => set.unwanted === 0 && set.life === "stays" && set.now.desired > 0 && countOfGhost(set, "goes") === 0),
      ),
      where: lossScope(nodesLost(losers), nodes),
    };
  const setsWith = (ghost: Ghost) => sets.filter((set) => countOfGhost(set, ghost) > 0);
  const podsOf = (affected: readonly DaemonSetThen[], ghost: Ghost) => affected.reduce((sum, set) => sum + countOfGhost(set, ghost), 0);
  const deleted = sets.filter(({ life }) => life === "goes");
  if (deleted.length > 0) return { kind: "deleted", keys: keysOf(deleted), pods: podsOf(deleted, "goes"), stay: podsOf(deleted, "stays") };
  // A rollout that goes on when nodes are gone is not stuck.
  const stallOf = (set: DaemonSetThen) => {
    const stands = rolloutOf(set)?.stands;
    return stands?.untilGone === true ? undefined : stands;
  };
  const stuckSet = sets.find((set) => stallOf(set) !== undefined);
  const stall = stuckSet === undefined ? undefined : stallOf(stuckSet);
  if (stuckSet !== undefined && stall !== undefined) return { kind: "stands", key: stuckSet.key, ...stall, desired: stuckSet.then.desired };
  for (const kind of ["unfit", "restarts", "goes", "comes"] as const) {
    const affected = setsWith(kind);
    if (affected.length === 0) continue;
    const counts = { pods: podsOf(affected, kind), keys: keysOf(affected) };
    return kind === "restarts"
      ? { kind, ...counts, atOnce: affected.length === 1 ? affected[0]?.rollout?.atOnce : undefined }
      : { kind, ...counts };
  }
  const byHand = setsWith("replacedByHand");
  if (byHand.length > 0) return { kind: "byHand", pods: podsOf(byHand, "replacedByHand"), keys: keysOf(byHand) };
  const anyway = sets.filter(({ replacedAnyway }) => replacedAnyway !== undefined);
  if (anyway.length > 0) return { kind: "anyway", pods: podsReplacedAnyway(anyway), keys: keysOf(anyway) };
  for (const set of sets) {
    const pace = paceOf(set);
    if (pace !== undefined) return { kind: "pace", key: set.key, ...pace };
  }
  return sets.length > 0 ? { kind: "counts", keys: keysOf(sets) } : { kind: "same" };
}

/** Returns the ghost that represents a verdict. */
export function verdictGhost(verdict: WhatIfVerdict, answer: WhatIfAnswer | undefined): Ghost {
  switch (verdict.kind) {
    case "fall": {
      const goes = (answer?.daemonSets ?? []).some((set) => set.unwanted > 0 && countOfGhost(set, "goes") > 0);
      return goes ? "goes" : "stays";
    }
    case "deleted":
      return verdict.pods === 0 && verdict.stay > 0 ? "stays" : "goes";
    case "stands":
      return "unfit";
    case "byHand":
      return "replacedByHand";
    case "empty":
    case "refused":
    case "same":
    case "anyway":
    case "pace":
    case "counts":
      return "same";
    default:
      return verdict.kind;
  }
}
