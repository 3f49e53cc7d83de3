import { appliesManifests, type Manifest } from "./applies-manifests.ts";
import { addNode } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";

const CONTROL_PLANE = { key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" } as const;
const LABELS = { app: "log-collector", team: "platform" } as const;

/** What somebody has: a Deployment that was meant to be on every node. */
export const DEPLOYMENT: Manifest = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "log-collector", namespace: "default", labels: LABELS },
  spec: {
    replicas: 3,
    strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } },
    revisionHistoryLimit: 5,
    minReadySeconds: 2,
    selector: { matchLabels: { app: "log-collector" } },
    template: {
      metadata: { labels: LABELS },
      spec: {
        containers: [{ name: "log-collector", image: "log-collector:1.12", resources: { requests: { cpu: "50m", memory: "64Mi" } } }],
      },
    },
  },
};

/** The DaemonSet of a Deployment: another kind, without the number of replicas, the Deployment's strategy and what else only it has. */
export function daemonSetOf(deployment: Manifest): Manifest {
  const {
    replicas: _all,
    strategy: _its,
    progressDeadlineSeconds: _none,
    paused: _never,
    ...spec
  } = deployment.spec as Record<string, unknown>;
  return { ...deployment, kind: "DaemonSet", spec };
}

const DAEMON_SET = daemonSetOf(DEPLOYMENT);

function onControlPlaneToo(manifest: Manifest): Manifest {
  const spec = manifest.spec as { readonly template: { readonly spec: object } };
  const podSpec = { ...spec.template.spec, tolerations: [{ ...CONTROL_PLANE, operator: "Exists" }] };
  return { ...manifest, spec: { ...spec, template: { ...spec.template, spec: podSpec } } };
}

export const fromDeployment: Scenario = {
  name: "from-deployment",
  title: "a Deployment of three replicas becomes a DaemonSet: one pod on each node that takes it",
  description:
    "Six nodes, one of them a tainted control plane. A Deployment of three replicas is turned into a DaemonSet: its kind changes, replicas and strategy go, all else stays. After 5 s it is applied, and five pods come: nobody counts replicas any more, and the taint keeps the sixth away. After 40 s the manifest gets a toleration, and the control plane gets its pod too.",
  pastMs: 86_400_000,
  past({ store }) {
    addNode(store, {
      name: "control-plane",
      pool: "control-plane",
      labels: { "node-role.kubernetes.io/control-plane": "" },
      taints: [CONTROL_PLANE],
    });
    for (const at of [1, 2, 3, 4, 5]) addNode(store, { name: `worker-${at}`, pool: "workers" });
  },
  steps: [
    appliesManifests("apply-daemon-set", 5000, [DAEMON_SET]),
    appliesManifests("tolerate-control-plane", 40_000, [onControlPlaneToo(DAEMON_SET)]),
  ],
};
