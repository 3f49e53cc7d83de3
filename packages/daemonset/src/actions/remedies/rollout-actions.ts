import type { IntOrString } from "@daemonscope/kube/objects";
import { scaleRoundUp } from "@daemonscope/kube/values/int-or-percent";
import type { RemedyKind } from "../../causes/cause-row.ts";
import { CAUSES } from "../../causes/causes.ts";
import { hasFailedUpgrade } from "../../managed/upgrade-controllers.ts";
import type { Budget } from "../../records/budget.ts";
import type { CauseFact, CauseKind } from "../../records/cause-fact.ts";
import { wasNeverReady } from "../../records/never-ready.ts";
import type { Cause, DaemonSetRecord, NodeRecord, RevisionSummary } from "../../records/records.ts";
import type { Action, RolloutIntent } from "../changes/action.ts";
import type { Change, DaemonSetEdit } from "../changes/change.ts";
import type { NodeFacts, PlanFacts } from "../changes/plan-facts.ts";
import { NAMES_LIMIT } from "../steps/change-line.ts";
import { canBeRevision, causeKindsOf } from "./cause-kinds.ts";
import { keepOffActs } from "./keep-off.ts";
import { outdatedNodes, pausedNodes } from "./paused-nodes.ts";
import { isKeptOffByCondition, placementActs } from "./placement-acts.ts";

const PERCENT = /^(\d+)%$/;

/** Returns about twice the budget, with at least one free slot, in the format of the field. Undefined while slots are
 *  free, or if each desired node uses one already. Also undefined for a percentage if no node is desired or the number
 *  is unknown. */
function largerBudget({ spec, allowed, used }: Budget, desired: number | undefined): IntOrString | undefined {
  if (used < allowed) return undefined;
  const percent = PERCENT.exec(spec)?.[1];
  if (percent === undefined) {
    const to = Math.min(Math.max(allowed * 2, used + 1), desired ?? Number.POSITIVE_INFINITY);
    return to > used ? to : undefined;
  }
  if (desired === undefined || desired === 0) return undefined;
  const to = `${Math.min(100, Math.max(Number(percent) * 2, Math.ceil(((used + 1) * 100) / desired)))}%`;
  return (scaleRoundUp(to, desired) ?? 0) > used ? to : undefined;
}

/** Proposes a larger budget, unless the budget holds no old pod: each is gone, ending, or replaced regardless of it. */
function raiseAct({ budget, underWay, derived, revisions, causes, strategy }: DaemonSetRecord): RolloutIntent | undefined {
  if (strategy === "OnDelete" || (budget.kind !== "maxUnavailable" && budget.kind !== "maxSurge")) return undefined;
  // The controller replaces an unavailable old pod regardless of the budget (B4).
  const replacedAnyway = budget.holders.reduce((sum, { reason, count }) => (reason === "oldUnavailable" ? sum + count : sum), 0);
  const held = pausedNodes({ revisions, causes });
  if (!underWay || (held !== undefined && held <= replacedAnyway)) return undefined;
  const to = largerBudget(budget, derived?.desiredNumberScheduled);
  return to === undefined ? undefined : { kind: "raise", field: budget.kind, now: budget.spec, to };
}

/** Returns an action on `count` nodes. Its command names at most NAMES_LIMIT of them; `more` counts the rest. */
function nodesAct<Kind extends "nodes" | "room">(kind: Kind, names: readonly string[], count = names.length) {
  if (names.length === 0) return undefined;
  const nodes = names.slice(0, NAMES_LIMIT);
  return { kind, nodes, ...(count > nodes.length ? { more: count - nodes.length } : {}) };
}

const isNodeProblem = ({ kind }: CauseFact): boolean => CAUSES[kind].helps.includes("nodes");

type AgedNode = NodeFacts & Pick<NodeRecord, "ready" | "readySinceMs" | "createdAtMs">;

const hasAge = (node: NodeFacts | undefined): node is AgedNode => node?.ready !== undefined && node.createdAtMs !== undefined;
const isJoining = (node: NodeFacts | undefined): boolean => hasAge(node) && wasNeverReady(node) === true;

/** Nodes that need repair: they have a problem, or a condition that makes their pods misscheduled. A node on its way
 *  in or out needs none, unless the concern is about it. */
function unhealthyNodesAct(record: DaemonSetRecord, facts: PlanFacts): RolloutIntent | undefined {
  const isUnhealthy = ({ state, cause }: Cause, name: string): boolean => {
    const node = facts.node(name);
    if ((state === "leaving" || isJoining(node)) && record.concern?.nodes.includes(name) !== true) return false;
    if (state !== "misscheduled") return isNodeProblem(cause);
    return node !== undefined && isKeptOffByCondition(record, facts, node);
  };
  const names = [...new Set(record.causes.flatMap((cause) => cause.nodes.filter((name) => isUnhealthy(cause, name))))];
  // A cause names its first nodes only.
  const unnamed = record.causes.reduce(
    (sum, { state, cause, count, nodes }) =>
      state !== "misscheduled" && state !== "leaving" && isNodeProblem(cause) ? sum + count - nodes.length : sum,
    0,
  );
  return nodesAct("nodes", names, names.length + unnamed);
}

