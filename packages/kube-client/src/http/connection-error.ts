/** A configuration that cannot be used. The message is one sentence: the entry, the cause and the remedy. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}

/** The end of most ConnectionError messages. */
export const REMEDY = "fix it, name another file with --kubeconfig, or look at a simulated cluster with --simulate";
