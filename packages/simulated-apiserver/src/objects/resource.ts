import type { ResourceName } from "./contract.ts";
import type { JsonObject } from "./json.ts";

/** Further facts that a CustomResourceDefinition states about a kind. */
interface CustomTraits {
  readonly plural: string;
  /** The group and version in which its objects are stored, regardless of the received version. */
  readonly storedAs: string;
  readonly schema: JsonObject;
  /** Of the source definition. */
  readonly resourceVersion: string;
}

/** A served resource: its path, its names, and the verbs that `kubectl api-resources` lists. */
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
  /** True if the scale subresource is served. */
  readonly hasScale?: true;
  /** False if the verb deletecollection is not served. */
  readonly deletesCollections?: false;
  /** Set for custom resources; their `name` is that of the definition. */
  readonly custom?: CustomTraits;
}
