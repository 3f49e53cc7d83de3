import { matchesRequirements, parseLabelSelector } from "@daemonscope/kube/matching/label-selector";
import type { ResourceName, StoredObject } from "../../objects/contract.ts";
import { badRequest } from "../../objects/failures.ts";
import { isJsonObject, listIn, objectIn } from "../../objects/json.ts";
import { labelKeyProblems } from "../../validation/fields/label-problems.ts";

const PATHS: Readonly<Partial<Record<ResourceName, readonly string[]>>> = {
  pods: [
    "spec.nodeName",
    "spec.restartPolicy",
    "spec.schedulerName",
    "spec.serviceAccountName",
    "spec.hostNetwork",
    "status.phase",
    "status.podIP",
    "status.podIPs",
    "status.nominatedNodeName",
  ],
  nodes: ["spec.unschedulable"],
  events: [
    "involvedObject.kind",
    "involvedObject.namespace",
    "involvedObject.name",
    "involvedObject.uid",
    "involvedObject.apiVersion",
    "involvedObject.resourceVersion",
    "involvedObject.fieldPath",
    "reason",
    "reportingComponent",
    "source",
    "type",
  ],
  namespaces: ["status.phase"],
  services: ["spec.clusterIP", "spec.type"],
};

/** Kinds without a namespace that refuse a namespace in a field selector. */
const WITHOUT_NAMESPACE: readonly ResourceName[] = ["nodes", "namespaces"];

function isServed(resource: ResourceName, path: string): boolean {
  if (path === "metadata.namespace") return !WITHOUT_NAMESPACE.includes(resource);
  return path === "metadata.name" || PATHS[resource]?.includes(path) === true;
}

const FALSE_BY_DEFAULT = new Set(["spec.unschedulable", "spec.hostNetwork"]);

function valueAt(object: StoredObject, path: string): string {
  if (path === "source") return String(objectIn(object, "source").component ?? "");
  if (path === "status.podIPs")
    return listIn(objectIn(object, "status"), "podIPs")
      .map((entry) => (isJsonObject(entry) ? String(entry.ip) : ""))
      .join(",");
  let value: unknown = object;
  for (const field of path.split("."))
    value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[field] : undefined;
  if (value === undefined || value === null) return FALSE_BY_DEFAULT.has(path) ? "false" : "";
  return String(value);
}

/**
 * Returns a test of objects by label and field selector; undefined without either. Throws the API's 400 for a selector
 * that cannot be read.
 */
export function selectorOf(resource: ResourceName, query: URLSearchParams): ((object: StoredObject) => boolean) | undefined {
  const labelText = query.get("labelSelector") ?? "";
  const fieldText = query.get("fieldSelector") ?? "";
  if (labelText === "" && fieldText === "") return undefined;
  const parsed = parseLabelSelector(labelText);
  if ("problem" in parsed)
    throw badRequest(
      parsed.problem
        .replace(/^unable to parse requirement: (?=.*, expected: ',' or 'end of string'$)/, "")
        .replace("is not a qualified name", labelKeyProblems("~").join("; ")),
    );
  const fields =
    fieldText === ""
      ? []
      : fieldText.split(",").map((part) => {
          const found = /^([^=!]+)(==|=|!=)(.*)$/.exec(part.trim());
          if (!found) throw badRequest(`invalid selector: '${part}'; can't understand '${part}'`);
          const path = found[1] ?? "";
          if (!isServed(resource, path))
            throw badRequest(
              PATHS[resource] === undefined
                ? `${JSON.stringify(path)} is not a known field selector: only "metadata.name", "metadata.namespace"`
                : `field label not supported: ${path}`,
            );
          return { path, negated: found[2] === "!=", expected: (found[3] ?? "").replaceAll("\\,", ",").replaceAll("\\=", "=") };
        });
  return (object) =>
    matchesRequirements(parsed.requirements, object.metadata.labels ?? {}) &&
    fields.every(({ path, negated, expected }) => (valueAt(object, path) === expected) !== negated);
}
