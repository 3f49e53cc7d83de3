import type { DeleteOptions } from "../../objects/contract.ts";
import { badRequest } from "../../objects/failures.ts";
import { isJsonObject, type JsonObject, objectIn } from "../../objects/json.ts";
import { apiType } from "../../schema/api-types.ts";
import { decodeObject } from "../../schema/decode-object.ts";
import { integerIn, switchIn } from "../request/query-values.ts";
import { invalidOptions } from "./field-validation.ts";

/** The content of a deletion request. */
interface ParsedDeleteOptions {
  readonly options: DeleteOptions;
  readonly dryRun: boolean;
}

const POLICIES = ["Foreground", "Background", "Orphan"] as const;

function optionsInQuery(query: URLSearchParams): JsonObject {
  return {
    gracePeriodSeconds: integerIn(query, "gracePeriodSeconds"),
    propagationPolicy: query.get("propagationPolicy") ?? undefined,
    orphanDependents: query.has("orphanDependents") ? switchIn(query, "orphanDependents") : undefined,
    dryRun: query.getAll("dryRun"),
  };
}

/** Throws for options that cannot be read, so that nothing is deleted with only some of them. */
function optionsInBody(body: unknown): JsonObject {
  if (!isJsonObject(body)) throw badRequest("couldn't get version/kind; json parse error: the body is no object");
  const { mismatch } = decodeObject(body, apiType("meta/v1.DeleteOptions"));
  if (mismatch !== undefined) throw badRequest(mismatch.json);
  return body;
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

/**
 * Reads the options of a deletion from its body or, without a body, from its query; never from both. Throws the API's
 * 400 for options that cannot be read, and 422 for options that are invalid.
 */
export function readDeleteOptions(body: unknown, query: URLSearchParams): ParsedDeleteOptions {
  const submitted = body === undefined ? optionsInQuery(query) : optionsInBody(body);
  const { apiVersion, kind } = submitted;
  if (typeof kind === "string" && kind !== "" && kind !== "DeleteOptions")
    throw badRequest(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion ?? "")} in scheme "pkg/runtime/scheme.go:111"`,
    );
  checkOptions(submitted);
  const { gracePeriodSeconds: grace, orphanDependents, dryRun } = submitted;
  const policy = POLICIES.find((known) => known === submitted.propagationPolicy) ?? (orphanDependents === true ? "Orphan" : undefined);
  const { uid, resourceVersion } = objectIn(submitted, "preconditions");
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
