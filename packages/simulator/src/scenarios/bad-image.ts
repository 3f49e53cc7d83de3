import { AGENT, loggingCluster, NAMESPACE, rollsTo } from "./logging-cluster.ts";
import { undoes } from "./steps.ts";

export const badImage = loggingCluster({
  name: "bad-image",
  title: "a new revision that never becomes ready stops at the budget",
  description:
    "After 5 s fluentd-elasticsearch gets an image that does not exist, with maxUnavailable 25 % of 12 nodes: three nodes lose their pod and the rollout is stuck. Three minutes later somebody undoes it.",
  nodes: 12,
  maxUnavailable: "25%",
  steps: [rollsTo("set-bad-image", 5000, "v9-missing"), undoes("undo", 185_000, NAMESPACE, AGENT)],
});
