import { objectIn } from "../objects/json.ts";
import type { Resource } from "../objects/resource.ts";
import { TYPE_TABLE } from "./type-table.ts";

export type ScalarName =
  | "string"
  | "bool"
  | "int32"
  | "int64"
  | "bytes"
  | "time"
  | "microtime"
  | "quantity"
  | "intOrString"
  /** Any JSON, written unchanged. */
  | "any"
  /** The JSON of a FieldsV1. */
  | "fields"
  /** A list of texts that protobuf wraps in a message: ExtraValue. */
  | "strings";

/** The type of the value of a field. */
export type ValueType =
  | { readonly kind: "scalar"; readonly name: ScalarName }
  | { readonly kind: "object"; readonly type: string }
  | { readonly kind: "list"; readonly of: ValueType }
  | { readonly kind: "map"; readonly of: ValueType };

/** How server-side apply owns a list: as a whole, value by value, or element by element under keys. */
export type ListType = "atomic" | "set" | { readonly keys: readonly string[] };

export interface ApiField {
  readonly name: string;
  readonly value: ValueType;
  /** An absent value differs from an empty one. */
  readonly pointer: boolean;
  /** Written even when empty. */
  readonly required: boolean;
  readonly default?: unknown;
  readonly listType?: ListType;
  /** Of an object or map: server-side apply owns it as a whole. */
  readonly atomic: boolean;
  /** A strategic merge patch merges the list: by this key of its elements, or as a set if there is no key. */
  readonly merge?: { readonly key?: string };
  readonly retainKeys: boolean;
  /** The field number in protobuf; 0 for fields outside the message, such as `kind`. */
  readonly number: number;
  /** The field number of the message that the field is embedded in. */
  readonly within?: number;
}

export interface ApiType {
  readonly name: string;
  readonly atomic: boolean;
  readonly fields: ReadonlyMap<string, ApiField>;
}

function valueTypeOf(text: string): ValueType {
  if (text.startsWith("[]")) return { kind: "list", of: valueTypeOf(text.slice(2)) };
  if (text.startsWith("map[string]")) return { kind: "map", of: valueTypeOf(text.slice("map[string]".length)) };
  return text.includes(".") ? { kind: "object", type: text } : { kind: "scalar", name: text as ScalarName };
}

const FIELD = /^(?:\^(\d+)\.)?([^:]+):(\*?)([^#]+)#(\d+)(!?)(?:~("[^"]*"|\d+))?((?:@.+)?)$/;

function fieldOf(text: string): ApiField {
  const found = FIELD.exec(text);
  if (found === null) throw new Error(`the type table has a field that cannot be read: ${text}`);
  const [, within, name = "", pointer, type = "", number, required, defaultText, marks = ""] = found;
  const value = valueTypeOf(type);
  const keys = /@map\(([^)]+)\)/.exec(marks)?.[1]?.split(",");
  const merge = /@merge(?:\(([^)]+)\))?/.exec(marks);
  const atomic = marks.includes("@atomic");
  const listType: ListType | undefined =
    value.kind !== "list" ? undefined : keys !== undefined ? { keys } : marks.includes("@set") ? "set" : "atomic";
  return {
    name,
    value,
    pointer: pointer === "*",
    required: required === "!",
    ...(defaultText === undefined ? {} : { default: JSON.parse(defaultText) as unknown }),
    ...(listType === undefined ? {} : { listType }),
    atomic: atomic && value.kind !== "list",
    ...(merge === null ? {} : { merge: merge[1] === undefined ? {} : { key: merge[1] } }),
    retainKeys: marks.includes("@retain"),
    number: Number(number),
    ...(within === undefined ? {} : { within: Number(within) }),
  };
}

function readTypeTable(): ReadonlyMap<string, ApiType> {
  const types = new Map<string, ApiType>();
  for (const line of TYPE_TABLE.trim().split("\n")) {
    const [name = "", ...rest] = line.split(" ").filter((word) => word !== "");
    const atomic = rest[0] === "atomic";
    const fields = (atomic ? rest.slice(1) : rest).map(fieldOf);
    types.set(name, { name, atomic, fields: new Map(fields.map((field) => [field.name, field])) });
  }
  return types;
}

let types: ReadonlyMap<string, ApiType> | undefined;

/** All types, by names such as `core/v1.PodSpec`; read on first use. */
export function apiTypes(): ReadonlyMap<string, ApiType> {
  types ??= readTypeTable();
  return types;
}

export function apiType(name: string): ApiType {
  const type = apiTypes().get(name);
  if (type === undefined) throw new Error(`the type table has no ${name}`);
  return type;
}

/**
 * Returns the type of the objects of a group, version and kind: `apps/v1`, `DaemonSet`. Undefined if the kind is not
 * served.
 */
export function typeOfKind(groupVersion: string, kind: string): ApiType | undefined {
  const [group = "", version] = groupVersion.includes("/") ? groupVersion.split("/") : ["core", groupVersion];
  // Go's packages are named by the first word of a group: `rbac` of rbac.authorization.k8s.io.
  return apiTypes().get(`${group.split(".")[0]}/${version}.${kind}`);
}

const OBJECT_FIELDS = {
  apiVersion: { kind: "scalar", name: "string" },
  kind: { kind: "scalar", name: "string" },
  metadata: { kind: "object", type: "meta/v1.ObjectMeta" },
} as const satisfies Readonly<Record<string, ValueType>>;

/**
 * Returns the type of a custom kind: the top-level fields of its schema. Their values are accepted unchanged, and each
 * is owned as a whole.
 */
function customType(name: string, schema: object): ApiType {
  const values: Readonly<Record<string, ValueType>> = {
    ...Object.fromEntries(Object.keys(objectIn(schema, "properties")).map((field) => [field, { kind: "scalar", name: "any" } as const])),
    ...OBJECT_FIELDS,
  };
  const fields = Object.entries(values).map(([field, value]): [string, ApiField] => [
    field,
    { name: field, value, pointer: true, required: false, atomic: false, retainKeys: false, number: 0 },
  ]);
  return { name, atomic: false, fields: new Map(fields) };
}

/** Returns the type of a resource's objects. Throws for a built-in kind that the table lacks. */
export function typeOf({ groupVersion, kind, custom }: Resource): ApiType {
  const type = custom === undefined ? typeOfKind(groupVersion, kind) : customType(`${groupVersion}.${kind}`, custom.schema);
  if (type === undefined) throw new Error(`the type table has no ${groupVersion} ${kind}`);
  return type;
}
