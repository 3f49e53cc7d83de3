import type { ResourceName, StoredObject } from "../store/contract.ts";
import { columnDefinitions, type IncludeObject, partialObject, tableRow } from "./table.ts";

/** In which form a client wants objects: by its Accept header. */
export type Representation =
  | { readonly kind: "json" }
  | { readonly kind: "table"; readonly include: IncludeObject }
  | { readonly kind: "partial" };

/** The first form in the Accept header that we can make; undefined when there is none (406). */
export function representationOf(accept: string | undefined, query: URLSearchParams): Representation | undefined {
  if (accept === undefined || accept.trim() === "") return { kind: "json" };
  for (const part of accept.split(",")) {
    const [type, ...parameters] = part.split(";").map((piece) => piece.trim());
    const as = parameters.find((parameter) => parameter.startsWith("as="))?.slice(3);
    if (type !== "application/json" && type !== "*/*" && type !== "application/*") continue;
    if (as === undefined) return { kind: "json" };
    if (as === "Table" && parameters.includes("v=v1")) {
      const include = query.get("includeObject");
      return { kind: "table", include: include === "Object" || include === "None" ? include : "Metadata" };
    }
    if (as.startsWith("PartialObjectMetadata") && parameters.includes("v=v1")) return { kind: "partial" };
  }
  return undefined;
}

export function representList(
  resource: ResourceName,
  kind: string,
  apiVersion: string,
  objects: readonly StoredObject[],
  metadata: Record<string, unknown>,
  form: Representation,
  nowMs: number,
): unknown {
  switch (form.kind) {
    case "table":
      return {
        kind: "Table",
        apiVersion: "meta.k8s.io/v1",
        metadata,
        columnDefinitions: columnDefinitions(resource),
        rows: objects.map((object) => tableRow(resource, object, form.include, nowMs)),
      };
    case "partial":
      return { kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1", metadata, items: objects.map(partialObject) };
    case "json":
      return { kind: `${kind}List`, apiVersion, metadata, items: objects };
  }
}

/** One object on its own; of a watch's Table only the first carries the columns. */
export function representOne(
  resource: ResourceName,
  object: StoredObject,
  form: Representation,
  nowMs: number,
  withColumns = true,
): unknown {
  switch (form.kind) {
    case "table":
      return {
        kind: "Table",
        apiVersion: "meta.k8s.io/v1",
        metadata: { resourceVersion: object.metadata.resourceVersion },
        ...(withColumns ? { columnDefinitions: columnDefinitions(resource) } : { columnDefinitions: null }),
        rows: [tableRow(resource, object, form.include, nowMs)],
      };
    case "partial":
      return partialObject(object);
    case "json":
      return object;
  }
}
