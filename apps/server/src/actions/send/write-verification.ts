import type { JsonPatchOperation } from "@daemonscope/daemonset/actions/changes/json-patch";
import { integerField, isJson, type Json, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";
import { nodeFactsIn } from "../requests/object-facts.ts";
import { FIELD_MANAGER } from "../requests/planned-write.ts";
import { nodeMatchesChanges } from "./node-matches-changes.ts";
import type { PreparedRequest } from "./prepared-request.ts";

/** Whether a request without a response was executed, and the evidence. */
export interface WriteVerification {
  readonly happened: boolean;
  readonly proof: string;
}

const partsOf = (path: string): readonly string[] =>
  path
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

const valueAt = (object: unknown, parts: readonly string[]): unknown =>
  parts.reduce<unknown>((at, part) => (Array.isArray(at) ? at[Number(part)] : isJson(at) ? at[part] : undefined), object);

/** Reports whether `has` contains all of `wanted`. Defaults of the API server do not matter. */
function contains(has: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return Array.isArray(has) && has.length === wanted.length && wanted.every((each, at) => contains(has[at], each));
  if (isJson(wanted)) return isJson(has) && Object.entries(wanted).every(([field, each]) => each === null || contains(has[field], each));
  return has === wanted;
}

function isAsPatched(object: Json, operations: readonly JsonPatchOperation[]): boolean {
  return operations.every((operation) => {
    const parts = partsOf(operation.path);
    if (operation.op === "test") return true;
    if (operation.op === "remove") return /^\d+$/.test(parts.at(-1) ?? "") || valueAt(object, parts) === undefined;
    if (parts.at(-1) !== "-") return contains(valueAt(object, parts), operation.value);
    const list = valueAt(object, parts.slice(0, -1));
    return Array.isArray(list) && list.some((element) => contains(element, operation.value));
  });
}

/** Returns the last time at which daemonscope wrote to an object; empty if it never did. */
const writtenAt = (object: Json): string =>
  objectsField(objectField(object, "metadata"), "managedFields")
    .filter((entry) => entry.manager === FIELD_MANAGER)
    .map((entry) => textField(entry, "time") ?? "")
    .sort()
    .at(-1) ?? "";

/** Tolerated difference of the clocks. The API server records its times in whole seconds. */
const SKEW_MS = 2000;

function verifyDaemonSetWrite({ request, seen }: PreparedRequest, object: Json, sentAtMs: number): WriteVerification {
  const generation = integerField(objectField(object, "metadata"), "generation");
  const before = seen?.generation ?? 0;
  const verification = (happened: boolean): WriteVerification => ({
    happened,
    proof: happened
      ? `generation ${generation}, and its fields are those of this plan`
      : `generation ${generation}, ${generation === before ? "as planned" : "and its fields are not those of this plan"}`,
  });
  switch (request.kind) {
    case "patch": {
      const isOfSpec = request.operations.some(({ op, path }) => op !== "test" && path.startsWith("/spec"));
      return verification(isAsPatched(object, request.operations) && (!isOfSpec || generation > before));
    }
    // Only the revision shows the source of the template. The API server keeps the time of our last write.
    case "restoreRevision":
    case "apply":
      return verification(generation > before && Date.parse(writtenAt(object)) >= sentAtMs - SKEW_MS);
    default:
      return verification(false);
  }
}

/** Checks the current object for the effect of a request. `sentAtMs`: on the cluster's clock. */
export function verifyWrite(prepared: PreparedRequest, object: Json | undefined, sentAtMs: number): WriteVerification {
  const { request, object: reference, changes } = prepared;
  const { name, uid } = reference;
  const metadata = objectField(object ?? {}, "metadata");
  if (request.kind === "create")
    return object === undefined
      ? { happened: false, proof: `there is no ${name}` }
      : { happened: true, proof: `${name} exists, with uid ${textField(metadata, "uid") ?? ""}` };
  const isAnother = object !== undefined && uid !== undefined && metadata.uid !== uid;
  if (request.kind === "delete") {
    if (object === undefined) return { happened: true, proof: `${name} is gone` };
    if (isAnother) return { happened: true, proof: `${name} is another one now, with another uid` };
    return metadata.deletionTimestamp === undefined
      ? { happened: false, proof: `${name} exists and is not being deleted` }
      : { happened: true, proof: `${name} is being deleted since ${String(metadata.deletionTimestamp)}` };
  }
  if (object === undefined || isAnother) return { happened: false, proof: `${name} is gone` };
  if (reference.resource !== "nodes") return verifyDaemonSetWrite(prepared, object, sentAtMs);
  const node = nodeFactsIn(object);
  const matches = node !== undefined && nodeMatchesChanges(node, changes);
  return { happened: matches, proof: matches ? `${name} is as this plan makes it` : `${name} is not as this plan makes it` };
}

/** Returns the last manager in the managed fields of an object, status excluded. */
export function lastWriter(object: Json): { readonly manager: string; readonly atMs?: number } | undefined {
  const entries = objectsField(objectField(object, "metadata"), "managedFields")
    .filter((entry) => entry.subresource === undefined || entry.subresource === "")
    .map((entry) => ({ manager: textField(entry, "manager") ?? "", atMs: Date.parse(textField(entry, "time") ?? "") }));
  const [last] = entries.sort((a, b) => (b.atMs || 0) - (a.atMs || 0));
  if (last === undefined || last.manager === "") return undefined;
  return { manager: last.manager, ...(Number.isFinite(last.atMs) ? { atMs: last.atMs } : {}) };
}
