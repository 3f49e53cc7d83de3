/** Answer of GET /api/session. */
export interface SessionAnswer {
  /** The user name in the cluster; absent if the user has none. */
  readonly userName?: string;
  readonly groups?: readonly string[];
  /** False for a user who signed in elsewhere, for example at a proxy: they sign out there. */
  readonly canSignOut: boolean;
}

/** A way to sign in. `launch`: with the URL that the server printed. `provider`: at an OpenID Connect provider. */
type SignInMethod = "token" | "launch" | "provider";

/** Sign-in data that the server writes into the page for users who must sign in. */
export interface SignInFacts {
  /** The cluster that the user signs in to. */
  readonly cluster: string;
  readonly methods: readonly SignInMethod[];
}

/** Names of the `meta` elements of the page: the sign-in data as JSON, and the session id. */
export const SIGN_IN_META = "daemonscope-sign-in";
export const SESSION_META = "daemonscope-session";
/** Prefix of the URL fragment after a failed sign-in at a provider; an error code follows. */
export const SIGN_IN_PROBLEM_FRAGMENT = "#sign-in-problem=";
/** Prefix of the fragment of the printed URL. Browsers send no fragment to a server. */
export const LAUNCH_FRAGMENT = "#launch=";