/** Nodes without free capacity, or that reject a pod; for a backoff loop only the named ones. */
function crowdedNodesAct({ causes, concern }: DaemonSetRecord): RolloutIntent | undefined {
  if (concern?.kind === "backoffLoop" && concern.nodes.length > 0) return nodesAct("room", concern.nodes);
  const refused = causes.filter(({ cause }) => CAUSES[cause.kind].helps.includes("room"));
  return nodesAct(
    "room",
    refused.flatMap((each) => each.nodes),
    refused.reduce((sum, { count }) => sum + count, 0),
  );
}

/** A revision that was current for this time probably worked. */
const LASTED_MS = 3_600_000;

/** Reports whether a revision was current for an hour, by the creation times of it and of its successor. The time of
 *  a revision is unknown if its successor is an older one that a user went back to. */
function hasLasted({ revision, createdAtMs }: RevisionSummary, revisions: readonly RevisionSummary[]): boolean {
  const next = revisions.filter((each) => each.revision > revision).sort((a, b) => a.revision - b.revision)[0];
  return next !== undefined && next.createdAtMs - createdAtMs >= LASTED_MS;
}

/** Returns the target revision of an undo, if one may help. That is the newest revision that was seen on all nodes,
 *  otherwise the newest one that was current for an hour, otherwise the newest one without a known problem. Its number
 *  is below the current one. A revision whose pods were never available is excluded (rule R27). A revision that a user
 *  went back from was created after the current one. It is excluded unless it reached all nodes and no rollout is
 *  under way. */
export function undoTarget({ revisions, underWay }: Pick<DaemonSetRecord, "revisions" | "underWay">): RevisionSummary | undefined {
  const current = revisions.find((each) => each.current);
  if (current === undefined) return undefined;
  const candidates = revisions.filter(
    ({ fate, createdAtMs, revision, ...each }) =>
      !each.current &&
      revision < current.revision &&
      fate?.kind !== "neverAvailable" &&
      (createdAtMs <= current.createdAtMs || (fate?.kind === "reachedAll" && !underWay)),
  );
  return (
    candidates.find(({ fate }) => fate?.kind === "reachedAll") ?? candidates.find((each) => hasLasted(each, revisions)) ?? candidates[0]
  );
}

function undoAct(record: DaemonSetRecord): RolloutIntent | undefined {
  const to = undoTarget(record);
  if (to === undefined) return undefined;
  const { revision: toRevision, fate } = to;
  if (fate === undefined) return { kind: "undo", toRevision };
  const isOld = fate.kind === "reachedAll" && record.derived !== null && record.derived.desiredNumberScheduled !== fate.nodes;
  return { kind: "undo", toRevision, fate: isOld ? { ...fate, isOfOtherNodes: true } : fate };
}

/** Returns the offered remedies in the order of the table of causes, and the remedies that do harm, also those that do
 *  not apply. A remedy that harms one cause is not offered, even if it helps another. `canUndo`: the new revision can
 *  be the cause. */
export function remediesOf(
  kinds: readonly CauseKind[],
  canUndo: (kind: CauseKind) => boolean,
): { readonly helps: readonly RemedyKind[]; readonly harms: readonly RemedyKind[] } {
  const harms = [...new Set(kinds.flatMap((kind) => CAUSES[kind].harms))];
  const helps = new Set<RemedyKind>();
  for (const kind of kinds)
    for (const remedy of CAUSES[kind].helps) {
      const isAboutRevision = remedy === "undo" || remedy === "hold";
      if (!harms.includes(remedy) && (!isAboutRevision || canUndo(kind))) helps.add(remedy);
    }
  return { helps: [...helps], harms };
}

const remediesFor = (record: DaemonSetRecord) => remediesOf(causeKindsOf(record), (kind) => canBeRevision(kind, record));

/** Returns the action of a remedy for the current record; undefined if it does not apply, or if `placementActs` or
 *  `keepOffActs` plans it. */
