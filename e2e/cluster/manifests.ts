/** The fields of a DaemonSet manifest that tests vary. */
interface AgentPlan {
  readonly name: string;
  readonly image?: string;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly strategy?: unknown;
  readonly minReadySeconds?: number;
  readonly tolerations?: readonly unknown[];
  readonly annotations?: Readonly<Record<string, string>>;
  readonly hostPort?: number;
  readonly readinessProbe?: unknown;
  readonly initContainers?: readonly unknown[];
}

/** With a readiness probe a crashing container is never ready, and its back-off shows at once. */
export const PROBE = { httpGet: { path: "/ready", port: 8080 } };

export function agent({
  name,
  image = "agent:1",
  nodeSelector = {},
  strategy,
  minReadySeconds = 0,
  tolerations = [],
  annotations = {},
  hostPort,
  readinessProbe,
  initContainers,
}: AgentPlan): string {
  const ports = hostPort === undefined ? {} : { ports: [{ containerPort: hostPort, hostPort }] };
  const probe = readinessProbe === undefined ? {} : { readinessProbe };
  const inits = initContainers === undefined ? {} : { initContainers };
  return JSON.stringify({
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name, namespace: "default" },
    spec: {
      selector: { matchLabels: { app: name } },
      minReadySeconds,
      ...(strategy === undefined ? {} : { updateStrategy: strategy }),
      template: {
        metadata: { labels: { app: name }, annotations },
        spec: { nodeSelector, tolerations, ...inits, containers: [{ name: "agent", image, ...ports, ...probe }] },
      },
    },
  });
}

export const rolling = (maxUnavailable: number | string) => ({ type: "RollingUpdate", rollingUpdate: { maxUnavailable, maxSurge: 0 } });
/**
 * Stories that wait for the end of a rollout use a surge of one if they have `minReadySeconds`. The controller's
 * delayed queue keeps one time per DaemonSet, the earliest. Of two new pods that became Ready a second or more apart,
 * it may never sync for the later one.
 */
export const surging = (maxSurge: number | string) => ({ type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge } });
