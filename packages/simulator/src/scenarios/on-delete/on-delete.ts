import { AGENT, loggingCluster, NAMESPACE, rollsTo } from "../../staging/logging-cluster.ts";
import { deletesPod } from "../../staging/steps.ts";
import { onDeleteWords } from "./on-delete-words.ts";

export const onDelete = loggingCluster({
  name: "on-delete",
  words: onDeleteWords,
  opensOn: "daemonsets/kube-system/fluentd-elasticsearch",
  fits: [],
  title: "OnDelete: nothing moves until a pod is deleted by hand",
  nodes: 6,
  onDelete: true,
  steps: [
    rollsTo("set-image", 4000, "v2.6.0"),
    ...[1, 2, 3].map((at) => deletesPod(`delete-pod-${at}`, 5000 + at * 10_000, NAMESPACE, AGENT, `worker-0${at}`)),
  ],
});
