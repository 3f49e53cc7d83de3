import { badRequest } from "../../objects/failures.ts";
import type { Resource } from "../../objects/resource.ts";
import { servedResource } from "../../objects/resources.ts";
import { methodNotAllowed } from "../answer/status-body.ts";
import type { Verb } from "../faults/faults.ts";

/** The target of a path: all of a resource, one object of it, or a part of that object. */
export interface Target {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: Subresource | undefined;
}

type Subresource = "status" | "scale" | "finalize" | "binding" | "eviction" | "log" | Streamed;

/** Requests that a kubelet would answer: a stream between a client and a container. */
type Streamed = "exec" | "attach" | "portforward";

const PATH = /^\/(?:api|apis\/([a-z0-9.-]+))\/([a-z][a-z0-9-]*)(?:\/namespaces\/([^/]+))?\/([a-z][a-z0-9-]*)(?:\/([^/]+))?(?:\/([a-z]+))?$/;
const NAMESPACE_PATH = /^\/api\/v1\/namespaces(?:\/([^/]+)(?:\/(status|finalize))?)?$/;

function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    throw badRequest(`the path holds ${JSON.stringify(part)}, which is not percent-encoded text`);
  }
}

const POD_SUBRESOURCES: readonly Subresource[] = ["binding", "eviction", "log", "exec", "attach", "portforward"];

export const isStreamed = (subresource: Subresource | undefined): subresource is Streamed =>
  subresource === "exec" || subresource === "attach" || subresource === "portforward";

function subresourceOf(resource: Resource, text: string): Subresource | undefined {
  if (text === "status") return resource.hasStatus ? "status" : undefined;
  if (text === "scale") return resource.hasScale === true ? "scale" : undefined;
  return resource.name === "pods" ? POD_SUBRESOURCES.find((part) => part === text) : undefined;
}

const namespaceSubresource = (text: string | undefined): Subresource | undefined =>
  text === "status" || text === "finalize" ? text : undefined;

/** Reads a path below `/api` or `/apis`; undefined if it is not served. `custom` lists the custom resources. */
export function targetOf(path: string, custom: readonly Resource[]): Target | undefined {
  // `/api/v1/namespaces/x` is an object; `/api/v1/namespaces/x/pods` is a scope.
  const namespaceMatch = NAMESPACE_PATH.exec(path);
  const found = namespaceMatch === null ? PATH.exec(path) : null;
  const [, group, version = "v1", namespace, plural = "namespaces", name, part] = found ?? [];
  const resource = servedResource(group === undefined ? version : `${group}/${version}`, plural, custom);
  if (resource === undefined) return undefined;
  if (namespaceMatch !== null)
    return { resource, namespace: undefined, name: decoded(namespaceMatch[1]), subresource: namespaceSubresource(namespaceMatch[2]) };
  if (found === null) return undefined;
  // One object is served only in its own scope.
  if (namespace !== undefined && !resource.namespaced) return undefined;
  if (name !== undefined && namespace === undefined && resource.namespaced) return undefined;
  const subresource = part === undefined ? undefined : subresourceOf(resource, part);
  if (part !== undefined && subresource === undefined) return undefined;
  return { resource, namespace: decoded(namespace), name: decoded(name), subresource };
}

/** Returns the verb of a request, as access rules name it. Throws the API's 405. */
export function verbOf(method: string | undefined, { resource, namespace, name, subresource }: Target, watching: boolean): Verb {
  const isNamed = name !== undefined;
  if (isStreamed(subresource)) {
    if (method === "GET") return "get";
    if (method === "POST") return "create";
    throw methodNotAllowed();
  }
  const creates = subresource === "binding" || subresource === "eviction";
  if ((creates && method !== "POST") || (subresource === "finalize" && method !== "PUT") || (subresource === "log" && method !== "GET"))
    throw methodNotAllowed();
  switch (method) {
    case "GET":
      return watching ? "watch" : isNamed ? "get" : "list";
    case "POST":
      if (creates || (!isNamed && (namespace !== undefined || !resource.namespaced))) return "create";
      break;
    case "PUT":
      if (isNamed) return "update";
      break;
    case "PATCH":
      if (isNamed) return "patch";
      break;
    case "DELETE":
      if (isNamed && subresource === undefined) return "delete";
      if (!isNamed && resource.deletesCollections !== false && (namespace !== undefined || !resource.namespaced)) return "deletecollection";
      break;
    default:
      break;
  }
  throw methodNotAllowed();
}
