import { shellQuote } from "./shell-quote.ts";

/** The cluster that a command is for. */
export interface KubectlTarget {
  /** Of the kubeconfig; `in-cluster` for that of the pod we run in. */
  readonly context: string;
  readonly simulated: boolean;
}

/** A kubectl command for a POSIX shell, against the cluster that is shown: `--context` unless it is simulated or that of the pod we run in, `-n` where there is a
 *  namespace. Words are quoted where they must be. */
export function kubectlLine(cluster: KubectlTarget | undefined, namespace: string | undefined, words: readonly string[]): string {
  const context = cluster === undefined || cluster.simulated || cluster.context === "in-cluster" ? [] : ["--context", cluster.context];
  return ["kubectl", ...context, ...(namespace === undefined ? [] : ["-n", namespace]), ...words].map(shellQuote).join(" ");
}

/** The command that applies objects, which it brings along. */
export function kubectlApply(cluster: KubectlTarget | undefined, manifests: readonly object[]): string {
  const text = manifests.map((manifest) => JSON.stringify(manifest, null, 2)).join("\n---\n");
  return `${kubectlLine(cluster, undefined, ["apply", "-f", "-"])} <<'EOF'\n${text}\nEOF`;
}
