import { loggingCluster, rollsTo } from "./logging-cluster.ts";

export const imageUpdate = loggingCluster({
  name: "image-update",
  title: "a new image: old pod deleted first, new one created, node by node within the budget",
  description:
    "fluentd-elasticsearch on 12 nodes gets a new image after 5 s, with maxUnavailable 2: the old pod of a node goes, then the new one comes, two nodes at a time.",
  nodes: 12,
  maxUnavailable: 2,
  steps: [rollsTo("set-image", 5000, "v2.6.0")],
});
