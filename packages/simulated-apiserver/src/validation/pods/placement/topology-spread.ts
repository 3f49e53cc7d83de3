import type { FieldError } from "../../../objects/failures.ts";
import { type JsonObject, objectsIn, optionalIn, textIn } from "../../../objects/json.ts";
import { duplicateValue, invalidValue, notSupported, required } from "../../fields/field-errors.ts";
import { labelSelectorErrors } from "../../fields/validate-label-selector.ts";
import { matchKeyErrors } from "./affinity.ts";

const ACTIONS = ["DoNotSchedule", "ScheduleAnyway"];
const POLICIES = ["Honor", "Ignore"];

const positiveErrors = (value: unknown, field: string): readonly FieldError[] =>
  Number(value ?? 0) > 0 ? [] : [invalidValue(field, Number(value ?? 0), "must be greater than zero")];

/**
 * Returns the errors of a pod spec's spread constraints. Source: pkg/apis/core/validation,
 * validateTopologySpreadConstraints.
 */
export function topologySpreadErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  const constraints = objectsIn(podSpec, "topologySpreadConstraints");
  return constraints.flatMap((constraint, at) => {
    const field = `${base}.topologySpreadConstraints[${at}]`;
    const topologyKey = textIn(constraint, "topologyKey");
    const action = textIn(constraint, "whenUnsatisfiable");
    const errors: FieldError[] = [...positiveErrors(constraint.maxSkew, `${field}.maxSkew`)];
    if (topologyKey === "") errors.push(required(`${field}.topologyKey`, "can not be empty"));
    if (!ACTIONS.includes(action)) errors.push(notSupported(`${field}.whenUnsatisfiable`, action, ACTIONS));
    const repeats = constraints
      .slice(at + 1)
      .some((other) => textIn(other, "topologyKey") === topologyKey && textIn(other, "whenUnsatisfiable") === action);
    if (repeats) errors.push(duplicateValue(`${field}.{topologyKey, whenUnsatisfiable}`, `{${topologyKey}, ${action}}`));
    const { minDomains } = constraint;
    if (minDomains !== undefined && minDomains !== null) {
      errors.push(...positiveErrors(minDomains, `${field}.minDomains`));
      if (action !== "DoNotSchedule")
        errors.push(
          invalidValue(`${field}.minDomains`, minDomains, `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`),
        );
    }
    for (const name of ["nodeAffinityPolicy", "nodeTaintsPolicy"]) {
      const policy = constraint[name];
      if (policy !== undefined && !POLICIES.includes(String(policy))) errors.push(notSupported(`${field}.${name}`, policy, POLICIES));
    }
    errors.push(...matchKeyErrors({ ...constraint, mismatchLabelKeys: [] }, field));
    errors.push(...labelSelectorErrors(optionalIn(constraint, "labelSelector"), `${field}.labelSelector`));
    return errors;
  });
}
