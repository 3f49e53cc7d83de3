import { appliesManifests, applyManifest, type Manifest } from "../../staging/applies-manifests.ts";
import { addNode } from "../../staging/manifests.ts";
import { deletesDeployment } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { fromDeploymentWords } from "./from-deployment-words.ts";

const CONTROL_PLANE = { key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" } as const;
const LABELS = { app: "log-collector", team: "platform" } as const;

/** The initial state: a Deployment that was meant to run on every node. */
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

/**
 * Returns the DaemonSet of a Deployment: another kind, without the fields that only a Deployment has, such as replicas
 * and strategy.
 */
export function daemonSetOf(deployment: Manifest): Manifest {
  const {
    replicas: _replicas,
    strategy: _strategy,
    progressDeadlineSeconds: _progressDeadlineSeconds,
    paused: _paused,
    ...spec
  } = deployment.spec as Record<string, unknown>;
  return { ...deployment, kind: "DaemonSet", spec };
}

const DAEMON_SET = daemonSetOf(DEPLOYMENT);

/** A cache that each node needs, and that a Deployment puts on two of five workers. */
export const REDIS: Manifest = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "redis", namespace: "default", labels: { app: "redis" } },
  spec: {
    replicas: 2,
    strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } },
    selector: { matchLabels: { app: "redis" } },
    template: {
      metadata: { labels: { app: "redis" } },
      spec: { containers: [{ name: "redis", image: "redis:7.4", resources: { requests: { cpu: "100m", memory: "128Mi" } } }] },
    },
  },
};

function withControlPlaneToleration(manifest: Manifest): Manifest {
  const spec = manifest.spec as { readonly template: { readonly spec: object } };
  const podSpec = { ...spec.template.spec, tolerations: [{ ...CONTROL_PLANE, operator: "Exists" }] };
  return { ...manifest, spec: { ...spec, template: { ...spec.template, spec: podSpec } } };
}

export const fromDeployment: Story = {
  name: "from-deployment",
  words: fromDeploymentWords,
  opensOn: "",
  fits: ["taints"],
  title: "a Deployment of three replicas becomes a DaemonSet: one pod on each node that takes it",
  pastMs: 86_400_000,
  past({ store, clock }) {
    addNode(store, {
      name: "control-plane",
      pool: "control-plane",
      labels: { "node-role.kubernetes.io/control-plane": "" },
      taints: [CONTROL_PLANE],
    });
    for (const at of [1, 2, 3, 4, 5]) addNode(store, { name: `worker-${at}`, pool: "workers" });
    // Lets the nodes become Ready first, so that the Deployment's pods spread over them.
    clock.advance(60_000);
    applyManifest(store, DEPLOYMENT);
  },
  steps: [
    appliesManifests("apply-daemon-set", 5000, [DAEMON_SET]),
    deletesDeployment("delete-deployment", 25_000, "default", "log-collector"),
    appliesManifests("tolerate-control-plane", 40_000, [withControlPlaneToleration(DAEMON_SET)]),
    appliesManifests("apply-redis", 115_000, [REDIS]),
  ],
};
