import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { Reviews, UserInfo } from "@daemonscope/kube-client/reviews/reviews";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { tokenOwner } from "./bearer-token.ts";
import type { User } from "./principal.ts";

/** The clusters that authenticate users. With several, a token is usually valid in one of them. */
export interface Accounts {
  /** Returns the name of the cluster of a request; undefined if the request concerns all clusters. */
  readonly clusterOf: (request: { readonly clusterName?: string | undefined }) => string | undefined;
  /** By name. Clusters may be added later. */
  readonly all: () => ReadonlyMap<string, Reviews>;
}

/** Key of the account on a server with one cluster. */
const SINGLE_CLUSTER = "";

/** Accounts of a server with one cluster. */
export function singleAccount(reviews: Reviews): Accounts {
  const all = new Map([[SINGLE_CLUSTER, reviews]]);
  return { clusterOf: () => SINGLE_CLUSTER, all: () => all };
}

/** The owner of a token in each cluster that accepts the token. */
type TokenOwners = ReadonlyMap<string, UserInfo>;

/** Looks up the owner of a token in the request's cluster, or in all clusters at once. Throws ApiFailure if none
 *  accepts it. The error calls the token wrong only if all clusters refuse it. */
export async function tokenOwners(
  { clusterOf, all }: Accounts,
  request: Parameters<Accounts["clusterOf"]>[0],
  token: string,
  nowMs: number,
  signal: AbortSignal,
): Promise<TokenOwners> {
  const name = clusterOf(request);
  const candidates = [...all()].filter(([each]) => name === undefined || each === name);
  if (candidates.length === 0)
    throw new ApiFailure(404, "ClusterNotFound", "There is no such cluster here to sign in to: open the page of all of them.");
  const answers = await Promise.allSettled(candidates.map(([, reviews]) => tokenOwner(reviews, token, nowMs, signal)));
  const owners = new Map<string, UserInfo>();
  const failures: unknown[] = [];
  for (const [at, answer] of answers.entries()) {
    const cluster = candidates[at]?.[0] ?? "";
    if (answer.status === "fulfilled") owners.set(cluster, answer.value);
    else failures.push(answer.reason);
  }
  if (owners.size > 0) return owners;
  throw (
    failures.find((failure) => !(failure instanceof ApiFailure && failure.status === 401)) ??
    failures[0] ??
    new KubeRequestError("aborted", "no cluster was asked")
  );
}

/** Returns the principal for the signed-in accounts by cluster. On a server of one cluster that is the only account; on
 *  a server of several, each request selects an account. */
export function userOfAccounts(persons: ReadonlyMap<string, User>): User {
  const [first] = persons.values();
  if (first === undefined) throw new Error("no user is signed in");
  return persons.has(SINGLE_CLUSTER) ? first : { ...first, accounts: persons };
}

/** Returns the user in the cluster of a request; undefined if the user did not sign in to that cluster. */
export function userInCluster(person: User, name: string | undefined): User | undefined {
  return person.accounts === undefined || name === undefined ? person : person.accounts.get(name);
}
