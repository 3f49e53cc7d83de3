export const signIn = {
  title: "Sign in to {{cluster}}",
  yourRights: "You'll see what your cluster permissions allow.",
  byAddress: "Others use this machine too, so only the printed address lets you in: open it exactly as printed.",
  token: "Bearer token",
  kept: "Never in a URL, discarded when you sign out.",
  do: "Sign in",
  atProvider: "Sign in with your account",
  out: "Sign out",
  none: "No token yet?",
  problem: {
    NoToken: "That is no token: paste one as kubectl prints it.",
    TokenRefused: "The cluster does not know this token: it is of another cluster, was revoked, or is not whole. Make a new one.",
    TokenExpired: "The token has expired: make a new one.",
    TooManyTries: "Too many tries to sign in failed: try again in {{seconds}} s.",
    ClusterSilent: "The cluster did not say whose token this is: try again, and look whether its API server answers.",
    CannotReview: "The cluster does not allow token checks. Ask an administrator to allow creating selfsubjectreviews.",
    LaunchRefused: "That is not the address of this start: open the one that was printed last.",
    NotOverTls: "Signing in from another machine takes https: open this page at its https address, or use kubectl port-forward.",
    ProviderSilent: "The identity provider does not answer: try again, and check that it is running.",
    ProviderDiffers:
      "The identity provider's name differs from Daemonscope's settings. With --log-level warn the server logs both: ask its administrator.",
    ProviderRefused:
      "The identity provider refused the sign-in, or did not say who you are: sign in again. With --log-level warn the server says why.",
    ProviderUnknown: "That sign-in was not started in this browser, or it took too long: sign in again.",
    noAnswer: "Daemonscope does not answer: try again, and look whether it runs.",
  },
} as const;
