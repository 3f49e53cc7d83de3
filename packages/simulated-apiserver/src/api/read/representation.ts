import type { StoredObject } from "../../objects/contract.ts";
import type { Resource } from "../../objects/resource.ts";
import { toVersion } from "../forms/forms.ts";
import type { ListResult } from "./list.ts";
import { columnDefinitions, type IncludeObject, partialObject, tableRow } from "./table.ts";

/** The form in which a client wants objects, from its Accept header. */
export type Representation =
  | { readonly kind: "json" }
  | { readonly kind: "table"; readonly include: IncludeObject }
  | { readonly kind: "partial" };

/** Returns the first supported form in the Accept header; undefined if there is none (406). */
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

/** The parts of a list: everything before its elements, the field of the elements, and their encoding. */
interface RepresentedList {
  readonly head: Record<string, unknown>;
  readonly field: "items" | "rows";
  readonly encode: (object: StoredObject) => unknown;
}

export function representList(resource: Resource, metadata: ListResult["metadata"], form: Representation, nowMs: number): RepresentedList {
  switch (form.kind) {
    case "table":
      return {
        head: { kind: "Table", apiVersion: "meta.k8s.io/v1", metadata, columnDefinitions: columnDefinitions(resource.name) },
        field: "rows",
        encode: (object) => tableRow(resource, object, form.include, nowMs),
      };
    case "partial":
      return {
        head: { kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1", metadata },
        field: "items",
        encode: partialObject,
      };
    case "json":
      return {
        head: { kind: `${resource.kind}List`, apiVersion: resource.groupVersion, metadata },
        field: "items",
        // Upstream omits the kind and version of the objects in a list of a built-in kind.
        encode: (object) => {
          const { apiVersion: _version, kind: _kind, ...rest } = toVersion(resource, object);
          return rest;
        },
      };
  }
}

/** Represents a single object. Only the first Table of a watch carries the columns. */
export function representOne(resource: Resource, object: StoredObject, form: Representation, nowMs: number, withColumns = true): unknown {
  switch (form.kind) {
    case "table":
      return {
        kind: "Table",
        apiVersion: "meta.k8s.io/v1",
        metadata: { resourceVersion: object.metadata.resourceVersion },
        columnDefinitions: withColumns ? columnDefinitions(resource.name) : null,
        rows: [tableRow(resource, object, form.include, nowMs)],
      };
    case "partial":
      return partialObject(object);
    case "json":
      return toVersion(resource, object);
  }
}
