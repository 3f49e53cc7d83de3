import type { StoredObject } from "../../objects/contract.ts";
import type { JsonObject } from "../../objects/json.ts";
import type { Resource } from "../../objects/resource.ts";

/** A version of a kind that is served beside the one that is stored. */
export interface OtherForm {
  readonly resource: Resource;
  /** A stored object as this version has it, its group and version still those that are stored. */
  readonly served: (object: StoredObject) => JsonObject;
  /** What a client sent, whole or as a patch that is merged, as it is stored. */
  readonly stored: (value: JsonObject) => JsonObject;
  /** Fields of its selectors by how they begin, with what is stored instead. */
  readonly selected: Readonly<Record<string, string>>;
}
