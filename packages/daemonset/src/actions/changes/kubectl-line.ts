import { shellQuote } from "./shell-quote.ts";

/** The cluster that a command is for. */
export interface KubectlTarget {
  /** Context of the kubeconfig; `in-cluster` for the cluster of the collector's own pod. */
  readonly context: string;
  readonly simulated: boolean;
}

/** Returns a kubectl command for a POSIX shell, against the displayed cluster. It has `--context` unless the cluster
 *  is simulated or in-cluster, and `-n` if there is a namespace. Words are quoted if necessary. */
export function kubectlLine(cluster: KubectlTarget | undefined, namespace: string | undefined, words: readonly string[]): string {
  const context = cluster === undefined || cluster.simulated || cluster.context === "in-cluster" ? [] : ["--context", cluster.context];
  return ["kubectl", ...context, ...(namespace === undefined ? [] : ["-n", namespace]), ...words].map(shellQuote).join(" ");
}

/** The command that applies objects, with the objects in a here-document. */
export function kubectlApply(cluster: KubectlTarget | undefined, manifests: readonly object[]): string {
  const text = manifests.map((manifest) => JSON.stringify(manifest, null, 2)).join("\n---\n");
  return `${kubectlLine(cluster, undefined, ["apply", "-f", "-"])} <<'EOF'\n${text}\nEOF`;
}
