/** Credential for access reviews: the user's own token, or the server's, which impersonates the user. */
type Credential = { readonly kind: "own token"; readonly token: string } | { readonly kind: "impersonated" };

/** A user whom the cluster knows by this name and these groups. */
export interface User {
  readonly kind: "person";
  readonly userName: string;
  readonly groups: readonly string[];
  /** More attributes from the cluster or a provider: scopes, the pod of a service account. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  readonly credential: Credential;
  /** Constant while the fields above do not change; the user's rights are cached under it. It contains no name and is
   *  no credential. */
  readonly sessionId: string;
  /** For a server of several clusters: the user in each cluster to which they signed in. Rights belong to one of these
   *  accounts. */
  readonly accounts?: ReadonlyMap<string, User>;
}

/** The principal of a request. `owner`: without sign-in, every client sees what the server's own user may read. */
export type Principal = { readonly kind: "owner" } | User;

export const SERVER_OWNER: Principal = { kind: "owner" };
