import { type JsonObject, objectsIn } from "../objects/json.ts";

export interface PlacedContainer {
  readonly container: JsonObject;
  /** As `spec.containers[0]`. */
  readonly path: string;
}

/** All containers of a pod spec, in the order in which the API server visits them. */
export function containersWithPaths(spec: JsonObject, path: string): readonly PlacedContainer[] {
  return ["initContainers", "containers", "ephemeralContainers"].flatMap((field) =>
    objectsIn(spec, field).map((container, at) => ({ container, path: `${path}.${field}[${at}]` })),
  );
}
