import { isDnsLabel, isDnsSubdomain } from "@daemonscope/kube/label-syntax";
import type { PlannedWrite } from "../planned/planned-write.ts";

type Method = PlannedWrite["method"];

/** All that may ever be changed: nodes are patched, DaemonSets too, and come and go; pods are deleted; and an Event may say what was done. */
const WRITES: readonly { readonly path: RegExp; readonly methods: readonly Method[] }[] = [
  { path: /^\/api\/v1\/nodes\/(?<name>[^/]+)$/, methods: ["PATCH"] },
  { path: /^\/apis\/apps\/v1\/namespaces\/(?<namespace>[^/]+)\/daemonsets\/(?<name>[^/]+)$/, methods: ["PATCH", "DELETE"] },
  { path: /^\/apis\/apps\/v1\/namespaces\/(?<namespace>[^/]+)\/daemonsets$/, methods: ["POST"] },
  { path: /^\/api\/v1\/namespaces\/(?<namespace>[^/]+)\/pods\/(?<name>[^/]+)$/, methods: ["DELETE"] },
  { path: /^\/api\/v1\/namespaces\/(?<namespace>[^/]+)\/events$/, methods: ["POST"] },
];

/** True for the few requests that may change a cluster; everything else is refused before it leaves. What stands for a name has to be one: `.` and `..` lead elsewhere, and nothing
 *  at all is a whole collection. */
export function isAllowedWrite({ method, path }: Pick<PlannedWrite, "method" | "path">): boolean {
  return WRITES.some(({ path: pattern, methods }) => {
    const groups = methods.includes(method) ? pattern.exec(path)?.groups : undefined;
    if (groups === undefined) return false;
    const { namespace, name } = groups;
    return (namespace === undefined || isDnsLabel(namespace)) && (name === undefined || isDnsSubdomain(name));
  });
}
