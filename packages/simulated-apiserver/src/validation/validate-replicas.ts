import { matchesLabelSelector } from "@daemonscope/kube/matching/label-selector";
import type { LabelSelector } from "@daemonscope/kube/objects";
import type { StoredObject } from "../objects/contract.ts";
import type { FieldError } from "../objects/failures.ts";
import { objectIn } from "../objects/json.ts";
import { changed, invalidValue, negative, notSupported, required } from "./fields/field-errors.ts";
import type { KindValidation } from "./fields/kind-validation.ts";
import { subdomainProblems } from "./fields/label-problems.ts";
import { labelSelectorErrors } from "./fields/validate-label-selector.ts";
import { objectMetaChangeErrors, objectMetaErrors } from "./fields/validate-metadata.ts";
import { podTemplateErrors } from "./pods/pod-template.ts";

function specErrors(object: StoredObject, kind: "deployment" | "replicaset"): readonly FieldError[] {
  const spec = objectIn(object, "spec");
  const template = objectIn(spec, "template");
  const podSpec = objectIn(template, "spec");
  const labels = objectIn(objectIn(template, "metadata"), "labels") as Record<string, string>;
  const selectorErrors = labelSelectorErrors(spec.selector, "spec.selector");
  const errors: FieldError[] = [...negative(spec.replicas, "spec.replicas")];
  const isAbsent = (spec.selector ?? null) === null;
  if (isAbsent) errors.push(required("spec.selector"));
  errors.push(...selectorErrors);
  if (!isAbsent && Object.keys(objectIn(spec, "selector")).length === 0)
    errors.push(invalidValue("spec.selector", {}, `empty selector is invalid for ${kind}`));
  else if (!isAbsent && selectorErrors.length === 0 && !matchesLabelSelector(spec.selector as LabelSelector, labels))
    errors.push(
      invalidValue(
        "spec.template.metadata.labels",
        Object.keys(labels).length === 0 ? null : labels,
        "`selector` does not match template `labels`",
      ),
    );
  errors.push(...podTemplateErrors(template, "spec.template"));
  if (podSpec.restartPolicy !== "Always") errors.push(notSupported("spec.template.spec.restartPolicy", podSpec.restartPolicy, ["Always"]));
  return [
    ...errors,
    ...negative(spec.minReadySeconds, "spec.minReadySeconds"),
    ...negative(spec.revisionHistoryLimit, "spec.revisionHistoryLimit"),
  ];
}

const validationOf = (kind: "deployment" | "replicaset"): KindValidation => ({
  createErrors: (object) => [...objectMetaErrors(object, subdomainProblems), ...specErrors(object, kind)],
  updateErrors: (object, before) => [
    ...objectMetaChangeErrors(object, before),
    ...specErrors(object, kind),
    ...changed("spec.selector", objectIn(object, "spec").selector, objectIn(before, "spec").selector),
  ],
});

/**
 * Checks all except a strategy, which no loop reads. Source: pkg/apis/apps/validation, ValidateDeployment and
 * ValidateReplicaSet with their updates.
 */
export const DEPLOYMENT_VALIDATION = validationOf("deployment");
export const REPLICA_SET_VALIDATION = validationOf("replicaset");
