import { shellQuote } from "@daemonscope/daemonset/describe/shell-quote";
import type { ClusterIdentity } from "@daemonscope/shared/frame";

/** A kubectl command for a POSIX shell, against the cluster that is shown: `--context` unless it is simulated or that of the pod we run in, `-n` where there is a
 *  namespace. Words are quoted where they must be. */
export function kubectlLine(cluster: ClusterIdentity | undefined, namespace: string | undefined, words: readonly string[]): string {
  const context = cluster === undefined || cluster.simulated || cluster.context === "in-cluster" ? [] : ["--context", cluster.context];
  return ["kubectl", ...context, ...(namespace === undefined ? [] : ["-n", namespace]), ...words].map(shellQuote).join(" ");
}
