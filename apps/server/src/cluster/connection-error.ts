/** A configuration that cannot be used: one sentence with the thing, the cause and the way out. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}

/** The end of most of those sentences. */
export const WAY_OUT = "fix it, name another file with --kubeconfig, or look at a simulated cluster with --simulate";
