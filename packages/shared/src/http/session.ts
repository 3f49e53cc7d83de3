/** Of GET /api/session. */
export interface SessionAnswer {
  /** As the cluster knows them; absent where nobody has a name. */
  readonly userName?: string;
  readonly groups?: readonly string[];
  /** Whoever signed in elsewhere, such as at a proxy, signs out there. */
  readonly canSignOut: boolean;
}

/** How somebody may sign in: `launch` by the address that the server printed, `provider` at one of OpenID Connect. */
export type SignInWay = "token" | "launch" | "provider";

/** What the server writes into the page for those who have to sign in. */
export interface SignInFacts {
  /** To what. */
  readonly cluster: string;
  readonly ways: readonly SignInWay[];
}

/** Names of the `meta` elements of the page: what it is told of sign-in, as JSON, and the id of the session. */
export const SIGN_IN_META = "daemonscope-sign-in";
export const SESSION_META = "daemonscope-session";
/** What the fragment begins with of the page that a sign-in at a provider came back to without success; a code stands behind it. */
export const SIGN_IN_PROBLEM_FRAGMENT = "#sign-in-problem=";
/** What the fragment of the printed address begins with. A fragment is sent to nobody. */
export const LAUNCH_FRAGMENT = "#launch=";
