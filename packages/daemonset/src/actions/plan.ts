import { assertNever } from "@daemonscope/kube/base/assert-never";
import { compilePlacement } from "../placement/compile-placement.ts";
import type { PlacementNode } from "../placement/placement-node.ts";
import type { EditedOwnership } from "../records/ownership.ts";
import type { Action, ActionIntent, PlacementIntent, RolloutIntent } from "./changes/action.ts";
import type { Change } from "./changes/change.ts";
import { changedFacts } from "./changes/changed-facts.ts";
import { ownershipOfChange } from "./changes/edited-ownership.ts";
import { type Inverse, inverseChanges, inverseOf, type NoInverse } from "./changes/inverse.ts";
import { kubectlLine } from "./changes/kubectl-line.ts";
import type { DaemonSetFacts, PlanFacts } from "./changes/plan-facts.ts";
import { type PlannedRequest, requestsOf } from "./planned-request.ts";
import type { PlacementOutcome, RolloutOutcome } from "./remedies/outcome.ts";
import { rolloutOutcome } from "./remedies/rollout-outcome.ts";
import { changeLine } from "./steps/change-line.ts";

type OutcomeOf<OneAct extends ActionIntent> = OneAct extends PlacementIntent
  ? PlacementOutcome
  : OneAct extends RolloutIntent
    ? RolloutOutcome
    : undefined;

/** An action as it would run now: the preview, the command, the requests and the inverse come from this one value. */
export interface Plan<OneAct extends ActionIntent = ActionIntent> {
  readonly act: OneAct;
  readonly changes: readonly Change[];
  /** Its result; undefined if the facts do not determine it. */
  readonly outcome: OutcomeOf<OneAct> | undefined;
  /** One command per change, on separate lines; undefined if one would be too long to read. */
  readonly kubectl: string | undefined;
  /** The requests of the action, in order; undefined if only kubectl can run it, or if an object is unknown. */
  readonly requests: readonly PlannedRequest[] | undefined;
  readonly inverse: Inverse;
  /** The owner of a changed DaemonSet, and what it does to the change. Absent if nothing is known to revert it. */
  readonly owner?: EditedOwnership;
}

/** The effect of another template on the node, on desired, and on running pods. O(nodes). */
function newRevision(facts: PlanFacts, before: DaemonSetFacts, { template }: DaemonSetFacts, node: PlacementNode): PlacementOutcome {
  const verdictOn = compilePlacement(template, facts.gates);
  let after = 0;
  for (const each of facts.nodes()) if (verdictOn(each) === "run") after++;
  return {
    kind: "newRevision",
    isEnough: verdictOn(node) === "run",
    before: before.desired,
    after,
    replaces: before.updateStrategy.type === "OnDelete" ? "byHand" : before.desired === 0 ? "nothing" : "all",
  };
}

/** Returns the result of an action for its node and DaemonSet; undefined if either is unknown. */
function placementOutcome(facts: PlanFacts, { act, about, changes }: Action<PlacementIntent>): PlacementOutcome | undefined {
  const after = changes.reduce(changedFacts, facts);
  const [set, changedSet] = [facts, after].map((each) =>
    about === undefined ? undefined : each.daemonSet(about.namespace, about.daemonSet),
  );
  const node = about?.node === undefined ? undefined : after.node(about.node);
  if (set === undefined || changedSet === undefined || node === undefined) return undefined;
  const { desired, template } = set;
  const isEnough = () => compilePlacement(template, facts.gates)(node) === "run";
  switch (act.kind) {
    case "takeTaintsOff":
      return { kind: "nodeOpens", node: node.name, isEnough: isEnough(), desired };
    case "label":
      return { kind: "nodeFits", node: node.name, isEnough: isEnough(), desired };
    case "tolerate":
    case "dropSelector":
      return newRevision(facts, set, changedSet, node);
    case "deletePods":
      return { kind: "podsEnd", node: node.name, desired };
    default:
      return assertNever(act);
  }
}

function outcomeOf(facts: PlanFacts, action: Action): PlacementOutcome | RolloutOutcome | undefined {
  const { act } = action;
  switch (act.kind) {
    case "byHand":
      return undefined;
    case "undo":
    case "nodes":
    case "raise":
    case "hold":
    case "resume":
    case "nudge":
    case "retryUpgrade":
    case "room":
    case "noSurge":
    case "letOn":
    case "openNodes":
    case "relabel":
    case "keepOff":
      return rolloutOutcome(facts, { ...action, act });
    default:
      return placementOutcome(facts, { ...action, act });
  }
}

/** An action that only inspects has a command too. */
function describeNodesLine({ cluster }: PlanFacts, { act }: Action): readonly string[] {
  return act.kind === "nodes" || act.kind === "room" ? [kubectlLine(cluster, undefined, ["describe", "node", ...act.nodes])] : [];
}

/** Plans an action and its result, given the facts of a reading. Each change builds on those before it. Pure. */
export function planOf<OneAct extends ActionIntent>(facts: PlanFacts, action: Action<OneAct>): Plan<OneAct> {
  const lines: (string | undefined)[] = [];
  const requests: (readonly PlannedRequest[] | undefined)[] = [];
  const inverses: (readonly Change[] | NoInverse)[] = [];
  const [owner] = action.changes.flatMap((change) => ownershipOfChange(facts, change) ?? []);
  let before = facts;
  for (const change of action.changes) {
    lines.push(changeLine(before, change));
    requests.push(requestsOf(before, change));
    inverses.push(inverseChanges(before, change));
    before = changedFacts(before, change);
  }
  if (action.changes.length === 0) lines.push(...describeNodesLine(facts, action));
  return {
    act: action.act,
    changes: action.changes,
    outcome: outcomeOf(facts, action) as OutcomeOf<OneAct> | undefined,
    kubectl: lines.includes(undefined) ? undefined : lines.join("\n"),
    requests: requests.includes(undefined) ? undefined : requests.flatMap((each) => each ?? []),
    inverse: inverseOf(inverses),
    ...(owner === undefined ? {} : { owner }),
  };
}
