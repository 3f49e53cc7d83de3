export const signIn = {
  title: "Sign in to {{cluster}}",
  yourRights: "You see what your own rights in the cluster let you see.",
  byAddress:
    "Others use this machine too, so only who has the address that was printed is let in: open it as it stands there, to its last letter.",
  token: "Bearer token",
  kept: "Never in a URL, forgotten when you sign out.",
  do: "Sign in",
  out: "Sign out",
  none: "No token at hand?",
  problem: {
    NoToken: "That is no token: paste one as kubectl prints it.",
    TokenRefused: "The cluster does not know this token: it is of another cluster, was revoked, or is not whole. Make a new one.",
    TokenExpired: "The token has expired: make a new one.",
    TooManyTries: "Too many tries to sign in failed: try again in {{seconds}} s.",
    ClusterSilent: "The cluster did not say whose token this is: try again, and look whether its API server answers.",
    CannotReview: "The cluster lets nobody ask whose token this is: whoever runs it can allow the creation of selfsubjectreviews.",
    LaunchRefused: "That is not the address of this start: open the one that was printed last.",
    noAnswer: "Daemonscope does not answer: try again, and look whether it runs.",
  },
} as const;
