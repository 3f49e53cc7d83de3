import type { ObjectReference } from "@daemonscope/daemonset/actions/planned-request";

/** Encodes one part of a path. */
export const part = (name: string): string => encodeURIComponent(name);

/** Returns the API path of a list. */
export function listPath({
  resource,
  namespace,
}: Pick<ObjectReference, "namespace"> & { readonly resource: ObjectReference["resource"] | "controllerrevisions" }): string {
  const root = resource === "daemonsets" || resource === "controllerrevisions" ? "/apis/apps/v1" : "/api/v1";
  return `${root}/${namespace === undefined ? "" : `namespaces/${part(namespace)}/`}${resource}`;
}

/** Returns the API path of an object. */
export const namedPath = (object: ObjectReference): string => `${listPath(object)}/${part(object.name)}`;
