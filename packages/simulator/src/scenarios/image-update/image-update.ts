import { loggingCluster, rollsTo } from "../../staging/logging-cluster.ts";
import { imageUpdateWords } from "./image-update-words.ts";

export const imageUpdate = loggingCluster({
  name: "image-update",
  words: imageUpdateWords,
  opensOn: "daemonsets/kube-system/fluentd-elasticsearch",
  fits: [],
  title: "a new image: old pod deleted first, new one created, node by node within the budget",
  nodes: 12,
  maxUnavailable: 2,
  steps: [rollsTo("set-image", 5000, "v2.6.0")],
});
