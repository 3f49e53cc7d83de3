import type { Store } from "./contract.ts";

/** The namespaces that every cluster starts with. */
export function createSystemNamespaces(store: Store): void {
  for (const name of ["default", "kube-node-lease", "kube-public", "kube-system"]) store.create("namespaces", { metadata: { name } });
}
