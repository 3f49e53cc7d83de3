import { tolerationText } from "@daemonscope/kube/matching/kubectl-notation";
import { isDnsSubdomain, isLabelValue, isQualifiedName } from "@daemonscope/kube/matching/label-syntax";
import { expressionError, fieldError } from "@daemonscope/kube/matching/node-affinity";
import type { IntOrString, NodeSelector, StringMap, Taint, Toleration } from "@daemonscope/kube/objects";
import { exactQuantity } from "@daemonscope/kube/values/quantity";
import type { HostPortEdit } from "../change.ts";
import type { StepProblem } from "./step-problem.ts";

const EFFECTS: readonly string[] = ["NoSchedule", "PreferNoSchedule", "NoExecute"];
const OPERATORS: readonly string[] = ["", "Equal", "Exists", "Gt", "Lt"];

type MaybeProblem = StepProblem | undefined;

/** The first problem of several values. */
export function firstProblem<Value>(values: Iterable<Value>, problemOf: (value: Value) => MaybeProblem): MaybeProblem {
  for (const value of values) {
    const problem = problemOf(value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Returns the reason that the API server would reject a taint. Source: pkg/apis/core/validation,
 *  validateNodeTaints. */
export function taintProblem({ key, value = "", effect }: Taint): MaybeProblem {
  const taint = `${key}${value === "" ? "" : `=${value}`}:${effect}`;
  if (!isQualifiedName(key)) return { code: "badTaint", taint, reason: "key" };
  if (!isLabelValue(value)) return { code: "badTaint", taint, reason: "value" };
  return EFFECTS.includes(effect) ? undefined : { code: "badTaint", taint, reason: "effect" };
}

/** Source: apimachinery meta/v1/validation, ValidateLabels. */
export const labelsProblem = (labels: StringMap): MaybeProblem =>
  firstProblem(Object.entries(labels), ([key, value]): MaybeProblem => {
    const label = `${key}=${value}`;
    if (!isQualifiedName(key)) return { code: "badLabel", label, reason: "key" };
    return isLabelValue(value) ? undefined : { code: "badLabel", label, reason: "value" };
  });

export const keysProblem = (keys: readonly string[]): MaybeProblem =>
  firstProblem(keys, (key): MaybeProblem => (isQualifiedName(key) ? undefined : { code: "badLabel", label: key, reason: "key" }));

/** Source: pkg/apis/core/validation, ValidateTolerations. */
export function tolerationProblem(toleration: Toleration): MaybeProblem {
  const { key = "", operator = "", value = "", effect = "", tolerationSeconds } = toleration;
  const problemWith = (reason: Extract<StepProblem, { code: "badToleration" }>["reason"]): StepProblem => ({
    code: "badToleration",
    toleration: tolerationText(toleration),
    reason,
  });
  if (key !== "" && !isQualifiedName(key)) return problemWith("key");
  if (!OPERATORS.includes(operator)) return problemWith("operator");
  if (key === "" && operator !== "Exists") return problemWith("operator");
  if (operator === "Exists" ? value !== "" : !isLabelValue(value)) return problemWith("value");
  if (effect !== "" && !EFFECTS.includes(effect)) return problemWith("effect");
  return tolerationSeconds !== undefined && effect !== "NoExecute" ? problemWith("seconds") : undefined;
}

/** Source: pkg/apis/core/validation, ValidateNodeSelector. */
export function affinityProblem({ nodeSelectorTerms = [] }: NodeSelector): MaybeProblem {
  if (nodeSelectorTerms.length === 0) return { code: "badAffinity", reason: "must have at least one node selector term" };
  return firstProblem(nodeSelectorTerms, ({ matchExpressions = [], matchFields = [] }): MaybeProblem => {
    const reason = [...matchExpressions.map(expressionError), ...matchFields.map(fieldError)].find((error) => error !== undefined);
    return reason === undefined ? undefined : { code: "badAffinity", reason };
  });
}

export const quantitiesProblem = (quantities: StringMap): MaybeProblem =>
  firstProblem(Object.entries(quantities), ([resource, quantity]): MaybeProblem => {
    const amount = exactQuantity(quantity);
    return amount === undefined || amount.numerator < 0n ? { code: "badQuantity", resource, quantity } : undefined;
  });

const isPort = (port: number): boolean => Number.isInteger(port) && port > 0 && port <= 65_535;

export const portsProblem = (ports: readonly HostPortEdit[]): MaybeProblem =>
  firstProblem(
    ports.flatMap(({ containerPort, hostPort }) => [containerPort, ...(hostPort === null ? [] : [hostPort])]),
    (port): MaybeProblem => (isPort(port) ? undefined : { code: "badPort", port }),
  );

const isLimit = (limit: IntOrString): boolean =>
  typeof limit === "number" ? Number.isInteger(limit) && limit >= 0 : /^(\d|[1-9]\d|100)%$/.test(limit);
const isNone = (limit: IntOrString | undefined): boolean => limit === 0 || limit === "0%";

const ROLLING = "spec.updateStrategy.rollingUpdate";

/** Exactly one of the two limits must be above 0. Undefined: the limit is not known. Source:
 *  pkg/apis/apps/validation, ValidateRollingUpdateDaemonSet. */
export function rollingUpdateProblem(maxUnavailable: IntOrString | undefined, maxSurge: IntOrString | undefined): MaybeProblem {
  const known = [maxUnavailable, maxSurge].filter((limit) => limit !== undefined);
  const invalid = known.find((limit) => !isLimit(limit));
  if (invalid !== undefined) return { code: "badLimit", limit: String(invalid) };
  if (known.length < 2) return undefined;
  if (isNone(maxUnavailable) && isNone(maxSurge))
    return { code: "refused", reason: `${ROLLING}.maxUnavailable: Required value: cannot be 0 when maxSurge is 0` };
  if (isNone(maxUnavailable) || isNone(maxSurge)) return undefined;
  const value = typeof maxSurge === "number" ? maxSurge : JSON.stringify(maxSurge);
  return { code: "refused", reason: `${ROLLING}.maxSurge: Invalid value: ${value}: may not be set when maxUnavailable is non-zero` };
}

export const nameProblem = (name: string): MaybeProblem => (isDnsSubdomain(name) ? undefined : { code: "badName", name });
