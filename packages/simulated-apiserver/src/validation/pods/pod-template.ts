import type { FieldError } from "../../objects/failures.ts";
import { type JsonObject, listIn, objectIn } from "../../objects/json.ts";
import { forbiddenValue, labelErrors } from "../fields/field-errors.ts";
import { annotationErrors } from "../fields/validate-metadata.ts";
import { podAnnotationErrors, profileMismatches } from "./annotations.ts";
import { podSpecErrors } from "./pod-spec.ts";

/** Returns the errors of a pod template at `base`. Source: pkg/apis/core/validation, ValidatePodTemplateSpec. */
export function podTemplateErrors(template: JsonObject, base: string): readonly FieldError[] {
  const { labels, annotations } = objectIn(template, "metadata");
  const podSpec = objectIn(template, "spec");
  return [
    ...labelErrors(labels, `${base}.labels`),
    ...annotationErrors(objectIn({ annotations }, "annotations"), `${base}.annotations`),
    ...podAnnotationErrors(annotations, podSpec, `${base}.annotations`),
    ...podSpecErrors(podSpec, `${base}.spec`, false),
    ...profileMismatches(annotations, podSpec, `${base}.spec`),
    ...(listIn(podSpec, "ephemeralContainers").length === 0
      ? []
      : [forbiddenValue(`${base}.spec.ephemeralContainers`, "ephemeral containers not allowed in pod template")]),
  ];
}
