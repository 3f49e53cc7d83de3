import { assertNever } from "@daemonscope/kube/base/assert-never";
import { scaleRoundUp } from "@daemonscope/kube/values/int-or-percent";
import { CAUSES } from "../../causes/causes.ts";
import { compilePlacement } from "../../placement/compile-placement.ts";
import type { HolderReason } from "../../records/budget.ts";
import type { CauseKind } from "../../records/cause-fact.ts";
import type { ManagedRollout } from "../../records/managed-rollout.ts";
import type { Action, RolloutIntent } from "../changes/action.ts";
import { changedFacts } from "../changes/changed-facts.ts";
import type { DaemonSetFacts, PlanFacts, RolloutPlanFacts } from "../changes/plan-facts.ts";
import type { ReplacementOrder, RolloutOutcome } from "./outcome.ts";
import { outdatedNodes, pausedNodes, terminatingNodes } from "./paused-nodes.ts";

/** Reasons of budget slots whose pods may have any revision. */
const ANY_REVISION_REASONS: readonly HolderReason[] = ["terminating", "twoPods", "extraPods"];

/** `unready`: replaced pods on NotReady nodes; the spread covers the others. */
function spreadOf(
  { budget, derived, onUnready }: RolloutPlanFacts,
  replaced: number,
  thirdRevisionNodes: number,
  unready: number,
): ReplacementOrder | undefined {
  const { kind, allowed, holders } = budget;
  const countHolders = (matches: (reason: HolderReason) => boolean): number =>
    holders.reduce((sum, { reason, count }) => (matches(reason) ? sum + count : sum), 0);
  const spread = (atOnce: number, isExact: boolean): ReplacementOrder => {
    const others = replaced - unready;
    const goAtOnce = Math.min(others, Math.max(0, atOnce - Math.min(unready, onUnready?.down ?? 0)));
    // With delete-first, an unresponsive node is unavailable until it responds.
    const places = kind === "maxSurge" ? allowed : allowed - (onUnready?.silent ?? 0);
    return {
      atOnce: goAtOnce,
      isExact: isExact || goAtOnce === others,
      rounds: Math.ceil((others - goAtOnce) / Math.max(1, places)),
      ...(places <= 0 && others > goAtOnce ? { isHeld: true } : {}),
    };
  };
  switch (kind) {
    case "maxUnavailable": {
      const isThirdKnown = thirdRevisionNodes === 0 || countHolders((reason) => reason === "oldUnavailable") === 0;
      const newUnavailable = countHolders((reason) => reason === "newUnavailable");
      return spread(
        Math.min(replaced, newUnavailable),
        isThirdKnown && countHolders((reason) => ANY_REVISION_REASONS.includes(reason)) === 0,
      );
    }
    case "maxSurge": {
      // With create-first, a new pod without an old one next to it uses no budget slot: only the totals show how many
      // are unavailable.
      if (derived === null) return undefined;
      const { numberUnavailable, desiredNumberScheduled } = derived;
      const targetRevisionNodes = Math.max(0, desiredNumberScheduled - replaced);
      return spread(Math.min(replaced, Math.max(0, numberUnavailable - targetRevisionNodes)), numberUnavailable === 0);
    }
    case "none":
    case "unknown":
      return undefined;
  }
}

type UndoneOutcome = Extract<RolloutOutcome, { readonly kind: "undone" }>;

/** Nodes that run an old pod and a new one. */
const nodesWithTwo = ({ budget }: Pick<RolloutPlanFacts, "budget">): number =>
  budget.holders.reduce((sum, { reason, count }) => (reason === "twoPods" ? sum + count : sum), 0);

/** Causes of a node that is NotReady. */
const IS_NOT_READY: ReadonlySet<CauseKind> = new Set(["nodeNotReady", "terminatingOnNotReady", "kubeletSilent"]);

/** Counts NotReady nodes whose pod is replaced. If some nodes still run the target revision, counts only pods of the
 *  current revision. */
function unreadyReplaced({ revisions, onUnready }: RolloutPlanFacts, toRevision: number): number {
  if (onUnready === undefined) return 0;
  const isOtherCurrent = revisions.some(({ current, revision }) => current && revision !== toRevision);
  const isTargetRunning = revisions.some(({ current, revision, nodes }) => !current && revision === toRevision && nodes !== 0);
  return (isOtherCurrent ? onUnready.current : 0) + (isTargetRunning ? 0 : onUnready.old);
}

function byController({ controller, phases }: ManagedRollout): Pick<UndoneOutcome, "controller" | "givenUp"> {
  const failed = phases.find(({ phase }) => phase === "failed");
  return { controller, ...(failed === undefined ? {} : { givenUp: { count: failed.count, nodes: failed.nodes } }) };
}

