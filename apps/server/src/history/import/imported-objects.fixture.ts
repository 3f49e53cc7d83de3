// Objects in the format of the API: nodes, a DaemonSet, its revision and its pods.
const OWNER = { apiVersion: "apps/v1", kind: "DaemonSet", name: "agent", uid: "ds", controller: true };
const condition = (type: string, status = "True", at = "2026-01-31T01:00:00Z") => ({ type, status, lastTransitionTime: at });
export const node = (name: string) => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name, uid: `node-${name}`, creationTimestamp: "2026-01-31T00:00:00Z", labels: { "kubernetes.io/hostname": name } },
  spec: {},
  status: { conditions: [condition("MemoryPressure", "False"), condition("Ready")] },
});
export const pod = (nodeName: string, at = "2026-01-31T01:00:00Z") => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    name: `agent-${nodeName}`,
    namespace: "default",
    uid: `pod-${nodeName}`,
    creationTimestamp: at,
    labels: { app: "agent", "controller-revision-hash": "h1" },
    ownerReferences: [OWNER],
  },
  spec: { nodeName, containers: [{ name: "agent", image: "agent:1" }] },
  status: { phase: "Running", conditions: [condition("Ready", "True", at)] },
});
const LABELS = { app: "agent" };
const template = { metadata: { labels: LABELS }, spec: { containers: [{ name: "agent", image: "agent:1" }] } };
export const daemonSet = {
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name: "agent", namespace: "default", uid: "ds", generation: 1, creationTimestamp: "2026-01-31T00:30:00Z" },
  spec: { selector: { matchLabels: LABELS }, template, updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1 } } },
  status: { observedGeneration: 1, desiredNumberScheduled: 2, currentNumberScheduled: 2, numberReady: 2, numberAvailable: 2 },
};
export const revision = {
  apiVersion: "apps/v1",
  kind: "ControllerRevision",
  metadata: {
    name: "agent-h1",
    namespace: "default",
    uid: "cr",
    creationTimestamp: "2026-01-31T00:30:00Z",
    labels: { "controller-revision-hash": "h1" },
    ownerReferences: [OWNER],
  },
  revision: 1,
  data: { spec: { template: { $patch: "replace", ...template } } },
};
