import { assertNever } from "@daemonscope/kube/assert-never";
import type { LabelSelectorRequirement, Taint, Toleration } from "@daemonscope/kube/objects";
import type { Placement, PlacementCheck } from "../placement/placement.ts";

/** A taint as kubectl writes it: `key=value:Effect`. */
export function taintText(taint: Taint): string {
  return `${taint.key}${taint.value === undefined || taint.value === "" ? "" : `=${taint.value}`}:${taint.effect}`;
}

/** A toleration in one line: `key=value:Effect`, `key exists`, `tolerates everything`. */
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

/** A failed check in one sentence without a full stop. */
export function failureText(check: PlacementCheck): string {
  switch (check.kind) {
    case "nodeName":
      return `the template is pinned to node ${check.want}`;
    case "nodeSelector":
      return check.have === undefined
        ? `label ${check.key}=${check.want} is wanted and the node has no label ${check.key}`
        : `label ${check.key}=${check.want} is wanted and the node has ${check.key}=${check.have}`;
    case "nodeAffinity":
      return check.terms.length === 0
        ? "required node affinity without terms matches no node"
        : "no term of the required node affinity matches";
    case "taint":
      return `taint ${taintText(check.taint)} is not tolerated`;
    default:
      return assertNever(check);
  }
}

/** Why a node is not wanted, in one sentence: the first failed check in the controller's order; undefined when it is wanted. */
export function whyNot(placement: Placement): string | undefined {
  if (placement.verdict === "run") return undefined;
  const failed = placement.checks.find((check) => !check.passed);
  return failed === undefined ? undefined : failureText(failed);
}
