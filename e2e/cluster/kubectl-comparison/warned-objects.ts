import type { RawRequest } from "./two-clusters.ts";

/** Objects that the API server accepts, most of them with warnings. */

type Part = Readonly<Record<string, unknown>>;

const AGENT = { name: "agent", image: "agent:1" };
const contained = (part: Part): Part => ({ containers: [{ ...AGENT, ...part }] });

const POD_SPECS: readonly Part[] = [
  { containers: [AGENT] },
  contained({
    env: [
      { name: "A", value: "1" },
      { name: "A", value: "2" },
      { name: "B", value: "1" },
      { name: "B", value: "$(B)2" },
      { name: "B", value: "$(B)" },
    ],
  }),
  contained({
    env: [
      { name: "A", value: "1" },
      { name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
    ],
  }),
  contained({ resources: { limits: { memory: "1500m" }, requests: { memory: "0.5" } } }),
  contained({ ports: [{ containerPort: 80 }, { containerPort: 80, hostPort: 80 }] }),
  contained({ ports: [{ containerPort: 80 }, { containerPort: 80, protocol: "UDP", hostIP: "10.0.0.1" }] }),
  contained({
    ports: [
      { containerPort: 80, hostPort: 80 },
      { containerPort: 80, hostPort: 80, hostIP: "10.0.0.1" },
    ],
  }),
  {
    containers: [
      { ...AGENT, ports: [{ containerPort: 80, name: "http" }] },
      { ...AGENT, name: "other", ports: [{ containerPort: 80 }, { containerPort: 81, name: "http" }] },
    ],
  },
  { containers: [AGENT], nodeSelector: { "beta.kubernetes.io/os": "linux" } },
  {
    containers: [AGENT],
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: "node-role.kubernetes.io/master", operator: "Exists" }] }],
        },
        preferredDuringSchedulingIgnoredDuringExecution: [
          {
            weight: 1,
            preference: { matchExpressions: [{ key: "failure-domain.beta.kubernetes.io/zone", operator: "In", values: ["-a"] }] },
          },
        ],
      },
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "a" }] },
      podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: { topologyKey: "a" } }] },
    },
    topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "beta.kubernetes.io/arch", whenUnsatisfiable: "DoNotSchedule" }],
  },
  {
    containers: [AGENT],
    volumes: [
      {
        name: "a",
        configMap: {
          name: "c",
          items: [
            { key: "x", path: "d" },
            { key: "y", path: "d/e" },
          ],
        },
      },
      {
        name: "b",
        secret: {
          secretName: "s",
          items: [
            { key: "x", path: "d" },
            { key: "y", path: "d" },
          ],
        },
      },
      { name: "g", gitRepo: { repository: "r" } },
      { name: "r", rbd: { image: "i", monitors: ["m"] } },
      {
        name: "p",
        projected: { sources: [{ secret: { name: "s", items: [{ key: "x", path: "f" }] } }, { serviceAccountToken: { path: "f" } }] },
      },
      {
        name: "d",
        downwardAPI: {
          items: [
            { path: "n", fieldRef: { fieldPath: "metadata.name" } },
            { path: "n", fieldRef: { fieldPath: "metadata.name" } },
          ],
        },
      },
    ],
  },
  {
    containers: [AGENT],
    terminationGracePeriodSeconds: -1,
    imagePullSecrets: [{ name: "s" }, { name: "s" }, {}],
    hostAliases: [
      { ip: "10.0.0.1", hostnames: ["a"] },
      { ip: "10.0.0.1", hostnames: ["b"] },
    ],
  },
];

const ANNOTATIONS: readonly Part[] = [
  { "scheduler.alpha.kubernetes.io/critical-pod": "" },
  { "security.alpha.kubernetes.io/sysctls": "a=b" },
  { "seccomp.security.alpha.kubernetes.io/pod": "runtime/default" },
  { "container.seccomp.security.alpha.kubernetes.io/agent": "runtime/default" },
];

const SERVICES: readonly Part[] = [
  { ports: [{ port: 80 }] },
  { ports: [{ port: 80 }], externalName: "a.b" },
  { ports: [{ port: 80 }], trafficDistribution: "PreferClose" },
  { ports: [{ port: 80 }], externalIPs: ["10.1.1.1"] },
  { ports: [{ port: 80 }], clusterIP: "None", sessionAffinity: "ClientIP", externalIPs: ["10.1.1.1"] },
  { type: "ExternalName", externalName: "a.b", externalIPs: ["10.1.1.1"] },
];

const post = (path: string, body: Part): RawRequest => ({
  method: "POST",
  path: `${path}${path.includes("?") ? "&" : "?"}dryRun=All`,
  contentType: "application/json",
  body: JSON.stringify(body),
});

const daemonSet = (spec: Part, annotations: Part = {}) =>
  post("/apis/apps/v1/namespaces/default/daemonsets", {
    metadata: { name: "warned" },
    spec: { selector: { matchLabels: { a: "b" } }, template: { metadata: { labels: { a: "b" }, annotations }, spec } },
  });

const RUNS = { containers: [AGENT] };

export const WARNED: readonly RawRequest[] = [
  ...POD_SPECS.map((spec) => daemonSet(spec)),
  ...ANNOTATIONS.map((annotations) => daemonSet(RUNS, annotations)),
  post("/api/v1/namespaces/default/pods", { metadata: { name: "a.b" }, spec: { ...RUNS, terminationGracePeriodSeconds: -1 } }),
  ...SERVICES.map((spec) => post("/api/v1/namespaces/default/services", { metadata: { name: "warned" }, spec })),
  post("/api/v1/namespaces/default/serviceaccounts", {
    metadata: { name: "warned", annotations: { "kubernetes.io/enforce-mountable-secrets": "true" } },
  }),
  post("/api/v1/nodes", { metadata: { name: "warned" }, spec: { externalID: "a" } }),
  // Warnings about unknown fields come first.
  post("/apis/apps/v1/namespaces/default/daemonsets?fieldValidation=Warn", {
    metadata: { name: "warned" },
    spec: {
      replicas: 3,
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { ...RUNS, terminationGracePeriodSeconds: -1 } },
    },
  }),
  // Duplicate keys, in an object and in a map. An unknown field has no second warning.
  {
    ...post("/api/v1/namespaces/default/configmaps", {}),
    body: '{"metadata":{"name":"warned","name":"warned","labels":{"a":"b","a":"b"}},"colour":{"a":1,"a":2},"data":{"x":"1","x":"2"},"colour":1}',
  },
];
