import type { ResourceAttributes, Reviews } from "../cluster/reviews.ts";
import type { Person } from "../viewers/viewer.ts";
import { KINDS, type Kind, NEEDED, type Reach, type ViewerRights } from "./viewer-rights.ts";

/** Namespaces whose rights are asked one by one, for who has no right in all: each costs questions. By name; of those beyond nothing is seen. */
export const MOST_NAMESPACES = 1000;
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
  const everywhere = new Set((await each(KINDS, async (kind) => ((await mayAll(kind, undefined)) ? [kind] : []))).flat());
  const within = async (kind: Kind, among: readonly string[]): Promise<Reach> => {
    if (everywhere.has(kind)) return "all";
    if (kind === "nodes") return "none";
    const allowed = (await each(among, async (namespace) => ((await mayAll(kind, namespace)) ? [namespace] : []))).flat();
    return allowed.length === 0 ? "none" : allowed.sort();
  };
  const daemonsets = await within("daemonsets", namespaces.slice(0, MOST_NAMESPACES));
  // Of a namespace whose DaemonSets are not seen nothing else is: one question for most, instead of one for each kind.
  const others = typeof daemonsets === "string" ? (daemonsets === "all" ? namespaces.slice(0, MOST_NAMESPACES) : []) : daemonsets;
  const reaches: [Kind, Reach][] = [];
  for (const kind of KINDS) reaches.push([kind, kind === "daemonsets" ? daemonsets : await within(kind, others)]);
  return Object.fromEntries(reaches) as unknown as ViewerRights;
}
