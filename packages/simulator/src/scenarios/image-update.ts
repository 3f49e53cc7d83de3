import { addDaemonSet, addNode, setImage } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";

/** Twelve nodes in three zones under one logging agent: where the stories of updates take place. */
export function loggingCluster(
  name: string,
  title: string,
  plan: { readonly onDelete?: boolean; readonly maxUnavailable?: number | string; readonly nodes?: number },
  play: Scenario["play"],
): Scenario {
  return {
    name,
    title,
    pastMs: 86_400_000,
    past({ store, clock, nodes = plan.nodes ?? 12 }) {
      for (let at = 1; at <= nodes; at++)
        addNode(store, { name: `worker-${String(at).padStart(2, "0")}`, pool: "workers", zone: `zone-${"abc"[at % 3]}` });
      clock.advance(60_000);
      addDaemonSet(store, {
        name: "fluentd-elasticsearch",
        namespace: "kube-system",
        image: "quay.io/fluentd_elasticsearch/fluentd:v2.5.1",
        ...plan,
      });
    },
    ...(play === undefined ? {} : { play }),
  };
}

export const imageUpdate = loggingCluster(
  "image-update",
  "a new image: old pod deleted first, new one created, node by node within the budget",
  { maxUnavailable: 2 },
  ({ store, clock }) => {
    clock.after(5000, () => setImage(store, "kube-system", "fluentd-elasticsearch", "quay.io/fluentd_elasticsearch/fluentd:v2.6.0"));
  },
);

export const badImage = loggingCluster(
  "bad-image",
  "a new revision that never becomes ready stops at the budget",
  { maxUnavailable: "25%" },
  ({ store, clock }) => {
    clock.after(5000, () => setImage(store, "kube-system", "fluentd-elasticsearch", "quay.io/fluentd_elasticsearch/fluentd:v9-missing"));
  },
);

export const onDelete = loggingCluster(
  "on-delete",
  "OnDelete: nothing moves until a pod is deleted by hand",
  { onDelete: true, nodes: 6 },
  ({ store, clock }) => {
    clock.after(4000, () => setImage(store, "kube-system", "fluentd-elasticsearch", "quay.io/fluentd_elasticsearch/fluentd:v2.6.0"));
    for (const at of [0, 1, 2])
      clock.after(15_000 + at * 10_000, () => {
        const old = store.list("pods", "kube-system").find((pod) => pod.metadata.labels?.["pod-template-generation"] === "1");
        if (old !== undefined) store.delete("pods", "kube-system", old.metadata.name);
      });
  },
);
