import type { StaticManifest } from "../../controllers/kubelet/static-pods.ts";
import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import type { ScenarioStep } from "../../staging/scenario.ts";
import { deletesPod } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { staticPodsWords } from "./static-pods-words.ts";

const CONTROL_PLANE = "control-plane-1";
const NAMESPACE = "kube-system";

/** Returns a manifest like one that an installer puts into /etc/kubernetes/manifests. */
function component(name: string, image: string, cpu: string): StaticManifest {
  return {
    metadata: { name, namespace: NAMESPACE, labels: { component: name, tier: "control-plane" } },
    spec: {
      hostNetwork: true,
      priorityClassName: "system-node-critical",
      containers: [{ name, image, resources: { requests: { cpu } } }],
    },
  };
}

const COMPONENTS = [
  component("etcd", "registry.k8s.io/etcd:3.6.4-0", "100m"),
  component("kube-apiserver", "registry.k8s.io/kube-apiserver:v1.36.3", "250m"),
  component("kube-controller-manager", "registry.k8s.io/kube-controller-manager:v1.36.3", "200m"),
  component("kube-scheduler", "registry.k8s.io/kube-scheduler:v1.36.3", "100m"),
];

function deletesOnePod(name: string, afterMs: number, namespace: string, pod: string): ScenarioStep {
  return {
    name,
    afterMs,
    kubectl: `kubectl -n ${namespace} delete pod ${pod}`,
    run({ store }) {
      if (store.get("pods", namespace, pod) !== undefined) store.delete("pods", namespace, pod);
    },
  };
}

export const staticPods: Story = {
  name: "static-pods",
  words: staticPodsWords,
  opensOn: "nodes/control-plane-1",
  fits: ["taints"],
  title: "static pods, daemon pods and a pod of nobody on the same nodes: what deleting each does",
  pastMs: 86_400_000,
  past({ store, clock, manifestFolders }) {
    addNode(store, {
      name: CONTROL_PLANE,
      pool: "control-plane",
      labels: { "node-role.kubernetes.io/control-plane": "" },
      taints: [{ key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" }],
    });
    for (const manifest of COMPONENTS) manifestFolders.put(CONTROL_PLANE, manifest);
    for (const at of [1, 2, 3]) addNode(store, { name: `worker-${at}`, pool: "workers" });
    clock.advance(60_000);
    addDaemonSet(store, {
      name: "kube-proxy",
      namespace: NAMESPACE,
      image: "registry.k8s.io/kube-proxy:v1.36.3",
      hostNetwork: true,
      priorityClassName: "system-node-critical",
      tolerations: [{ operator: "Exists" }],
    });
    addDaemonSet(store, { name: "fluent-bit", namespace: "logging", image: "fluent/fluent-bit:4.1.0" });
    store.create("pods", {
      metadata: { name: "debug", namespace: "default", labels: { run: "debug" } },
      spec: { nodeSelector: { "kubernetes.io/hostname": "worker-2" }, containers: [{ name: "debug", image: "busybox:1.37" }] },
    });
  },
  steps: [
    deletesOnePod("delete-static", 8000, NAMESPACE, `kube-scheduler-${CONTROL_PLANE}`),
    deletesPod("delete-daemon-pod", 20_000, NAMESPACE, "kube-proxy", CONTROL_PLANE),
    deletesOnePod("delete-debug", 35_000, "default", "debug"),
  ],
};
