import type { ClusterOptions } from "./cluster-options.ts";

/** Returns the namespace of `-n`, else `own`; undefined for all namespaces. */
export const requestedNamespace = (
  { allNamespaces, cluster }: { readonly allNamespaces: boolean; readonly cluster: Pick<ClusterOptions, "namespace"> },
  own: string,
): string | undefined => (allNamespaces ? undefined : (cluster.namespace ?? own));
