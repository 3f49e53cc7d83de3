import type { ResourceName } from "./contract.ts";
import type { JsonObject } from "./json.ts";

/** What a CustomResourceDefinition says of a kind beside. */
export interface CustomTraits {
  readonly plural: string;
  /** The group and version in which its objects are stored, whichever they came in. */
  readonly storedAs: string;
  readonly schema: JsonObject;
  /** Of the definition that it is read from. */
  readonly resourceVersion: string;
}

/** What the API serves of a resource: where, under which names, and which verbs `kubectl api-resources` lists. */
export interface Resource {
  readonly name: ResourceName;
  readonly kind: string;
  readonly singular: string;
  /** `v1` or `apps/v1`. */
  readonly groupVersion: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories?: readonly string[];
  readonly hasStatus: boolean;
  /** Whether its number of replicas can be read and set by itself. */
  readonly hasScale?: true;
  /** Whether all that a selector matches can be deleted at once. */
  readonly deletesCollections?: false;
  /** Of kinds that somebody defined: their `name` is that of the definition. */
  readonly custom?: CustomTraits;
}
