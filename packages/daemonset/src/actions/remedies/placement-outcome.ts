import { assertNever } from "@daemonscope/kube/base/assert-never";
import { compilePlacement } from "../../placement/compile-placement.ts";
import type { PlacementNode } from "../../placement/placement-node.ts";
import type { Action, PlacementIntent } from "../changes/action.ts";
import { changedFacts } from "../changes/changed-facts.ts";
import type { DaemonSetFacts, PlanFacts } from "../changes/plan-facts.ts";
import type { PlacementOutcome } from "./outcome.ts";

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
export function placementOutcome(facts: PlanFacts, { act, about, changes }: Action<PlacementIntent>): PlacementOutcome | undefined {
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
