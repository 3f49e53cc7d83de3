/** The key that replaced an old one, and the Kubernetes version since which new clusters use it. */
interface NewName {
  readonly key: string;
  readonly since: string;
}

/**
 * Keys of labels and taints that were renamed. Nodes still have the old labels of the kubelet, with the same values.
 * kubeadm no longer sets the label `master` since 1.24, and the taint since 1.25. Source: pkg/api/node/util.go.
 */
const NEW_NAMES: ReadonlyMap<string, NewName> = new Map([
  ["beta.kubernetes.io/arch", { key: "kubernetes.io/arch", since: "1.14" }],
  ["beta.kubernetes.io/os", { key: "kubernetes.io/os", since: "1.14" }],
  ["beta.kubernetes.io/instance-type", { key: "node.kubernetes.io/instance-type", since: "1.17" }],
  ["failure-domain.beta.kubernetes.io/region", { key: "topology.kubernetes.io/region", since: "1.17" }],
  ["failure-domain.beta.kubernetes.io/zone", { key: "topology.kubernetes.io/zone", since: "1.17" }],
  ["node-role.kubernetes.io/master", { key: "node-role.kubernetes.io/control-plane", since: "1.25" }],
]);

/** Returns the new name of a key, or undefined if the key is not an old name. */
export const newNameOf = (key: string): NewName | undefined => NEW_NAMES.get(key);
