import { type JsonObject, objectIn } from "../../objects/json.ts";
import type { Resource } from "../../objects/resource.ts";
import { pluralOf, SERVED } from "../../objects/resources.ts";
import { type ApiField, type ApiType, apiType, apiTypes, typeOfKind, type ValueType } from "../../schema/api-types.ts";

const META = "io.k8s.apimachinery.pkg.apis.meta.v1";
const SCALARS: Readonly<Record<string, JsonObject>> = {
  string: { type: "string" },
  bool: { type: "boolean" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  bytes: { type: "string", format: "byte" },
  time: { $ref: `#/components/schemas/${META}.Time` },
  microtime: { $ref: `#/components/schemas/${META}.MicroTime` },
  quantity: { $ref: "#/components/schemas/io.k8s.apimachinery.pkg.api.resource.Quantity" },
  intOrString: { $ref: "#/components/schemas/io.k8s.apimachinery.pkg.util.intstr.IntOrString" },
  any: { type: "object" },
  fields: { $ref: `#/components/schemas/${META}.FieldsV1` },
  strings: { type: "array", items: { type: "string" } },
};
const SHARED: JsonObject = {
  [`${META}.Time`]: { type: "string", format: "date-time" },
  [`${META}.MicroTime`]: { type: "string", format: "date-time" },
  [`${META}.FieldsV1`]: { type: "object" },
  "io.k8s.apimachinery.pkg.api.resource.Quantity": { oneOf: [{ type: "string" }, { type: "number" }] },
  "io.k8s.apimachinery.pkg.util.intstr.IntOrString": { oneOf: [{ type: "integer" }, { type: "string" }], format: "int-or-string" },
};

/** Converts `core/v1.Pod` to its OpenAPI name. */
function modelName(type: string): string {
  const [path = "", name = ""] = type.split(".");
  return type.startsWith("meta/") ? `${META}.${name}` : `io.k8s.api.${path.replace("/", ".")}.${name}`;
}

function schemaOf(value: ValueType): JsonObject {
  switch (value.kind) {
    case "scalar":
      return SCALARS[value.name] ?? {};
    case "object":
      return { $ref: `#/components/schemas/${modelName(value.type)}` };
    case "list":
      return { type: "array", items: schemaOf(value.of) };
    case "map":
      return { type: "object", additionalProperties: schemaOf(value.of) };
  }
}

function listMarks({ listType, merge, retainKeys, atomic }: ApiField): JsonObject {
  const strategies = [...(merge === undefined ? [] : ["merge"]), ...(retainKeys ? ["retainKeys"] : [])];
  return {
    ...(listType === undefined ? {} : { "x-kubernetes-list-type": typeof listType === "string" ? listType : "map" }),
    ...(typeof listType === "object" ? { "x-kubernetes-list-map-keys": listType.keys } : {}),
    ...(atomic ? { "x-kubernetes-map-type": "atomic" } : {}),
    ...(strategies.length === 0 ? {} : { "x-kubernetes-patch-strategy": strategies.join(",") }),
    ...(merge?.key === undefined ? {} : { "x-kubernetes-patch-merge-key": merge.key }),
  };
}

function fieldSchema(field: ApiField): JsonObject {
  const schema = schemaOf(field.value);
  const more = { ...listMarks(field), ...(field.default === undefined ? {} : { default: field.default }) };
  // Clients ignore the siblings of a `$ref`.
  return "$ref" in schema && Object.keys(more).length > 0 ? { allOf: [schema], ...more } : { ...schema, ...more };
}

const kindOf = ({ groupVersion, kind }: Resource): JsonObject => {
  const [group, version] = groupVersion.includes("/") ? groupVersion.split("/") : ["", groupVersion];
  return { group, version, kind };
};

function typeSchema(type: ApiType, kinds: readonly JsonObject[]): JsonObject {
  const fields = [...type.fields.values()];
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: "object",
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    ...(type.atomic ? { "x-kubernetes-map-type": "atomic" } : {}),
    ...(kinds.length === 0 ? {} : { "x-kubernetes-group-version-kind": kinds }),
  };
}

