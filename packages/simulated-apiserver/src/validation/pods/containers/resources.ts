import { exactQuantity } from "@daemonscope/kube/values/quantity";
import type { FieldError } from "../../../objects/failures.ts";
import { type JsonObject, objectIn, objectsIn, textIn } from "../../../objects/json.ts";
import { canonicalQuantity, compareQuantities } from "../../../objects/quantity.ts";
import {
  duplicateValue,
  eachProblem,
  forbiddenValue,
  invalidValue,
  labelKeyErrors,
  notFoundValue,
  notSupported,
  required,
} from "../../fields/field-errors.ts";
import { dnsLabelProblems, labelKeyProblems } from "../../fields/label-problems.ts";

const COUNTED = ["pods", "services", "replicationcontrollers", "resourcequotas", "secrets", "configmaps", "persistentvolumeclaims"];
const STANDARD = new Set([
  ...["cpu", "memory", "ephemeral-storage"].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
  ...COUNTED,
  ...["storage", "requests.storage", "services.nodeports", "services.loadbalancers"],
]);
const INTEGER = new Set([...COUNTED, "services.nodeports", "services.loadbalancers"]);
const COMPUTE = new Set(["cpu", "memory"]);
const CONTAINER_RESOURCES = new Set(["cpu", "memory", "ephemeral-storage"]);
const HUGE_PAGES = "hugepages-";

const isHugePages = (name: string): boolean => name.startsWith(HUGE_PAGES);
const isNative = (name: string): boolean => !name.includes("/") || name.includes("kubernetes.io/");
const mayOvercommit = (name: string): boolean => isNative(name) && !isHugePages(name);
const isExtended = (name: string): boolean =>
  !isNative(name) && !name.startsWith("requests.") && labelKeyProblems(`requests.${name}`).length === 0;

function nameErrors(name: string, field: string): readonly FieldError[] {
  const syntax = labelKeyErrors(name, field);
  if (syntax.length > 0) return syntax;
  if (name.includes("/") || STANDARD.has(name) || isHugePages(name) || name.startsWith(`requests.${HUGE_PAGES}`)) return [];
  return [invalidValue(field, name, "must be a standard resource type or fully qualified")];
}

/**
 * Returns the errors of a resource name in a container. Source: pkg/apis/core/validation,
 * validateContainerResourceName.
 */
function containerNameErrors(name: string, field: string): readonly FieldError[] {
  const errors = nameErrors(name, field);
  if (!name.includes("/")) {
    const isKnown = CONTAINER_RESOURCES.has(name) || isHugePages(name);
    return isKnown ? errors : [...errors, invalidValue(field, name, "must be a standard resource for containers")];
  }
  return isNative(name) || isExtended(name)
    ? errors
    : [...errors, invalidValue(field, name, "doesn't follow extended resource name standard")];
}

/** Returns the errors of a resource name at pod level. Source: same, validatePodResourceName. */
function podNameErrors(name: string, field: string): readonly FieldError[] {
  const errors = nameErrors(name, field);
  if (errors.length > 0 || COMPUTE.has(name) || isHugePages(name)) return errors;
  return [notSupported(field, name, ["cpu", HUGE_PAGES, "memory"])];
}

/** Returns the errors of an amount, which is not negative, and an integer for an indivisible resource. */
export function amountErrors(name: string, amount: string, field: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const canonical = canonicalQuantity(amount) ?? amount;
  if (canonical.startsWith("-")) errors.push(invalidValue(field, canonical, "must be greater than or equal to 0"));
  if ((INTEGER.has(name) || isExtended(name)) && /[num]$/.test(canonical))
    errors.push(invalidValue(field, canonical, "must be an integer"));
  return errors;
}

function hugePageErrors(name: string, amount: string, field: string): readonly FieldError[] {
  if (!isHugePages(name)) return [];
  const page = canonicalQuantity(name.slice(HUGE_PAGES.length));
  const bytes = wholeBytes(amount);
  const size = page === undefined || /[num]$/.test(page) ? 0n : wholeBytes(page);
  if (size > 0n && bytes % size === 0n) return [];
  const canonical = canonicalQuantity(amount) ?? amount;
  return [invalidValue(field, canonical, `${canonical} is not positive integer multiple of ${name}`)];
}

