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
  | "fields"
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
  /** Tells absent from empty. */
  readonly pointer: boolean;
  /** Written even when empty. */
  readonly required: boolean;
  readonly default?: unknown;
  readonly listType?: ListType;
  /** Of an object or map: server-side apply owns it as a whole. */
  readonly atomic: boolean;
  /** A strategic merge patch merges the list: by this key of its elements, or as a set where there is none. */
  readonly merge?: { readonly key?: string };
  readonly retainKeys: boolean;
  /** Its number in protobuf, and that of the message which it is embedded in; 0 for those outside the message. */
  readonly number: number;
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
  const [, within, name = "", pointer, type = "", number, required, given, marks = ""] = found;
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
    ...(given === undefined ? {} : { default: JSON.parse(given) as unknown }),
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

/** All types, by names such as `core/v1.PodSpec`; read when first asked for. */
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

const OF_EVERY_OBJECT = {
  apiVersion: { kind: "scalar", name: "string" },
  kind: { kind: "scalar", name: "string" },
  metadata: { kind: "object", type: "meta/v1.ObjectMeta" },
} as const satisfies Readonly<Record<string, ValueType>>;

/**
 * A custom kind has the top-level fields of its schema. Their values are taken unchanged, and each is owned as a whole.
 */
function customType(name: string, schema: object): ApiType {
  const values: Readonly<Record<string, ValueType>> = {
    ...Object.fromEntries(Object.keys(objectIn(schema, "properties")).map((field) => [field, { kind: "scalar", name: "any" } as const])),
    ...OF_EVERY_OBJECT,
  };
  const fields = Object.entries(values).map(([field, value]): [string, ApiField] => [
    field,
    { name: field, value, pointer: true, required: false, atomic: false, retainKeys: false, number: 0 },
  ]);
  return { name, atomic: false, fields: new Map(fields) };
}

/** The type of a resource's objects; throws for a built-in one that the table lacks. */
export function typeOf({ groupVersion, kind, custom }: Resource): ApiType {
  const type = custom === undefined ? typeOfKind(groupVersion, kind) : customType(`${groupVersion}.${kind}`, custom.schema);
  if (type === undefined) throw new Error(`the type table has no ${groupVersion} ${kind}`);
  return type;
}
