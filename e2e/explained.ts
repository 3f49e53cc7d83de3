/** A node that a DaemonSet wants, in one text. */
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

/** Asks about them, from standard input. */
export const EXPLAIN = ["explain", "--nodes", "-", "--daemonset", "-"];
