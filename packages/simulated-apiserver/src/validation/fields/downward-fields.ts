import type { FieldError } from "../../objects/failures.ts";
import { type JsonObject, textIn } from "../../objects/json.ts";
import { canonicalQuantity } from "../../objects/quantity.ts";
import { eachProblem, invalidValue, labelKeyErrors, notSupported, required } from "./field-errors.ts";

const POD_FIELDS = new Set([
  "metadata.annotations",
  "metadata.labels",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.restartPolicy",
  "spec.serviceAccountName",
  "spec.schedulerName",
  "status.phase",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
]);
const SUBSCRIPT = /^(.+?)\['(.*)'\]$/;

/**
 * Returns the errors of a pod field that a variable or a file exposes. `allowed` lists the fields that it may name.
 * Source: pkg/apis/core/validation, validateObjectFieldSelector.
 */
export function fieldRefErrors(selector: JsonObject, allowed: readonly string[], field: string): readonly FieldError[] {
  const version = textIn(selector, "apiVersion");
  const fieldPath = textIn(selector, "fieldPath");
  if (version === "") return [required(`${field}.apiVersion`)];
  if (fieldPath === "") return [required(`${field}.fieldPath`)];
  const unreadable = (why: string) => [invalidValue(`${field}.fieldPath`, fieldPath, `error converting fieldPath: ${why}`)];
  if (version !== "v1") return unreadable(`unsupported pod version: ${version}`);
  const subscripted = SUBSCRIPT.exec(fieldPath);
  if (subscripted !== null) {
    const [, path, key = ""] = subscripted;
    if (path === "metadata.annotations") return labelKeyErrors(key.toLowerCase(), field);
    if (path === "metadata.labels") return labelKeyErrors(key, field);
    return unreadable(`field label does not support subscript: ${fieldPath}`);
  }
  // The former name of the node field.
  const path = fieldPath === "spec.host" ? "spec.nodeName" : fieldPath;
  if (!POD_FIELDS.has(path)) return unreadable(`field label not supported: ${fieldPath}`);
  return allowed.includes(path) ? [] : [notSupported(`${field}.fieldPath`, path, allowed)];
}

const RESOURCES = [
  "limits.cpu",
  "limits.ephemeral-storage",
  "limits.memory",
  "requests.cpu",
  "requests.ephemeral-storage",
  "requests.memory",
];
const CPU_DIVISORS = ["1m", "1"];
const BYTE_DIVISORS = ["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"];
const HUGE_PAGES = /^(?:requests|limits)\.hugepages-/;

function divisorProblem(resource: string, divisor: string): readonly string[] {
  const only = (divisors: readonly string[], what: string, list: string) =>
    divisors.includes(divisor) ? [] : [`only divisor's values ${list} are supported with the ${what} resource`];
  const kind = /^(?:limits|requests)\.(cpu|memory|ephemeral-storage)$/.exec(resource)?.[1];
  if (kind === "cpu") return only(CPU_DIVISORS, "cpu", "1m and 1");
  if (kind !== undefined) return only(BYTE_DIVISORS, kind === "memory" ? kind : "local ephemeral storage", BYTE_DIVISORS.join(", "));
  return HUGE_PAGES.test(resource) ? only(BYTE_DIVISORS, "hugepages", BYTE_DIVISORS.join(", ")) : [];
}

/**
 * Returns the errors of a container resource that a variable or a file exposes; a file names the container. Source:
 * same, validateContainerResourceFieldSelector.
 */
export function resourceRefErrors(selector: JsonObject, isFile: boolean, field: string): readonly FieldError[] {
  const resource = textIn(selector, "resource");
  const errors: FieldError[] = [];
  if (isFile && textIn(selector, "containerName") === "") errors.push(required(`${field}.containerName`));
  else if (resource === "") errors.push(required(`${field}.resource`));
  else if (!RESOURCES.includes(resource) && !HUGE_PAGES.test(resource)) errors.push(notSupported(`${field}.resource`, resource, RESOURCES));
  const divisor = canonicalQuantity(textIn(selector, "divisor"));
  if (divisor !== undefined && divisor !== "0")
    errors.push(...eachProblem(`${field}.divisor`, resource, divisorProblem(resource, divisor)));
  return errors;
}
