import type { ResourceAttributes, Reviews } from "../cluster/reviews.ts";
import type { Person } from "../viewers/viewer.ts";
import { KINDS, type Kind, NEEDED, type Reach, type ViewerRights } from "./viewer-rights.ts";

/** Namespaces whose rights are asked one by one, for who has no right in all: each costs questions. */
export const MOST_NAMESPACES = 100;
const AT_ONCE = 8;

/** The same work for each, some at once. */
async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  return results;
}

/** Asks the cluster what somebody may read: with their own token where they brought one, else the server asks about them. `namespaces`: those that hold DaemonSets.
 *  In all namespaces first; for what is refused there, namespace by namespace. Throws KubeRequestError. */
export async function askRights(
  reviews: Reviews,
  person: Person,
  namespaces: readonly string[],
  signal: AbortSignal,
): Promise<ViewerRights> {
  const { credential, userName, groups, extra } = person;
  const may = async (attributes: ResourceAttributes): Promise<boolean> => {
    const verdict =
      credential.kind === "own token"
        ? await reviews.selfSubjectAccessReview(credential, attributes, signal)
        : await reviews.subjectAccessReview({ userName, groups, ...(extra === undefined ? {} : { extra }) }, attributes, signal);
    return verdict.allowed;
  };
  const mayAll = async (kind: Kind, namespace: string | undefined): Promise<boolean> => {
    const { group, resource, subresource, verbs } = NEEDED[kind];
    const where = {
      group,
      resource,
      ...(subresource === undefined ? {} : { subresource }),
      ...(namespace === undefined ? {} : { namespace }),
    };
    for (const verb of verbs) if (!(await may({ verb, ...where }))) return false;
    return true;
  };
  const everywhere = await each(KINDS, (kind) => mayAll(kind, undefined));
  const narrow = KINDS.filter((kind, at) => everywhere[at] === false && kind !== "nodes");
  const asked = narrow.flatMap((kind) => namespaces.slice(0, MOST_NAMESPACES).map((namespace) => ({ kind, namespace })));
  const within = await each(asked, ({ kind, namespace }) => mayAll(kind, namespace));
  const reachOf = (kind: Kind, isAll: boolean): Reach => {
    if (isAll) return "all";
    const allowed = asked.flatMap((question, at) => (question.kind === kind && within[at] === true ? question.namespace : [])).sort();
    return allowed.length === 0 ? "none" : allowed;
  };
  return Object.fromEntries(KINDS.map((kind, at) => [kind, reachOf(kind, everywhere[at] === true)])) as unknown as ViewerRights;
}
