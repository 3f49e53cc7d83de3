import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { StoredObject } from "../../objects/contract.ts";
import { isJsonObject, type JsonObject, listIn, objectIn, objectsIn } from "../../objects/json.ts";

/** A column of a Table, and its cells. */
export interface Column {
  readonly name: string;
  /** 1 is shown with `-o wide` only. */
  readonly priority?: 1;
  readonly type?: "integer" | "boolean";
  readonly cell: (object: StoredObject, nowMs: number) => string | number | boolean;
}

export const age = (time: unknown, nowMs: number): string =>
  typeof time === "string" ? humanDuration(nowMs - Date.parse(time)) : "<unknown>";
export const NAME: Column = { name: "Name", cell: (object) => object.metadata.name };
export const AGE: Column = { name: "Age", cell: (object, nowMs) => age(object.metadata.creationTimestamp, nowMs) };
export const spec = (object: StoredObject): JsonObject => objectIn(object, "spec");
export const status = (object: StoredObject): JsonObject => objectIn(object, "status");
export const isTrue = (object: StoredObject, type: unknown): boolean =>
  objectsIn(status(object), "conditions").some((condition) => condition.type === type && condition.status === "True");
/** A column with a number of the object's status. */
export const number = (name: string, field: string): Column => ({
  name,
  type: "integer",
  cell: (object) => Number(status(object)[field] ?? 0),
});
export const text = (value: unknown, otherwise = "<none>"): string => (typeof value === "string" && value !== "" ? value : otherwise);

/** A column of plain text. */
export const word = (name: string, cell: (object: StoredObject, nowMs: number) => string): Column => ({ name, cell });
/** A column that `-o wide` adds. */
export const wide = (name: string, cell: (object: StoredObject, nowMs: number) => string): Column => ({ name, priority: 1, cell });

export const integer = (name: string, cell: (object: StoredObject) => number): Column => ({ name, type: "integer", cell });
export const switched = (name: string, cell: (object: StoredObject) => boolean): Column => ({ name, type: "boolean", cell });

/** A Name column that marks the default object. */
export const markedDefault = (annotation: string): Column => ({
  name: "Name",
  cell: ({ metadata }) => `${metadata.name}${metadata.annotations?.[annotation] === "true" ? " (default)" : ""}`,
});

/** For kinds that have no special columns. */
export const BARE: readonly Column[] = [NAME, word("Created At", ({ metadata }) => metadata.creationTimestamp)];

const inTemplate = (holder: unknown, field: "name" | "image"): string =>
  listIn(objectIn(objectIn(holder, "template"), "spec"), "containers")
    .filter(isJsonObject)
    .map((container) => String(container[field]))
    .join(",");

/**
 * Columns with the names and images of a pod template's containers. `holder` returns the object that has the template.
 */
export const templateColumns = (holder: (object: StoredObject) => unknown, column = wide): readonly Column[] => [
  column("Containers", (object) => inTemplate(holder(object), "name")),
  column("Images", (object) => inTemplate(holder(object), "image")),
];