function actOf(record: DaemonSetRecord, remedy: RemedyKind, facts: PlanFacts): RolloutIntent | undefined {
  switch (remedy) {
    case "undo":
      // The current revision is the corrected one: the failing pods wait for their deletion.
      if (record.onlyOldFail === true) return undefined;
      // Under OnDelete nothing is under way by itself: remaining old pods make it a rollout. Unavailable old pods are
      // replaced at once (B4), so that a bad revision may be on all nodes after a short rollout.
      return record.underWay || record.neverReady !== undefined || (record.strategy === "OnDelete" && outdatedNodes(record) !== 0)
        ? undoAct(record)
        : undefined;
    case "nodes":
      return unhealthyNodesAct(record, facts);
    case "room":
      return crowdedNodesAct(record);
    case "raise":
      return raiseAct(record);
    case "hold":
      return record.strategy === "OnDelete" || !record.underWay || pausedNodes(record) === 0 ? undefined : { kind: "hold" };
    case "noSurge":
      return record.budget.kind === "maxSurge" ? { kind: "noSurge" } : undefined;
    case "resume":
      return isDeletedByOther(record) || record.newPodsFail ? undefined : { kind: remedy };
    case "nudge":
      return { kind: remedy };
    case "retryUpgrade":
      return retryAct(record, facts);
    case "letOn":
    case "openNodes":
    case "relabel":
    case "keepOff":
      return undefined;
  }
}

/** Reports whether an audit log shows who deletes the old pods. A switch to RollingUpdate would race with them. */
const isDeletedByOther = ({ concern }: DaemonSetRecord): boolean =>
  concern?.detail.kind === "outdated" && concern.detail.driver?.isCertain === true;

/** Node label by which a user restarts a failed upgrade. Source: the upgrade guide of NVIDIA's GPU Operator. */
const RETRY = { "nvidia.com/gpu-driver-upgrade-state": "upgrade-required" };

/** Proposes another try where an upgrade failed, also if only its pause is left. */
function retryAct({ concern }: DaemonSetRecord, facts: PlanFacts): RolloutIntent | undefined {
  if (concern === null) return undefined;
  const { detail } = concern;
  if ((detail.kind !== "upgradeFailed" && detail.kind !== "pauseLeft") || detail.controller !== "gpu-operator") return undefined;
  const { controller } = detail;
  const hasFailed = (name: string) => hasFailedUpgrade(controller, facts.node(name)?.labels ?? {});
  const nodes = detail.kind === "upgradeFailed" ? concern.nodes : concern.nodes.filter(hasFailed);
  return nodes.length === 0 ? undefined : { kind: "retryUpgrade", controller, nodes };
}

function changesOf(act: RolloutIntent, record: DaemonSetRecord): readonly Change[] {
  if (act.kind === "retryUpgrade") return [{ kind: "label", nodes: act.nodes, labels: RETRY, overwrite: true }];
  const edit = editOf(act, record);
  return edit === undefined ? [] : [{ kind: "editDaemonSet", namespace: record.namespace, name: record.name, edit }];
}

function editOf(act: RolloutIntent, { resourceVersion }: DaemonSetRecord): DaemonSetEdit | undefined {
  switch (act.kind) {
    case "undo":
      return { kind: "revision", to: act.toRevision };
    case "raise":
      return { kind: "budget", field: act.field, to: act.to };
    case "hold":
      return { kind: "updateStrategyType", to: "OnDelete" };
    case "resume":
      return { kind: "updateStrategyType", to: "RollingUpdate" };
    case "nudge":
      // A new value each time, because the controller does not see an update without a change.
      return { kind: "annotation", key: "look-again", value: resourceVersion };
    case "noSurge":
      return { kind: "limits", maxUnavailable: 1, maxSurge: 0 };
    default:
      return undefined;
  }
}

/** Returns the possible actions for a DaemonSet, the most helpful first: only actions on a cause (CAUSES), or
 *  the undo if there is no problem. The API has no pause; a switch to OnDelete is the closest. */
export function rolloutActions(record: DaemonSetRecord, facts: PlanFacts): readonly Action<RolloutIntent>[] {
  const { namespace, name } = record;
  const about = { namespace, daemonSet: name };
  const placing = [...placementActs(record, facts), ...keepOffActs(record, facts)];
  const actionOf = (act: RolloutIntent): Action<RolloutIntent> => ({ act, changes: changesOf(act, record) });
  const actions = remediesFor(record).helps.flatMap((remedy): readonly Action<RolloutIntent>[] => {
    const act = actOf(record, remedy, facts);
    return act === undefined ? placing.filter((each) => each.act.kind === remedy) : [actionOf(act)];
  });
  const undo = causeKindsOf(record).length === 0 && record.concern === null ? undoAct(record) : undefined;
  return [...actions, ...(undo === undefined ? [] : [actionOf(undo)])].map((action) => ({ ...action, about }));
}

/** Returns `raise` if it applies and would make the problem worse, so that the page can warn about it. */
export function harmfulRemedies(record: DaemonSetRecord): readonly "raise"[] {
  return remediesFor(record).harms.includes("raise") && raiseAct(record) !== undefined ? ["raise"] : [];
}
