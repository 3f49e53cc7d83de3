import type { Store } from "../objects/contract.ts";

/** Creates the namespaces that every cluster starts with. */
export function createSystemNamespaces(store: Store): void {
  for (const name of ["default", "kube-node-lease", "kube-public", "kube-system"]) store.create("namespaces", { metadata: { name } });
}

/** Creates the priority classes that every cluster starts with. */
export function createSystemPriorityClasses(store: Store): void {
  for (const [name, value, description] of [
    [
      "system-cluster-critical",
      2_000_000_000,
      "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.",
    ],
    ["system-node-critical", 2_000_001_000, "Used for system critical pods that must not be moved from their current node."],
  ] as const)
    store.create("priorityclasses", { metadata: { name }, value, description });
}

/** Creates the Service through which pods reach the API server. */
export function createApiServerService(store: Store): void {
  store.create("services", {
    metadata: { name: "kubernetes", namespace: "default", labels: { component: "apiserver", provider: "kubernetes" } },
    spec: { clusterIP: "10.96.0.1", ports: [{ name: "https", port: 443, targetPort: 6443 }] },
  });
}
