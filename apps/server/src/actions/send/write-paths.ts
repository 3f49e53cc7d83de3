import { isDnsLabel, isDnsSubdomain } from "@daemonscope/kube/matching/label-syntax";
import type { PlannedWrite } from "../requests/planned-write.ts";

type Method = PlannedWrite["method"];

/**
 * All writes that are ever allowed. Nodes are patched; DaemonSets are created, patched and deleted; pods are deleted;
 * Events are created.
 */
const WRITES: readonly { readonly path: RegExp; readonly methods: readonly Method[] }[] = [
  { path: /^\/api\/v1\/nodes\/(?<name>[^/]+)$/, methods: ["PATCH"] },
  { path: /^\/apis\/apps\/v1\/namespaces\/(?<namespace>[^/]+)\/daemonsets\/(?<name>[^/]+)$/, methods: ["PATCH", "DELETE"] },
  { path: /^\/apis\/apps\/v1\/namespaces\/(?<namespace>[^/]+)\/daemonsets$/, methods: ["POST"] },
  { path: /^\/api\/v1\/namespaces\/(?<namespace>[^/]+)\/pods\/(?<name>[^/]+)$/, methods: ["DELETE"] },
  { path: /^\/api\/v1\/namespaces\/(?<namespace>[^/]+)\/events$/, methods: ["POST"] },
];

/**
 * Returns true for the few requests that may change a cluster; all others are rejected before they are sent. A name
 * must be valid: `.` and `..` lead to other paths, and an empty name is a whole collection.
 */
export function isAllowedWrite({ method, path }: Pick<PlannedWrite, "method" | "path">): boolean {
  return WRITES.some(({ path: pattern, methods }) => {
    const groups = methods.includes(method) ? pattern.exec(path)?.groups : undefined;
    if (groups === undefined) return false;
    const { namespace, name } = groups;
    return (namespace === undefined || isDnsLabel(namespace)) && (name === undefined || isDnsSubdomain(name));
  });
}
