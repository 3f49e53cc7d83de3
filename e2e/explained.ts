/** A node and a DaemonSet that wants a pod there, as YAML. */
export const OBJECTS = `
apiVersion: v1
kind: Node
metadata: { name: worker-1, labels: { gpu: "true" } }
---
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent, namespace: default }
spec:
  selector: { matchLabels: { app: agent } }
  template:
    metadata: { labels: { app: agent } }
    spec: { nodeSelector: { gpu: "true" }, containers: [{ name: agent, image: agent:1 }] }
`;

/** Arguments that explain these objects from standard input. */
export const EXPLAIN = ["explain", "--nodes", "-", "--daemonset", "-"];
