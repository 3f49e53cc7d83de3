import { assertNever } from "@daemonscope/kube/assert-never";
import type { LabelSelectorRequirement, Taint, Toleration } from "@daemonscope/kube/objects";
import type { AffinityTermCheck, Placement, PlacementCheck } from "../placement/placement.ts";

/** A taint as kubectl writes it: `key=value:Effect`. */
export function taintText(taint: Taint): string {
  return `${taint.key}${taint.value === undefined || taint.value === "" ? "" : `=${taint.value}`}:${taint.effect}`;
}

/** What a toleration tolerates, in one line: `key=value:Effect`, `key Exists:Effect`, `every taint`. */
export function tolerationText(toleration: Toleration): string {
  const effect = toleration.effect === undefined || toleration.effect === "" ? "" : `:${toleration.effect}`;
  const key = toleration.key ?? "";
  const operator = toleration.operator ?? "Equal";
  if (operator === "Exists") return key === "" ? `every taint${effect}` : `${key} Exists${effect}`;
  if (operator === "Equal" || operator === "") return `${key}=${toleration.value ?? ""}${effect}`;
  return `${key} ${operator} ${toleration.value ?? ""}${effect}`;
}

/** One expression: `gpu In [a100, h100]`. */
export function requirementText(requirement: LabelSelectorRequirement): string {
  const values = requirement.values ?? [];
  return `${requirement.key} ${requirement.operator}${values.length === 0 ? "" : ` [${values.join(", ")}]`}`;
}

function haveText(key: string, have: string | undefined): string {
  return have === undefined ? `the node has no label ${key}` : `the node has ${key}=${have}`;
}

function termFailure(term: AffinityTermCheck): string {
  if (term.empty) return "an empty term matches no node";
  const failed = term.requirements.find((requirement) => !requirement.passed);
  if (failed === undefined) return "the term matches";
  if (failed.parseError !== undefined) return `${requirementText(failed.requirement)} cannot be read: ${failed.parseError}`;
  const have = failed.source === "field" ? `the node is ${failed.have ?? ""}` : haveText(failed.requirement.key, failed.have);
  return `${requirementText(failed.requirement)} is wanted and ${have}`;
}

function affinityFailure(terms: readonly AffinityTermCheck[]): string {
  const [only] = terms;
  if (only === undefined) return "required node affinity without terms matches no node";
  return terms.length === 1
    ? `required node affinity: ${termFailure(only)}`
    : `none of the ${terms.length} terms of the required node affinity matches`;
}

/** A failed check in one sentence without a full stop. */
export function failureText(check: PlacementCheck): string {
  switch (check.kind) {
    case "nodeName":
      return `the template is pinned to node ${check.want}`;
    case "nodeSelector":
      return `label ${check.key}=${check.want} is wanted and ${haveText(check.key, check.have)}`;
    case "nodeAffinity":
      return affinityFailure(check.terms);
    case "taint":
      return `taint ${taintText(check.taint)} is not tolerated`;
    default:
      return assertNever(check);
  }
}

function taintCheckText(check: Extract<PlacementCheck, { kind: "taint" }>): string {
  const taint = `taint ${taintText(check.taint)}`;
  switch (check.outcome) {
    case "tolerated": {
      const what = check.toleration === undefined ? "" : ` (${tolerationText(check.toleration)})`;
      return check.tolerationOrigin === "controller"
        ? `${taint} is tolerated${what}: the controller adds that to every daemon pod`
        : `${taint} is tolerated${what} by the template`;
    }
    case "ignored":
      return `${taint} says nothing to the DaemonSet controller`;
    case "blocksNew":
      return `${failureText(check)}: no new pod comes, one that is there stays`;
    case "evicts":
      return `${failureText(check)}: a pod that is there is deleted`;
    default:
      return assertNever(check.outcome);
  }
}

/** One step of the proof in one sentence without a full stop, passed or failed: why yes is half of an explanation. */
export function describeCheck(check: PlacementCheck): string {
  if (check.kind === "taint") return taintCheckText(check);
  if (!check.passed) return failureText(check);
  switch (check.kind) {
    case "nodeName":
      return "the template is pinned to this node";
    case "nodeSelector":
      return `label ${check.key}=${check.want} is wanted and the node has it`;
    case "nodeAffinity": {
      const at = check.terms.findIndex((term) => term.passed);
      const matching = check.terms[at]?.requirements.map(({ requirement }) => requirementText(requirement)).join(" and ") ?? "";
      return `term ${at + 1} of the required node affinity matches: ${matching}`;
    }
    default:
      return assertNever(check);
  }
}

/** Why a node is not wanted, in one sentence: the first failed check in the controller's order; undefined when it is wanted.
 *  A taint that evicts decides over one that only keeps new pods away, so it is named first. */
export function whyNot(placement: Placement): string | undefined {
  if (placement.verdict === "run") return undefined;
  const failed = placement.checks.filter((check) => !check.passed);
  const decisive =
    failed.find((check) => check.kind !== "taint") ?? failed.find((check) => check.kind === "taint" && check.outcome === "evicts");
  const named = (placement.verdict === "exclude" ? decisive : undefined) ?? failed[0];
  return named === undefined ? undefined : failureText(named);
}