/** Returns the names of the types and of all types that they refer to. */
function reachable(from: readonly ApiType[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (type: ApiType): void => {
    if (seen.has(type.name)) return;
    seen.add(type.name);
    for (const { value } of type.fields.values()) {
      let inner = value;
      while (inner.kind === "list" || inner.kind === "map") inner = inner.of;
      if (inner.kind === "object") visit(apiType(inner.type));
    }
  };
  for (const type of from) visit(type);
  return seen;
}

const query = (name: string, type = "string"): JsonObject => ({ name, in: "query", schema: { type, uniqueItems: true } });
const WRITES = [query("dryRun"), query("fieldManager"), query("fieldValidation")];
const OPERATIONS: Readonly<Record<string, readonly [action: string, parameters: readonly JsonObject[]]>> = {
  get: ["get", []],
  put: ["put", WRITES],
  patch: ["patch", [...WRITES, query("force", "boolean")]],
  delete: ["delete", [query("dryRun"), query("gracePeriodSeconds", "integer"), query("propagationPolicy")]],
  post: ["post", WRITES],
};

function operation(method: string, resource: Resource, schema: JsonObject): JsonObject {
  const [action, parameters] = OPERATIONS[method] ?? [
    "list",
    [
      query("labelSelector"),
      query("fieldSelector"),
      query("limit", "integer"),
      query("continue"),
      query("resourceVersion"),
      query("watch", "boolean"),
    ],
  ];
  const content = (type: string) => ({ [type]: { schema } });
  return {
    operationId: `${action}${resource.kind}`,
    parameters,
    ...(method === "put" || method === "post" ? { requestBody: { content: content("*/*") } } : {}),
    responses: { 200: { description: "OK", content: content("application/json") } },
    "x-kubernetes-action": action,
    "x-kubernetes-group-version-kind": kindOf(resource),
  };
}

function pathsOf(resource: Resource, schema: JsonObject): JsonObject {
  const base = resource.groupVersion.includes("/") ? `/apis/${resource.groupVersion}` : `/api/${resource.groupVersion}`;
  const all = `${base}/${resource.namespaced ? "namespaces/{namespace}/" : ""}${pluralOf(resource)}`;
  const one = (method: string) => [method, operation(method, resource, schema)];
  return {
    [all]: { get: operation("list", resource, schema), post: operation("post", resource, schema) },
    [`${all}/{name}`]: Object.fromEntries(["get", "put", "patch", "delete"].map(one)),
  };
}

function describe(groupVersion: string, version: string): JsonObject {
  const resources = SERVED.filter((resource) => resource.groupVersion === groupVersion);
  const typed = resources.flatMap((resource) => {
    const type = typeOfKind(groupVersion, resource.kind);
    return type === undefined ? [] : [{ resource, type }];
  });
  const kinds = new Map(typed.map(({ resource, type }) => [type.name, [kindOf(resource)]]));
  const names = [...reachable(typed.map(({ type }) => type))].sort();
  const schemas = names.map((name) => [modelName(name), typeSchema(apiTypes().get(name) ?? apiType(name), kinds.get(name) ?? [])]);
  return {
    openapi: "3.0.0",
    info: { title: "Kubernetes", version },
    paths: Object.assign(
      {},
      ...typed.map(({ resource, type }) => pathsOf(resource, { $ref: `#/components/schemas/${modelName(type.name)}` })),
    ),
    components: { schemas: { ...Object.fromEntries(schemas), ...SHARED } },
  };
}

const described = new Map<string, JsonObject>();

/**
 * Returns OpenAPI v3 of a group and version: paths with parameters, and the schemas of all their types, without
 * descriptions. A PATCH does not list the strategic merge among its bodies, so kubectl uses its built-in merge keys.
 */
export function openApi(groupVersion: string, version: string): JsonObject {
  let document = described.get(groupVersion);
  if (document === undefined) {
    document = describe(groupVersion, version);
    described.set(groupVersion, document);
  }
  return document;
}

/** `com.coreos.monitoring.v1.ServiceMonitor` */
const customModelName = ({ groupVersion, kind }: Resource): string => {
  const [group = "", version = ""] = groupVersion.split("/");
  return `${group.split(".").reverse().join(".")}.${version}.${kind}`;
};

/**
 * Returns OpenAPI v3 of a group and version of custom resources, with their schemas, whose `metadata` is replaced by
 * ObjectMeta. Returns undefined without any.
 */
export function customOpenApi(resources: readonly Resource[], version: string): JsonObject | undefined {
  if (resources.length === 0) return undefined;
  const meta = apiType("meta/v1.ObjectMeta");
  const metaSchemas = [...reachable([meta])].sort().map((name) => [modelName(name), typeSchema(apiType(name), [])]);
  const customSchemas = resources.map((resource) => {
    const schema = resource.custom?.schema ?? {};
    const metadata = { allOf: [{ $ref: `#/components/schemas/${modelName(meta.name)}` }] };
    const properties = { ...objectIn(schema, "properties"), metadata };
    return [customModelName(resource), { ...schema, properties, "x-kubernetes-group-version-kind": [kindOf(resource)] }];
  });
  const paths = resources.map((resource) => pathsOf(resource, { $ref: `#/components/schemas/${customModelName(resource)}` }));
  return {
    openapi: "3.0.0",
    info: { title: "Kubernetes CRD Swagger", version },
    paths: Object.assign({}, ...paths),
    components: { schemas: { ...Object.fromEntries([...metaSchemas, ...customSchemas]), ...SHARED } },
  };
}
