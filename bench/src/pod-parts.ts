/** The managed fields of an object: most of its bytes, and unused here. */
export const MANAGED_FIELDS = Object.fromEntries(
  Array.from({ length: 60 }, (_value, at) => [`f:field${at}`, { "f:inner": {}, [`k:{"type":"T${at}"}`]: { ".": {} } }]),
);

export const CONTAINER_ENV = Array.from({ length: 10 }, (_value, n) => ({ name: `VARIABLE_${n}`, value: `value-${n}` }));

export const POD_TOLERATIONS = Array.from({ length: 7 }, (_value, n) => ({
  key: `node.kubernetes.io/k${n}`,
  operator: "Exists",
  effect: "NoSchedule",
}));

/** The affinity by which the DaemonSet controller binds a pod to its node. */
export const boundTo = (node: string) => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: [node] }] }],
    },
  },
});

export const ownedBy = (name: string, uid: string) => [
  { apiVersion: "apps/v1", kind: "DaemonSet", name, uid, controller: true, blockOwnerDeletion: true },
];