function wholeBytes(amount: string): bigint {
  const exact = exactQuantity(amount);
  if (exact === undefined) return 0n;
  const { numerator, denominator } = exact;
  return numerator / denominator + (numerator > 0n && numerator % denominator !== 0n ? 1n : 0n);
}

function requestErrors(name: string, amount: string, limit: string | undefined, field: string): readonly FieldError[] {
  const canonical = canonicalQuantity(amount) ?? amount;
  if (limit === undefined)
    return mayOvercommit(name) ? [] : [required(`${field}.limits`, "Limit must be set for non overcommitable resources")];
  const comparison = compareQuantities(amount, limit);
  const limitText = canonicalQuantity(limit) ?? limit;
  if (comparison !== 0 && !mayOvercommit(name))
    return [invalidValue(`${field}.requests`, canonical, `must be equal to ${name} limit of ${limitText}`)];
  if (comparison > 0) return [invalidValue(`${field}.requests`, canonical, `must be less than or equal to ${name} limit of ${limitText}`)];
  return [];
}

function claimErrors(resources: JsonObject, podClaims: ReadonlySet<string>, base: string): readonly FieldError[] {
  const seen = new Set<string>();
  return objectsIn(resources, "claims").flatMap((claim, at) => {
    const field = `${base}.claims[${at}]`;
    const name = textIn(claim, "name");
    const request = textIn(claim, "request");
    if (name === "") return [required(field)];
    const errors: FieldError[] = [];
    if (seen.has(name)) errors.push(duplicateValue(field, name));
    else {
      const key = request === "" ? name : `${name}/${request}`;
      if (request !== "") errors.push(...eachProblem(`${field}.request`, request, dnsLabelProblems(request)));
      if (seen.has(key)) errors.push(duplicateValue(field, key));
      else if (request === "") for (const other of seen) if (other.startsWith(`${name}/`)) errors.push(duplicateValue(field, name));
      seen.add(key);
    }
    if (!podClaims.has(name)) {
      const known = podClaims.size === 0 ? " which is empty" : `: ${[...podClaims].sort().join(", ")}`;
      errors.push(notFoundValue(field, name, `must be one of the names in pod.spec.resourceClaims${known}`));
    }
    return errors;
  });
}

/**
 * Returns the errors of requests and limits at `field`, of a container or of a whole pod. Source: same,
 * validateResourceRequirements.
 */
export function resourceErrors(
  resources: JsonObject,
  owner: "container" | "pod",
  podClaims: ReadonlySet<string>,
  field: string,
): readonly FieldError[] {
  const namesOf = owner === "container" ? containerNameErrors : podNameErrors;
  const limits = Object.entries(objectIn(resources, "limits"));
  const requests = Object.entries(objectIn(resources, "requests"));
  const limitOf = new Map(limits.map(([name, amount]) => [name, String(amount)]));
  const errors: FieldError[] = [];
  for (const [name, amount] of limits) {
    const path = `${field}.limits[${name}]`;
    errors.push(...namesOf(name, path), ...amountErrors(name, String(amount), path), ...hugePageErrors(name, String(amount), path));
  }
  for (const [name, amount] of requests) {
    const path = `${field}.requests[${name}]`;
    errors.push(
      ...namesOf(name, path),
      ...amountErrors(name, String(amount), path),
      ...requestErrors(name, String(amount), limitOf.get(name), field),
      ...hugePageErrors(name, String(amount), path),
    );
  }
  const names = [...limits, ...requests].map(([name]) => name);
  if (names.some(isHugePages) && !names.some((name) => COMPUTE.has(name)))
    errors.push(forbiddenValue(field, "HugePages require cpu or memory"));
  errors.push(...claimErrors(resources, podClaims, field));
  return errors;
}