function undoneOutcome(rollout: RolloutPlanFacts, { toRevision, fate }: Extract<RolloutIntent, { readonly kind: "undo" }>): RolloutOutcome {
  const { revisions, budget } = rollout;
  const others = revisions.filter(({ revision }) => revision !== toRevision);
  const counted = others.flatMap(({ nodes }) => (nodes === null ? [] : [nodes]));
  // A node counts for its oldest pod. Under maxSurge the new pod next to an ending one already exists, and is replaced
  // too.
  const terminatingNextToNew = budget.kind === "maxSurge" ? terminatingNodes(rollout) : 0;
  const replaced = counted.length < others.length ? null : counted.reduce((sum, nodes) => sum + nodes, terminatingNextToNew);
  const deletedNextToOld = nodesWithTwo(rollout);
  const currentRevisionNodes = revisions.find(({ current }) => current)?.nodes ?? 0;
  const onUnready = replaced === null ? 0 : unreadyReplaced(rollout, toRevision);
  return {
    kind: "undone",
    toRevision,
    ...(fate === undefined ? {} : { fate }),
    replaced,
    ...(deletedNextToOld === 0 ? {} : { deletedNextToOld }),
    ...(onUnready === 0 ? {} : { onUnready }),
    ...(rollout.managedBy !== undefined ? byController(rollout.managedBy) : budget.kind === "none" ? { byHand: true } : {}),
    spread: replaced === null ? undefined : spreadOf(rollout, replaced, replaced - currentRevisionNodes, onUnready),
  };
}

function countWantingNodes({ gates, nodes }: PlanFacts, { template }: DaemonSetFacts): number {
  const verdictOn = compilePlacement(template, gates);
  return nodes().filter((node) => verdictOn(node) === "run").length;
}

/** Returns the effect of a larger budget. Holders may use more slots than are allowed, so the difference of the two
 *  budgets is not what becomes free (rule B4). */
function morePlaces(rollout: RolloutPlanFacts, to: number): RolloutOutcome {
  const { allowed, used, holders } = rollout.budget;
  const queued = pausedNodes(rollout) ?? Number.POSITIVE_INFINITY;
  const places = Math.max(0, Math.min(queued, to - used) - Math.max(0, allowed - used));
  const lasting = holders.reduce((sum, { lasting, count }) => (lasting === true ? sum + count : sum), 0);
  return { kind: "morePlaces", places, ...(lasting >= allowed ? { isStopped: true } : {}) };
}

/** Returns the result of a rollout action; undefined if that rollout is not known. */
export function rolloutOutcome(facts: PlanFacts, { act, about, changes }: Action<RolloutIntent>): RolloutOutcome | undefined {
  const set = about === undefined ? undefined : facts.daemonSet(about.namespace, about.daemonSet);
  const rollout = set?.rollout;
  if (set === undefined || rollout === undefined) return undefined;
  switch (act.kind) {
    case "undo":
      return undoneOutcome(rollout, act);
    case "nodes": {
      const holders = rollout.budget.holders.filter(({ cause }) => CAUSES[cause.kind].helps.includes("nodes"));
      const places = rollout.underWay ? holders.reduce((sum, { count }) => sum + count, 0) : 0;
      const areReady = places > 0 && !holders.some(({ cause }) => IS_NOT_READY.has(cause.kind));
      const areWantedAgain = rollout.causes.some(
        ({ state, nodes }) => state === "misscheduled" && nodes.some((name) => act.nodes.includes(name)),
      );
      return { kind: "placesComeFree", places, ...(areWantedAgain ? { areWantedAgain } : {}), ...(areReady ? { areReady } : {}) };
    }
    case "raise":
      return morePlaces(rollout, scaleRoundUp(act.to, set.desired) ?? 0);
    case "room":
      return { kind: "roomIsMade" };
    case "retryUpgrade":
      return { kind: "upgradesAgain", controller: act.controller };
    case "nudge":
      return { kind: "looksAgain" };
    case "noSurge":
      return { kind: "oldGoFirst", places: 1 };
    case "letOn": {
      const after = changes.reduce(changedFacts, facts).daemonSet(set.namespace, set.name);
      return { kind: "comesToMore", before: set.desired, after: after === undefined ? set.desired : countWantingNodes(facts, after) };
    }
    case "keepOff":
      return { kind: "comesToLess", before: set.desired, after: Math.max(0, set.desired - act.nodes) };
    case "openNodes":
      return { kind: "nodesOpen", nodes: act.nodes };
    case "relabel":
      return { kind: "nodesWant", nodes: act.nodes === 0 ? undefined : act.nodes };
    case "hold":
      return { kind: "held", untouched: pausedNodes(rollout) };
    case "resume":
      return { kind: "goesOn", outdated: outdatedNodes(rollout), ...(rollout.onUnready?.old ? { onUnready: rollout.onUnready.old } : {}) };
    default:
      return assertNever(act);
  }
}
