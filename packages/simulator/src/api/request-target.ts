import { badRequest } from "../store/failures.ts";
import { type Resource, resourceNamed } from "../store/resources.ts";
import type { Verb } from "./faults.ts";
import { methodNotAllowed } from "./status-body.ts";

/** What a path names: all of a resource, one object of it, or a part of that object. */
export interface Target {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: Subresource | undefined;
}

export type Subresource = "status" | "finalize" | "binding" | "eviction" | "log";

const PATH = /^\/(?:api\/v1|apis\/([a-z0-9.]+)\/v1)(?:\/namespaces\/([^/]+))?\/([a-z]+)(?:\/([^/]+))?(?:\/([a-z]+))?$/;
const NAMESPACE_PATH = /^\/api\/v1\/namespaces(?:\/([^/]+)(?:\/(status|finalize))?)?$/;

function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    throw badRequest(`the path holds ${JSON.stringify(part)}, which is not percent-encoded text`);
  }
}

function subresourceOf(resource: Resource, text: string): Subresource | undefined {
  if (text === "status") return resource.hasStatus ? "status" : undefined;
  return resource.name === "pods" && (text === "binding" || text === "eviction" || text === "log") ? text : undefined;
}

const namespaceSubresource = (text: string | undefined): Subresource | undefined =>
  text === "status" || text === "finalize" ? text : undefined;

/** Reads a path below `/api` or `/apis`; undefined for one that is not served. */
export function targetOf(path: string): Target | undefined {
  // `/api/v1/namespaces/x` is an object of its own; `/api/v1/namespaces/x/pods` is a place.
  const space = NAMESPACE_PATH.exec(path);
  const found = space === null ? PATH.exec(path) : null;
  const resource = resourceNamed(space === null ? (found?.[3] ?? "") : "namespaces");
  if (resource === undefined) return undefined;
  if (space !== null) return { resource, namespace: undefined, name: decoded(space[1]), subresource: namespaceSubresource(space[2]) };
  if (found === null) return undefined;
  const [, group, namespace, , name, part] = found;
  const itsGroup = resource.groupVersion.includes("/") ? resource.groupVersion.split("/")[0] : undefined;
  // One object is served in its own scope only.
  if (group !== itsGroup || (namespace !== undefined && !resource.namespaced)) return undefined;
  if (name !== undefined && namespace === undefined && resource.namespaced) return undefined;
  const subresource = part === undefined ? undefined : subresourceOf(resource, part);
  if (part !== undefined && subresource === undefined) return undefined;
  return { resource, namespace: decoded(namespace), name: decoded(name), subresource };
}

/** The verb of a request, as rules of access name it; throws the API's 405. */
export function verbOf(method: string | undefined, { resource, namespace, name, subresource }: Target, watching: boolean): Verb {
  const one = name !== undefined;
  const creates = subresource === "binding" || subresource === "eviction";
  if ((creates && method !== "POST") || (subresource === "finalize" && method !== "PUT") || (subresource === "log" && method !== "GET"))
    throw methodNotAllowed();
  switch (method) {
    case "GET":
      return watching ? "watch" : one ? "get" : "list";
    case "POST":
      if (creates || (!one && (namespace !== undefined || !resource.namespaced))) return "create";
      break;
    case "PUT":
      if (one) return "update";
      break;
    case "PATCH":
      if (one) return "patch";
      break;
    case "DELETE":
      if (one && subresource === undefined) return "delete";
      if (!one && resource.deletesCollections !== false && (namespace !== undefined || !resource.namespaced)) return "deletecollection";
      break;
    default:
      break;
  }
  throw methodNotAllowed();
}
