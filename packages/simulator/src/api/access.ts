import { StoreError } from "../store/failures.ts";
import { isJsonObject, objectIn } from "../store/json.ts";
import { qualifiedName } from "../store/resources.ts";
import type { FaultState, Verb } from "./faults.ts";
import type { Target } from "./request-target.ts";

/** The 403 of the API server's authorizer, to the word. */
export function forbidden({ resource, namespace, name }: Target, verb: Verb): StoreError {
  const group = resource.groupVersion.includes("/") ? (resource.groupVersion.split("/")[0] ?? "") : "";
  const subject = `${qualifiedName(resource)}${name === undefined ? "" : ` "${name}"`}`;
  const scope = namespace === undefined ? "at the cluster scope" : `in the namespace "${namespace}"`;
  return new StoreError({
    code: 403,
    reason: "Forbidden",
    message: `${subject} is forbidden: User "simulated" cannot ${verb} resource "${resource.name}" in API group "${group}" ${scope}`,
    details: { ...(name === undefined ? {} : { name }), ...(group === "" ? {} : { group }), kind: resource.name },
  });
}

/** Answers a SelfSubjectAccessReview: everything is allowed but what a fault forbids. */
export function reviewAccess(body: unknown, faults: FaultState): unknown {
  const { resource, verb } = objectIn(objectIn(body, "spec"), "resourceAttributes");
  const allowed = !faults.isForbidden(String(resource ?? ""), String(verb ?? ""));
  return { ...(isJsonObject(body) ? body : {}), status: { allowed, ...(allowed ? {} : { reason: "a fault forbids it" }) } };
}
