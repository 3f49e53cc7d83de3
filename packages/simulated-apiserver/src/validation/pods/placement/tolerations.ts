import type { FieldError } from "../../../objects/failures.ts";
import { type JsonObject, objectsIn } from "../../../objects/json.ts";
import { invalidValue, labelKeyErrors, notSupported, taintValueErrors } from "../../fields/field-errors.ts";

const TAINT_EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/** Returns the errors of a pod spec's tolerations. Source: pkg/apis/core/validation, ValidateTolerations. */
export function tolerationErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  return objectsIn(podSpec, "tolerations").flatMap(({ key, operator, value, effect, tolerationSeconds }, at) => {
    const field = `${base}.tolerations[${at}]`;
    const errors: FieldError[] = (key ?? "") === "" ? [] : [...labelKeyErrors(key, `${field}.key`)];
    if ((key ?? "") === "" && operator !== "Exists")
      errors.push(
        invalidValue(
          `${field}.operator`,
          operator ?? "",
          'operator must be Exists when `key` is empty, which means "match all values and all keys"',
        ),
      );
    if (tolerationSeconds !== undefined && tolerationSeconds !== null && effect !== "NoExecute")
      errors.push(invalidValue(`${field}.effect`, effect ?? "", "effect must be 'NoExecute' when `tolerationSeconds` is set"));
    if (operator === undefined || operator === "" || operator === "Equal") errors.push(...taintValueErrors(value, `${field}.operator`));
    if (operator === "Exists" && (value ?? "") !== "")
      errors.push(invalidValue(`${field}.operator`, value, "value must be empty when `operator` is 'Exists'"));
    if (operator === "Gt" || operator === "Lt") errors.push(notSupported(`${field}.operator`, operator, ["Equal", "Exists", "Lt", "Gt"]));
    else if (operator !== undefined && operator !== "" && operator !== "Exists" && operator !== "Equal")
      errors.push(notSupported(`${field}.operator`, operator, ["Equal", "Exists"]));
    if (effect !== undefined && effect !== "" && !TAINT_EFFECTS.includes(String(effect)))
      errors.push(notSupported(`${field}.effect`, effect, TAINT_EFFECTS));
    return errors;
  });
}
