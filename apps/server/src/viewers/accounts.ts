import { KubeRequestError } from "../cluster/kube-request-error.ts";
import type { Reviews, UserInfo } from "../cluster/reviews.ts";
import { ApiFailure } from "../safety/api-failure.ts";
import { ownerOfToken } from "./own-token.ts";
import type { Person } from "./viewer.ts";

/** The clusters that know people: one, or several, of which a token is mostly good for one. */
export interface Accounts {
  /** The name of the one that a request is about; undefined where it is about all of them. */
  readonly of: (request: object) => string | undefined;
  /** By name. Others may come. */
  readonly all: () => ReadonlyMap<string, Reviews>;
}

const ONLY = "";

/** Of a server of one cluster. */
export function oneAccount(reviews: Reviews): Accounts {
  const all = new Map([[ONLY, reviews]]);
  return { of: () => ONLY, all: () => all };
}

/** Whose token it is, in each cluster that takes it. */
export type Owners = ReadonlyMap<string, UserInfo>;

/** Asks the cluster that a request is about whose token that is, or all of them at once. Throws ApiFailure where none takes it: that the token is wrong, where all say so. */
export async function ownersOfToken(
  { of, all }: Accounts,
  request: object,
  token: string,
  nowMs: number,
  signal: AbortSignal,
): Promise<Owners> {
  const name = of(request);
  const asked = [...all()].filter(([each]) => name === undefined || each === name);
  if (asked.length === 0)
    throw new ApiFailure(404, "ClusterNotFound", "There is no such cluster here to sign in to: open the page of all of them.");
  const answers = await Promise.allSettled(asked.map(([, reviews]) => ownerOfToken(reviews, token, nowMs, signal)));
  const owners = new Map<string, UserInfo>();
  const failures: unknown[] = [];
  for (const [at, answer] of answers.entries()) {
    const cluster = asked[at]?.[0] ?? "";
    if (answer.status === "fulfilled") owners.set(cluster, answer.value);
    else failures.push(answer.reason);
  }
  if (owners.size > 0) return owners;
  throw (
    failures.find((failure) => !(failure instanceof ApiFailure && failure.status === 401)) ??
    failures[0] ??
    new KubeRequestError("aborted", "nobody was asked")
  );
}

/** Who signed in, by cluster: what a request is about decides who asks. Of one cluster it is that person. */
export function personOfAccounts(persons: ReadonlyMap<string, Person>): Person {
  const [first] = persons.values();
  if (first === undefined) throw new Error("nobody signed in");
  return persons.has(ONLY) ? first : { ...first, accounts: persons };
}

/** Who somebody is in the cluster that a request is about; undefined where they did not sign in to that one. */
export function personIn(person: Person, name: string | undefined): Person | undefined {
  return person.accounts === undefined || name === undefined ? person : person.accounts.get(name);
}
