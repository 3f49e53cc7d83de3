import type { RawObject, RawPodSpec } from "./raw-mirror.ts";

/** `run`: a pod should run, and may continue. `keep`: it should not run, but may continue. `exclude`: neither. */
export type RawVerdict = "run" | "keep" | "exclude";

type Requirement = NonNullable<RawTerm["matchExpressions"]>[number];
type RawAffinity = NonNullable<NonNullable<RawPodSpec["affinity"]>["nodeAffinity"]>;
type RawTerm = NonNullable<NonNullable<RawAffinity["requiredDuringSchedulingIgnoredDuringExecution"]>["nodeSelectorTerms"]>[number];
type RawToleration = NonNullable<RawPodSpec["tolerations"]>[number];
type RawTaint = NonNullable<NonNullable<RawObject["spec"]>["taints"]>[number];

/** Tolerations that the controller adds to every daemon pod. */
const ADDED_TOLERATIONS: readonly RawToleration[] = [
  { key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute" },
  { key: "node.kubernetes.io/unreachable", operator: "Exists", effect: "NoExecute" },
  { key: "node.kubernetes.io/disk-pressure", operator: "Exists", effect: "NoSchedule" },
  { key: "node.kubernetes.io/memory-pressure", operator: "Exists", effect: "NoSchedule" },
  { key: "node.kubernetes.io/pid-pressure", operator: "Exists", effect: "NoSchedule" },
  { key: "node.kubernetes.io/unschedulable", operator: "Exists", effect: "NoSchedule" },
];
const HOST_NETWORK_TOLERATION: RawToleration = { key: "node.kubernetes.io/network-unavailable", operator: "Exists", effect: "NoSchedule" };

/** Throws for a field that no seed writes, because the oracle does not guess. */
function throwUnknown(what: string): never {
  throw new Error(`the oracle of placement knows no ${what}`);
}

function isCompared(have: string | undefined, operator: "Gt" | "Lt", [limit = ""]: readonly string[]): boolean {
  // Leading zeros are accepted, and so are numbers that a double cannot represent.
  if (!/^\d{1,18}$/.test(limit)) throwUnknown(`${operator} ${limit}`);
  if (have === undefined || !/^\d+$/.test(have)) return false;
  if (have.length > 18) throwUnknown(`label ${have}`);
  return operator === "Gt" ? BigInt(have) > BigInt(limit) : BigInt(have) < BigInt(limit);
}

function holds({ operator, values = [] }: Requirement, have: string | undefined): boolean {
  if (operator === "In") return have !== undefined && values.includes(have);
  if (operator === "NotIn") return have === undefined || !values.includes(have);
  if (operator === "Exists") return have !== undefined;
  if (operator === "DoesNotExist") return have === undefined;
  if (operator === "Gt" || operator === "Lt") return isCompared(have, operator, values);
  return throwUnknown(`operator ${operator}`);
}

function isTermMet({ matchExpressions = [], matchFields = [] }: RawTerm, { name, labels = {} }: RawObject["metadata"]): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false;
  const areFieldsMet = matchFields.every((each) => (each.key === "metadata.name" ? holds(each, name) : throwUnknown(`field ${each.key}`)));
  return areFieldsMet && matchExpressions.every((each) => holds(each, labels[each.key]));
}

function isTolerated(taint: RawTaint, { key = "", operator = "Equal", value = "", effect = "" }: RawToleration): boolean {
  if (effect !== "" && effect !== taint.effect) return false;
  if (key !== "" && key !== taint.key) return false;
  if (operator === "Exists") return true;
  return operator === "Equal" ? value === (taint.value ?? "") : throwUnknown(`operator ${operator}`);
}

/**
 * Returns the controller's decision for one template on one node, from both as the API served them. Upstream's rules
 * (P1–P10), implemented again and deliberately plain. It shares no code with the product, neither with its domain nor
 * with its matching rules.
 */
export function rawVerdict(template: RawPodSpec, { metadata, spec }: RawObject): RawVerdict {
  const labels = metadata.labels ?? {};
  if ((template.nodeName ?? "") !== "" && template.nodeName !== metadata.name) return "exclude";
  if (Object.entries(template.nodeSelector ?? {}).some(([key, value]) => labels[key] !== value)) return "exclude";
  const required = template.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (required && !(required.nodeSelectorTerms ?? []).some((term) => isTermMet(term, metadata))) return "exclude";
  const tolerations = [
    ...(template.tolerations ?? []),
    ...ADDED_TOLERATIONS,
    ...(template.hostNetwork === true ? [HOST_NETWORK_TOLERATION] : []),
  ];
  const untolerated = (spec?.taints ?? []).filter((taint) => !tolerations.some((toleration) => isTolerated(taint, toleration)));
  if (untolerated.some(({ effect }) => effect === "NoExecute")) return "exclude";
  return untolerated.some(({ effect }) => effect === "NoSchedule") ? "keep" : "run";
}

export const rawVerdictOf = (set: RawObject, node: RawObject): RawVerdict => rawVerdict(set.spec?.template?.spec ?? {}, node);
