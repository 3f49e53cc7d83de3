import { AGENT, loggingCluster, NAMESPACE, rollsTo } from "../../staging/logging-cluster.ts";
import { undoes } from "../../staging/steps.ts";
import { badImageWords } from "./bad-image-words.ts";

export const badImage = loggingCluster({
  name: "bad-image",
  words: badImageWords,
  opensOn: "daemonsets/kube-system/fluentd-elasticsearch",
  fits: [],
  title: "a new revision that never becomes ready stops at the budget",
  nodes: 12,
  maxUnavailable: "25%",
  steps: [rollsTo("set-bad-image", 5000, "v9-missing"), undoes("undo", 185_000, NAMESPACE, AGENT)],
});
