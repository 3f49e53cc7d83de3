import type { StoredObject } from "../objects/contract.ts";
import type { FieldError } from "../objects/failures.ts";
import { objectIn } from "../objects/json.ts";
import { eachProblem, invalidValue, required } from "./fields/field-errors.ts";
import type { KindValidation } from "./fields/kind-validation.ts";
import { labelKeyProblems } from "./fields/label-problems.ts";

const ELSEWHERE = "does not match event.namespace";
const LIMITS = { reportingInstance: 128, action: 128, reason: 128 };
const MESSAGE_BYTES = 1024;

const tooLongText = (field: string, bytes: number): FieldError => invalidValue(field, "", `can have at most ${bytes} characters`);

/** Checks an event with an `eventTime`, which newer clients set. */
function timedErrors(event: StoredObject): readonly FieldError[] {
  const component = String(event.reportingComponent ?? "");
  const errors: FieldError[] = component === "" ? [required("reportingComponent")] : [];
  errors.push(...eachProblem("reportingComponent", component, labelKeyProblems(component)));
  for (const [field, bytes] of Object.entries(LIMITS)) {
    const text = String(event[field] ?? "");
    if (text === "") errors.push(required(field));
    else if (Buffer.byteLength(text) > bytes) errors.push(tooLongText(field, bytes));
  }
  if (Buffer.byteLength(String(event.message ?? "")) > MESSAGE_BYTES) errors.push(tooLongText("message", MESSAGE_BYTES));
  return errors;
}

function createErrors(event: StoredObject): readonly FieldError[] {
  const { namespace = "" } = event.metadata;
  const about = String(objectIn(event, "involvedObject").namespace ?? "");
  const isTimed = (event.eventTime ?? null) !== null;
  const anyPlace = isTimed ? ["default", "kube-system"] : ["default", ""];
  const isElsewhere = about === "" ? !anyPlace.includes(namespace) : !isTimed && about !== namespace;
  return [...(isElsewhere ? [invalidValue("involvedObject.namespace", about, ELSEWHERE)] : []), ...(isTimed ? timedErrors(event) : [])];
}

/** Source: pkg/apis/core/validation/events.go, legacyValidateEvent. */
export const EVENT_VALIDATION: KindValidation = { createErrors, updateErrors: createErrors };
