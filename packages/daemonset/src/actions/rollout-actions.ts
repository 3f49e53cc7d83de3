import { largerBudget } from "../budget/larger-budget.ts";
import type { Cause, DaemonSetRecord } from "../records/records.ts";
import type { Action, RolloutAct } from "./action.ts";
import { ailmentsOf, isRefusal } from "./ailments.ts";
import type { DaemonSetEdit } from "./change.ts";
import { placementActs } from "./placement-acts.ts";
import type { PlanFacts } from "./plan-facts.ts";
import { outdatedNodes } from "./rollout-outcome.ts";
import { type RolloutRemedy, remediesOf } from "./rollout-remedies.ts";
import { undoTarget } from "./undo-target.ts";

const NODES_NAMED = 3;

/** A larger budget; where no pod is old, there is nothing left for it to let go. */
function raised({ budget, underWay, derived, revisions, strategy }: DaemonSetRecord): RolloutAct | undefined {
  if (strategy === "OnDelete" || (budget.kind !== "maxUnavailable" && budget.kind !== "maxSurge")) return undefined;
  if (outdatedNodes({ revisions }) === 0 || !underWay) return undefined;
  const to = largerBudget(budget, derived?.desiredNumberScheduled);
  return to === undefined ? undefined : { kind: "raise", field: budget.kind, now: budget.spec, to };
}

function nodesIn(causes: readonly Cause[], ...states: readonly Cause["state"][]): readonly string[] {
  return causes.flatMap(({ state, nodes }) => (states.includes(state) ? nodes : [])).slice(0, NODES_NAMED);
}

/** Nodes without room, or that turn a pod away: of a loop those that are named. */
function crowded({ causes, concern }: DaemonSetRecord): readonly string[] {
  const nodes = concern?.kind === "backoffLoop" ? concern.nodes.slice(0, NODES_NAMED) : [];
  const refused = causes.filter(({ state, cause }) => state === "unscheduled" || isRefusal(cause));
  return nodes.length > 0 ? nodes : refused.flatMap((each) => each.nodes).slice(0, NODES_NAMED);
}

function undoAct(record: DaemonSetRecord): RolloutAct | undefined {
  const to = undoTarget(record);
  return to === undefined ? undefined : { kind: "undo", toRevision: to.revision, ...(to.fate === undefined ? {} : { fate: to.fate }) };
}

/** The act of a remedy as the record stands; undefined where there is nothing that it could be done with. */
function actOf(record: DaemonSetRecord, remedy: RolloutRemedy): RolloutAct | undefined {
  switch (remedy) {
    case "undo":
      // Under OnDelete nothing is under way by itself: old pods that are left make it a rollout.
      return record.underWay || (record.strategy === "OnDelete" && outdatedNodes(record) !== 0) ? undoAct(record) : undefined;
    case "nodes": {
      const nodes = nodesIn(record.causes, "nodeUnready");
      return nodes.length === 0 ? undefined : { kind: "nodes", nodes };
    }
    case "room": {
      const nodes = crowded(record);
      return nodes.length === 0 ? undefined : { kind: "room", nodes };
    }
    case "raise":
      return raised(record);
    case "hold":
      return record.strategy === "OnDelete" || !record.underWay || outdatedNodes(record) === 0 ? undefined : { kind: "hold" };
    case "noSurge":
      return record.budget.kind === "maxSurge" ? { kind: "noSurge" } : undefined;
    case "resume":
    case "nudge":
      return { kind: remedy };
    case "letOn":
    case "openNodes":
    case "relabel":
      return undefined;
  }
}

function editOf(act: RolloutAct, { resourceVersion }: DaemonSetRecord): DaemonSetEdit | undefined {
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
      // Another value each time, as what changes nothing is not seen.
      return { kind: "annotation", key: "look-again", value: resourceVersion };
    case "noSurge":
      return { kind: "limits", maxUnavailable: 1, maxSurge: 0 };
    default:
      return undefined;
  }
}

/** What can be done about a DaemonSet as it stands, what helps most first: only what touches a cause (REMEDIES), and at rest the way back. A pause is not among them: the API has
 *  none, and OnDelete is what comes near. */
export function rolloutActions(record: DaemonSetRecord, facts: PlanFacts): readonly Action<RolloutAct>[] {
  const { namespace, name } = record;
  const about = { namespace, daemonSet: name };
  const ailments = ailmentsOf(record);
  const placing = placementActs(record, facts);
  const actionOf = (act: RolloutAct): Action<RolloutAct> => {
    const edit = editOf(act, record);
    return { act, changes: edit === undefined ? [] : [{ kind: "editDaemonSet", namespace, name, edit }] };
  };
  const actions = remediesOf(ailments).helps.flatMap((remedy): readonly Action<RolloutAct>[] => {
    const act = actOf(record, remedy);
    return act === undefined ? placing.filter((each) => each.act.kind === remedy) : [actionOf(act)];
  });
  const back = ailments.length === 0 && record.concern === null ? undoAct(record) : undefined;
  return [...actions, ...(back === undefined ? [] : [actionOf(back)])].map((action) => ({ ...action, about }));
}

/** What is at hand and would make it worse, to be said rather than left out. */
export function harmfulRemedies(record: DaemonSetRecord): readonly "raise"[] {
  return remediesOf(ailmentsOf(record)).harms.includes("raise") && raised(record) !== undefined ? ["raise"] : [];
}
