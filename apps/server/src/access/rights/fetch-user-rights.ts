import type { ResourceAttributes, Reviews } from "@daemonscope/kube-client/reviews/reviews";
import type { User } from "../auth/principal.ts";
import { type NamespaceScope, REQUIRED_VERBS, RIGHT_KINDS, type RightKind, type UserRights } from "./user-rights.ts";

/** Maximum number of namespaces that are checked one by one, because each costs requests. Applies to users without a
 *  cluster-wide right. The first by name are checked; the user sees nothing of the others. */
export const MAX_REVIEWED_NAMESPACES = 1000;
const CONCURRENCY = 8;

/** Runs the same work for each item, `CONCURRENCY` at a time. */
async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, worker));
  return results;
}

/** Returns what a user may read, from access reviews by the user's own token or by the server. `namespaces`: those that
 *  hold DaemonSets. A right is checked cluster-wide first, then per namespace. Throws KubeRequestError. */
export async function fetchUserRights(
  reviews: Reviews,
  person: User,
  namespaces: readonly string[],
  signal: AbortSignal,
): Promise<UserRights> {
  const { credential, userName, groups, extra } = person;
  const may = async (attributes: ResourceAttributes): Promise<boolean> => {
    const verdict =
      credential.kind === "own token"
        ? await reviews.selfSubjectAccessReview(credential, attributes, signal)
        : await reviews.subjectAccessReview({ userName, groups, ...(extra === undefined ? {} : { extra }) }, attributes, signal);
    return verdict.allowed;
  };
  const mayAll = async (kind: RightKind, namespace: string | undefined): Promise<boolean> => {
    const { group, resource, subresource, verbs } = REQUIRED_VERBS[kind];
    const where = {
      group,
      resource,
      ...(subresource === undefined ? {} : { subresource }),
      ...(namespace === undefined ? {} : { namespace }),
    };
    for (const verb of verbs) if (!(await may({ verb, ...where }))) return false;
    return true;
  };
  const everywhere = new Set((await each(RIGHT_KINDS, async (kind) => ((await mayAll(kind, undefined)) ? [kind] : []))).flat());
  const scopeWithin = async (kind: RightKind, among: readonly string[]): Promise<NamespaceScope> => {
    if (everywhere.has(kind)) return "all";
    if (kind === "nodes") return "none";
    const allowed = (await each(among, async (namespace) => ((await mayAll(kind, namespace)) ? [namespace] : []))).flat();
    return allowed.length === 0 ? "none" : allowed.sort();
  };
  const daemonsets = await scopeWithin("daemonsets", namespaces.slice(0, MAX_REVIEWED_NAMESPACES));
  // A namespace whose DaemonSets are hidden shows nothing else. So most namespaces cost one request instead of one per
  // kind.
  const others = typeof daemonsets === "string" ? (daemonsets === "all" ? namespaces.slice(0, MAX_REVIEWED_NAMESPACES) : []) : daemonsets;
  const scopes: [RightKind, NamespaceScope][] = [];
  for (const kind of RIGHT_KINDS) scopes.push([kind, kind === "daemonsets" ? daemonsets : await scopeWithin(kind, others)]);
  return Object.fromEntries(scopes) as unknown as UserRights;
}
