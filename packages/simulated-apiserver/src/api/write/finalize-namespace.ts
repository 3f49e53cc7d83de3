import { invalid } from "../../objects/failures.ts";
import { listIn, objectIn } from "../../objects/json.ts";
import { eachProblem } from "../../validation/fields/field-errors.ts";
import { labelKeyProblems } from "../../validation/fields/label-problems.ts";
import { unqualifiedFinalizer } from "../../validation/fields/validate-metadata.ts";
import { checkFields } from "./field-validation.ts";
import { checkReplacement } from "./replacement.ts";
import { bodyObject, currentObject, isDryRun, placedObject, type WriteRequest, type Written } from "./write-request.ts";

/**
 * PUT of a namespace's finalizers: the way to release a stuck namespace by hand. Source: pkg/registry/core/namespace,
 * FinalizeREST.
 */
export function finalizeNamespace(request: WriteRequest): Written {
  const { store, target, query, body } = request;
  const { resource } = target;
  const before = currentObject(request);
  const { object, warnings } = checkFields(resource, bodyObject(body, resource), query.get("fieldValidation"));
  const placed = placedObject(object, target);
  checkReplacement(target, objectIn(object, "metadata"), before);
  const finalizers = listIn(objectIn(placed, "spec"), "finalizers");
  const errors = finalizers.flatMap((finalizer, at) => [
    ...eachProblem(`spec.finalizers[${at}]`, finalizer, labelKeyProblems(String(finalizer))),
    ...unqualifiedFinalizer(String(finalizer), `spec.finalizers[${at}]`),
  ]);
  if (errors.length > 0) throw invalid(resource, before.metadata.name, errors);
  const next = { ...before, spec: finalizers.length === 0 ? {} : { finalizers } };
  return { code: 200, body: isDryRun(query) ? store.tryUpdate("namespaces", next) : store.update("namespaces", next), warnings };
}
