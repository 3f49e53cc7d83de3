import type { FieldError } from "../../objects/failures.ts";
import { type JsonObject, objectsIn, textIn } from "../../objects/json.ts";
import { duplicateValue, eachProblem, invalidValue, required } from "../fields/field-errors.ts";
import { dnsLabelProblems, subdomainProblems } from "../fields/label-problems.ts";

/** Returns the names of a pod's claims. */
export const claimNames = (podSpec: JsonObject): ReadonlySet<string> =>
  new Set(
    objectsIn(podSpec, "resourceClaims")
      .map((claim) => textIn(claim, "name"))
      .filter((name) => name !== ""),
  );

/** Returns the errors of a pod spec's claims. Source: pkg/apis/core/validation, validatePodResourceClaims. */
export function resourceClaimErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  const names = new Set<string>();
  return objectsIn(podSpec, "resourceClaims").flatMap((claim, at) => {
    const field = `${base}.resourceClaims[${at}]`;
    const name = textIn(claim, "name");
    const { resourceClaimName, resourceClaimTemplateName } = claim;
    const errors: FieldError[] = [];
    if (name === "") errors.push(required(`${field}.name`));
    else if (names.has(name)) errors.push(duplicateValue(`${field}.name`, name));
    else errors.push(...eachProblem(`${field}.name`, name, dnsLabelProblems(name)));
    if (name !== "") names.add(name);
    const shown = {
      Name: name,
      ResourceClaimName: resourceClaimName ?? null,
      ResourceClaimTemplateName: resourceClaimTemplateName ?? null,
    };
    if (resourceClaimName !== undefined && resourceClaimTemplateName !== undefined)
      errors.push(invalidValue(field, shown, "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"));
    if (resourceClaimName === undefined && resourceClaimTemplateName === undefined)
      errors.push(invalidValue(field, shown, "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`"));
    for (const part of ["resourceClaimName", "resourceClaimTemplateName"])
      if (claim[part] !== undefined) errors.push(...eachProblem(`${field}.${part}`, claim[part], subdomainProblems(textIn(claim, part))));
    return errors;
  });
}
