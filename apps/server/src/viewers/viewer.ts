/** With what the cluster is asked about a person's rights: by their own token, or by the server, which impersonates them. */
export type Credential = { readonly kind: "own token"; readonly token: string } | { readonly kind: "impersonated" };

/** A person who is known to the cluster by this name and these groups. */
export interface Person {
  readonly kind: "person";
  readonly userName: string;
  readonly groups: readonly string[];
  /** What the cluster or a provider says beside it: scopes, the pod of a service account. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  readonly credential: Credential;
  /** The same for as long as nothing above changes; what is known of a viewer's rights is kept under it. Names nobody, and is no secret that lets anybody in. */
  readonly sessionId: string;
  /** Where a server shows several clusters: who this person is in each that they signed in to. Rights are those of one of these. */
  readonly accounts?: ReadonlyMap<string, Person>;
}

/** Who asks. `owner`: without sign-in, whoever reaches the server sees what the server's own user may read. */
export type Viewer = { readonly kind: "owner" } | Person;

export const OWNER: Viewer = { kind: "owner" };
