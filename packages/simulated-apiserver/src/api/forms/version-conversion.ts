import type { StoredObject } from "../../objects/contract.ts";
import type { JsonObject } from "../../objects/json.ts";
import type { Resource } from "../../objects/resource.ts";

/** A served version of a kind other than the stored one. */
export interface VersionConversion {
  readonly resource: Resource;
  /** Converts a stored object to this version, but keeps the stored group and version. */
  readonly served: (object: StoredObject) => JsonObject;
  /** Converts a client's object, whole or as a merge patch, to its stored form. */
  readonly stored: (value: JsonObject) => JsonObject;
  /** Prefixes of selector fields and their stored replacements. */
  readonly selected: Readonly<Record<string, string>>;
}
