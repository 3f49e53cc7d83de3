import type { DeleteOptions } from "../store/contract.ts";
import { badRequest } from "../store/failures.ts";
import { isJsonObject, type JsonObject, objectIn } from "../store/json.ts";
import { invalidOptions } from "./field-validation.ts";

/** What a deletion asks for. */
export interface AskedDeletion {
  readonly options: DeleteOptions;
  readonly dryRun: boolean;
}

const POLICIES = ["Foreground", "Background", "Orphan"] as const;

function optionsInQuery(query: URLSearchParams): JsonObject {
  const grace = query.get("gracePeriodSeconds");
  return {
    ...(grace === null ? {} : { gracePeriodSeconds: Number(grace) }),
    propagationPolicy: query.get("propagationPolicy") ?? undefined,
    orphanDependents: query.has("orphanDependents") ? query.get("orphanDependents") === "true" : undefined,
    dryRun: query.getAll("dryRun"),
  };
}

function checkOptions({ propagationPolicy: policy, orphanDependents, dryRun }: JsonObject): void {
  const causes = [];
  if (orphanDependents !== undefined && policy !== undefined)
    causes.push({
      reason: "FieldValueInvalid",
      message: `Invalid value: ${JSON.stringify(policy)}: orphanDependents and deletionPropagation cannot be both set`,
      field: "propagationPolicy",
    });
  if (policy !== undefined && !POLICIES.some((known) => known === policy))
    causes.push({
      reason: "FieldValueNotSupported",
      message: `Unsupported value: ${JSON.stringify(policy)}: supported values: ${[...POLICIES, "nil"].map((word) => JSON.stringify(word)).join(", ")}`,
      field: "propagationPolicy",
    });
  if (Array.isArray(dryRun) && dryRun.some((value) => value !== "All" && value !== ""))
    causes.push({
      reason: "FieldValueNotSupported",
      message: `Unsupported value: ${JSON.stringify(dryRun)}: supported values: "All"`,
      field: "dryRun",
    });
  if (causes.length > 0) throw invalidOptions("DeleteOptions", causes);
}

/** Reads the options of a deletion from its body or, where it has none, from its query: never from both. Throws the API's 422. */
export function readDeleteOptions(body: unknown, query: URLSearchParams): AskedDeletion {
  const given = isJsonObject(body) ? body : optionsInQuery(query);
  const { apiVersion, kind } = given;
  if (typeof kind === "string" && kind !== "" && kind !== "DeleteOptions")
    throw badRequest(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion ?? "")} in scheme "pkg/runtime/scheme.go:111"`,
    );
  checkOptions(given);
  const { gracePeriodSeconds: grace, orphanDependents, dryRun } = given;
  const policy = POLICIES.find((known) => known === given.propagationPolicy) ?? (orphanDependents === true ? "Orphan" : undefined);
  const { uid, resourceVersion } = objectIn(given, "preconditions");
  return {
    options: {
      ...(typeof grace === "number" && Number.isFinite(grace) ? { gracePeriodSeconds: grace < 0 ? 1 : grace } : {}),
      ...(policy === undefined ? {} : { propagationPolicy: policy }),
      ...(typeof uid === "string" ? { uid } : {}),
      ...(typeof resourceVersion === "string" ? { resourceVersion } : {}),
    },
    dryRun: Array.isArray(dryRun) && dryRun.includes("All"),
  };
}
