import type { Caller } from "@daemonscope/kube-client/http/caller";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { Reviews } from "@daemonscope/kube-client/reviews/reviews";
import type { RequiredPermission } from "@daemonscope/shared/http/actions";
import type { PreparedRequest } from "../send/prepared-request.ts";
import { findEventTargets } from "./write-events.ts";

const VERBS = { patch: "patch", merge: "patch", apply: "patch", restoreRevision: "patch", create: "create", delete: "delete" } as const;
const groupOf = (resource: string): string => (resource === "daemonsets" ? "apps" : "");

/**
 * Returns the permissions that the requests need, each once, and the API server's answer for the caller. With a single
 * object the review includes its name, because a permission may be for that name only. A failed review counts as
 * allowed, unless the token is invalid: the request itself will show it. `isEventAsked`: Events are written too.
 */
export async function requiredPermissions(
  prepared: readonly PreparedRequest[],
  reviews: Reviews,
  caller: Caller,
  signal: AbortSignal,
  isEventAsked = false,
): Promise<readonly RequiredPermission[]> {
  const needed = new Map<string, Omit<RequiredPermission, "allowed"> & { readonly names: Set<string> }>();
  for (const { request, object } of prepared) {
    const { resource, namespace } = object;
    const right = { verb: VERBS[request.kind], group: groupOf(resource), resource, ...(namespace === undefined ? {} : { namespace }) };
    const key = JSON.stringify(right);
    const known = needed.get(key) ?? { ...right, names: new Set<string>() };
    known.names.add(object.name);
    needed.set(key, known);
  }
  if (isEventAsked)
    for (const { namespace } of findEventTargets(prepared)) {
      const right = { verb: "create", group: "", resource: "events", namespace, isForEvent: true };
      needed.set(JSON.stringify(right), { ...right, names: new Set() });
    }
  return Promise.all(
    [...needed.values()].map(async ({ names, ...right }) => {
      const [name] = names;
      const nameAttribute = names.size === 1 && name !== undefined && right.verb !== "create" ? { name } : {};
      try {
        return { ...right, allowed: (await reviews.selfSubjectAccessReview(caller, { ...right, ...nameAttribute }, signal)).allowed };
      } catch (error) {
        if (error instanceof KubeRequestError) return { ...right, allowed: error.code !== "unauthorized" };
        throw error;
      }
    }),
  );
}
