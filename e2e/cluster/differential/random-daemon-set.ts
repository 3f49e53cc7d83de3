import type { Seeded } from "./seeded.ts";

/** Possible labels of nodes. Some values are numbers at the limits of integer comparison. */
export const LABELS: Readonly<Record<string, readonly string[]>> = {
  pool: ["a", "b", "c"],
  gpu: ["t4", "a100", ""],
  level: ["1", "7", "007", "9007199254740993", "9007199254740992", "many"],
  zone: ["z1", "z2"],
};
export const TAINTS = [
  { key: "dedicated", value: "db", effect: "NoSchedule" },
  { key: "dedicated", value: "gpu", effect: "NoExecute" },
  { key: "spare", effect: "PreferNoSchedule" },
  { key: "spare", effect: "NoSchedule" },
  { key: "broken", value: "disk", effect: "NoExecute" },
] as const;

interface PodSpecChoice {
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly affinity?: unknown;
  readonly tolerations?: readonly unknown[];
}

function expression(random: Seeded): unknown {
  const key = random.pick([...Object.keys(LABELS), "absent"]);
  const operator = random.pick(["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"]);
  if (operator === "Exists" || operator === "DoesNotExist") return { key, operator };
  if (operator === "Gt" || operator === "Lt")
    return { key: random.chance(0.8) ? "level" : key, operator, values: [random.pick(["0", "5", "9007199254740992"])] };
  const values = LABELS[key] ?? ["x"];
  return { key, operator, values: random.some(values, 1 + random.below(values.length)) };
}

function term(random: Seeded, nodes: readonly string[]): unknown {
  const kind = random.next();
  // Legal, and matches nothing.
  if (kind < 0.08) return {};
  if (kind < 0.2) return { matchFields: [{ key: "metadata.name", operator: random.pick(["In", "NotIn"]), values: [random.pick(nodes)] }] };
  const fields = random.chance(0.1) ? { matchFields: [{ key: "metadata.name", operator: "NotIn", values: [random.pick(nodes)] }] } : {};
  return { matchExpressions: Array.from({ length: 1 + random.below(2) }, () => expression(random)), ...fields };
}

/** Usual tolerations for unhealthy nodes, with and without a limit. */
const SYSTEM_TOLERATIONS = [
  { key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoSchedule" },
  { key: "node.kubernetes.io/unreachable", operator: "Exists", effect: "NoSchedule" },
  // The controller replaces it by one without seconds.
  { key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute", tolerationSeconds: 3600 },
  { key: "node.kubernetes.io/network-unavailable", operator: "Exists" },
  { operator: "Exists", effect: "NoSchedule" },
  { operator: "Exists", effect: "NoExecute", tolerationSeconds: 3600 },
] as const;

/** Returns a random placement: often all nodes, sometimes a selector, affinity terms, and some tolerations. */
export function randomPlacement(random: Seeded, nodes: readonly string[]): PodSpecChoice {
  const tolerations: unknown[] = [];
  if (random.chance(0.1)) tolerations.push({ operator: "Exists" });
  for (const taint of TAINTS) {
    if (!random.chance(0.35)) continue;
    const { key, effect } = taint;
    const value = "value" in taint ? taint.value : undefined;
    if (random.chance(0.5)) tolerations.push({ key, operator: "Exists", ...(random.chance(0.5) ? { effect } : {}) });
    else tolerations.push({ key, operator: "Equal", ...(value === undefined ? {} : { value }), effect });
  }
  for (const toleration of SYSTEM_TOLERATIONS) if (random.chance(0.08)) tolerations.push(toleration);
  const keys = Object.keys(LABELS);
  const key = random.pick(keys);
  return {
    ...(random.chance(0.25) ? { nodeSelector: { [key]: random.pick(LABELS[key] ?? [""]) } } : {}),
    ...(random.chance(0.35)
      ? {
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: Array.from({ length: 1 + random.below(3) }, () => term(random, nodes)),
              },
            },
          },
        }
      : {}),
    tolerations,
  };
}

/** Returns a random strategy as a merge patch, so that OnDelete removes `rollingUpdate`. */
export function randomStrategy(random: Seeded): unknown {
  if (random.chance(0.15)) return { type: "OnDelete", rollingUpdate: null };
  const amount = random.pick<number | string>([1, 2, 5, "10%", "30%", "100%"]);
  const isSurge = random.chance(0.35);
  return {
    type: "RollingUpdate",
    rollingUpdate: isSurge ? { maxSurge: amount, maxUnavailable: 0 } : { maxSurge: 0, maxUnavailable: amount },
  };
}

/** Returns a manifest of a random DaemonSet. The fake kubelets start its pods within a second. */
export function randomDaemonSet(random: Seeded, name: string, nodes: readonly string[]): unknown {
  const wantsMuch = random.chance(0.2);
  const hostPort = random.pick([8080, 9100]);
  const port = random.chance(0.15) ? [{ containerPort: hostPort, hostPort }] : [];
  const requests = { requests: { cpu: "20" } };
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name, namespace: "default" },
    spec: {
      selector: { matchLabels: { app: name } },
      minReadySeconds: random.pick([0, 0, 0, 1, 2]),
      updateStrategy: randomStrategy(random),
      template: {
        metadata: { labels: { app: name } },
        spec: {
          ...randomPlacement(random, nodes),
          ...(random.chance(0.1) ? { hostNetwork: true } : {}),
          // All pods are on one node, and the scheduler does not handle them.
          ...(random.chance(0.04) ? { nodeName: random.pick(nodes) } : {}),
          terminationGracePeriodSeconds: 1,
          containers: [{ name: "agent", image: "agent:1", ports: port, ...(wantsMuch ? { resources: requests } : {}) }],
        },
      },
    },
  };
}
