import { AGENT, loggingCluster, NAMESPACE, rollsTo } from "./logging-cluster.ts";
import { deletesPod } from "./steps.ts";

export const onDelete = loggingCluster({
  name: "on-delete",
  title: "OnDelete: nothing moves until a pod is deleted by hand",
  description:
    "fluentd-elasticsearch on six nodes gets a new image after 4 s under OnDelete: all pods are outdated and none moves. From 15 s on, somebody deletes three of them, ten seconds apart; each comes back with the new revision.",
  nodes: 6,
  onDelete: true,
  steps: [
    rollsTo("set-image", 4000, "v2.6.0"),
    ...[1, 2, 3].map((at) => deletesPod(`delete-pod-${at}`, 5000 + at * 10_000, NAMESPACE, AGENT, `worker-0${at}`)),
  ],
});
