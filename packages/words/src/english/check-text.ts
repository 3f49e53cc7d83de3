import { decisiveCheck } from "@daemonscope/daemonset/placement/decisive-check";
import type { AffinityTermCheck, Placement, PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import type { NodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { requirementText, taintText, tolerationText } from "@daemonscope/kube/matching/kubectl-notation";
import { english } from "../english.ts";
import { taintOriginText } from "../facts/lifecycle-text.ts";

function haveText(key: string, have: string | undefined): string {
  return have === undefined ? `the node has no label ${key}` : `the node has ${key}=${have}`;
}

function termFailure(term: AffinityTermCheck): string {
  if (term.empty) return "an empty term matches no node";
  const failed = term.requirements.find((requirement) => !requirement.passed);
  if (failed === undefined) return "the term matches";
  if (failed.parseError !== undefined) return `${requirementText(failed.requirement)} cannot be read: ${failed.parseError}`;
  const have = failed.source === "field" ? `the node is ${failed.have ?? ""}` : haveText(failed.requirement.key, failed.have);
  return `${have} (required: ${requirementText(failed.requirement)})`;
}

function affinityFailure(terms: readonly AffinityTermCheck[]): string {
  const [only] = terms;
  if (only === undefined) return "required node affinity without terms matches no node";
  return terms.length === 1
    ? `required node affinity: ${termFailure(only)}`
    : `none of the ${terms.length} terms of the required node affinity matches`;
}

/** Formats a failed check as one sentence without a full stop. `lifecycle`: of the node, if it is known. */
export function failureText(check: PlacementCheck, lifecycle?: NodeLifecycle): string {
  switch (check.kind) {
    case "nodeName":
      return `the template is pinned to node ${check.want}`;
    case "nodeSelector":
      return `${haveText(check.key, check.have)} (required: ${check.key}=${check.want})`;
    case "nodeAffinity":
      return affinityFailure(check.terms);
    case "taint": {
      const origin = taintOriginText(english, check.taint, lifecycle);
      return `taint ${taintText(check.taint)}${origin === undefined ? "" : ` (${origin})`} is not tolerated`;
    }
    default:
      return assertNever(check);
  }
}

function taintCheckText(check: Extract<PlacementCheck, { kind: "taint" }>, lifecycle: NodeLifecycle | undefined): string {
  const taint = `taint ${taintText(check.taint)}`;
  switch (check.outcome) {
    case "tolerated": {
      const what = check.toleration === undefined ? "" : ` (${tolerationText(check.toleration)})`;
      return check.tolerationOrigin === "controller"
        ? `${taint} is tolerated${what}: the controller adds that to every daemon pod`
        : `${taint} is tolerated${what} by the template`;
    }
    case "ignored":
      return `${taint} has no effect on the DaemonSet controller`;
    case "blocksNew":
      return `${failureText(check, lifecycle)}: no new pod is created, an existing pod stays`;
    case "evicts":
      return `${failureText(check, lifecycle)}: an existing pod is deleted`;
    default:
      return assertNever(check.outcome);
  }
}

/** Formats one step of the proof as one sentence without a full stop. Includes passed steps, because they are half
 *  of an explanation. */
export function describeCheck(check: PlacementCheck, lifecycle?: NodeLifecycle): string {
  if (check.kind === "taint") return taintCheckText(check, lifecycle);
  if (!check.passed) return failureText(check);
  switch (check.kind) {
    case "nodeName":
      return "the template is pinned to this node";
    case "nodeSelector":
      return `the node has the required label ${check.key}=${check.want}`;
    case "nodeAffinity": {
      const at = check.terms.findIndex((term) => term.passed);
      const matching = check.terms[at]?.requirements.map(({ requirement }) => requirementText(requirement)).join(" and ") ?? "";
      return `term ${at + 1} of the required node affinity matches: ${matching}`;
    }
    default:
      return assertNever(check);
  }
}

/** Formats the requirement of a failed check without the node's own values, so that nodes with one reason are equal:
 *  `label disk=ssd`, `taint dedicated=gpu:NoSchedule`. */
export function requirementOf(check: PlacementCheck): string {
  switch (check.kind) {
    case "nodeName":
      return `node name ${check.want}`;
    case "nodeSelector":
      return `label ${check.key}=${check.want}`;
    case "nodeAffinity": {
      const [term, ...others] = check.terms;
      if (term === undefined) return "node affinity without terms";
      if (others.length > 0) return `none of ${check.terms.length} terms of the node affinity`;
      const failed = term.requirements.find((requirement) => !requirement.passed);
      return failed === undefined ? "node affinity with an empty term" : `node affinity ${requirementText(failed.requirement)}`;
    }
    case "taint":
      return `taint ${taintText(check.taint)}`;
    default:
      return assertNever(check);
  }
}

/** Returns the decisive check against a node in one sentence, or undefined if the node is wanted. */
export function exclusionReason(placement: Placement, lifecycle?: NodeLifecycle): string | undefined {
  if (placement.verdict === "run") return undefined;
  const decisive = decisiveCheck(placement.checks);
  return decisive === undefined ? undefined : failureText(decisive, lifecycle);
}
