import type { StoredObject } from "../../objects/contract.ts";
import { badRequest, conflict, StoreError } from "../../objects/failures.ts";
import type { JsonObject } from "../../objects/json.ts";
import type { Resource } from "../../objects/resource.ts";
import type { Target } from "../request/request-target.ts";

/** Folders of objects in the API server's storage that differ from the name of the resource. */
const FOLDERS: Readonly<Record<string, string>> = { nodes: "minions", services: "services/specs" };

/** The 409 of a write to another object, or another version, than the stored one. */
export function storageConflict(
  resource: Resource,
  { metadata }: StoredObject,
  what: "UID" | "ResourceVersion",
  requested: string,
  stored: string,
): StoreError {
  const key = ["/registry", FOLDERS[resource.name] ?? resource.name, ...(resource.namespaced ? [metadata.namespace] : []), metadata.name];
  const problem = `Precondition failed: ${what} in precondition: ${requested}, ${what} in object meta: ${stored}`;
  const why = `StorageError: invalid object, Code: 4, Key: ${key.join("/")}, ResourceVersion: 0, AdditionalErrorMsg: ${problem}`;
  return conflict(resource, metadata.name, why);
}

/** Throws the API's answer to a PUT that does not name, or wrongly names, the object that it replaces. */
export function checkReplacement({ resource, name }: Target, metadata: JsonObject, before: StoredObject): void {
  if ((metadata.name ?? "") === "")
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  const { uid = "", resourceVersion = "" } = metadata;
  if (uid !== "" && uid !== before.metadata.uid) throw storageConflict(resource, before, "UID", String(uid), before.metadata.uid);
  if (resourceVersion !== "" && !/^\d+$/.test(String(resourceVersion)))
    throw new StoreError({
      code: 500,
      reason: "",
      message: `strconv.ParseUint: parsing ${JSON.stringify(resourceVersion)}: invalid syntax`,
    });
}
