/** Pod specs similar to refused ones, which the API server accepts in a template. The defaults are compared. */

type Part = Readonly<Record<string, unknown>>;

const AGENT = { name: "agent", image: "agent:1" };
const RUNS: Part = { containers: [AGENT] };
const contained = (part: Part): Part => ({ containers: [{ ...AGENT, ...part }] });
const EXEC = { exec: { command: ["true"] } };
const NAMED = { fieldRef: { fieldPath: "metadata.name" } };

export const ACCEPTED_POD_SPECS: readonly Part[] = [
  RUNS,
  contained({ image: " agent:1 " }),
  contained({ image: "agent" }),
  contained({ image: "registry:5000/agent@sha256:0123456789012345678901234567890123456789012345678901234567890123" }),
  contained({ name: "a".repeat(63), restartPolicy: "Never" }),
  { ...RUNS, terminationGracePeriodSeconds: -1 },
  { ...RUNS, terminationGracePeriodSeconds: 0 },
  { ...RUNS, volumes: [{ name: "data" }] },
  {
    ...RUNS,
    volumes: [
      { name: "host", hostPath: { path: "/var/..data" } },
      { name: "image", image: { reference: "data" } },
    ],
  },
  {
    ...contained({
      volumeMounts: [
        { name: "all", mountPath: "/all", subPath: "a/b" },
        { name: "all", mountPath: "/more" },
      ],
    }),
    volumes: [
      {
        name: "all",
        projected: {
          sources: [
            { serviceAccountToken: { path: "token" } },
            { secret: { name: "s", items: [{ key: "a", path: "a" }] } },
            { downwardAPI: { items: [{ path: "name", ...NAMED }] } },
          ],
        },
      },
      { name: "down", downwardAPI: { items: [{ path: "labels", fieldRef: { fieldPath: "metadata.labels" } }] } },
      { name: "config", configMap: { name: "c", defaultMode: 256 } },
      { name: "secret", secret: { secretName: "s", items: [{ key: "a", path: "b/c", mode: 256 }] } },
    ],
  },
  contained({
    env: [
      { name: "1 a.b-c", value: "x" },
      { name: "A", valueFrom: NAMED },
      { name: "A", value: "again" },
    ],
  }),
  contained({ envFrom: [{ prefix: "P_", configMapRef: { name: "a-" } }] }),
  contained({ ports: [{ containerPort: 80 }, { containerPort: 80, hostPort: 80 }, { containerPort: 80, hostPort: 80, protocol: "UDP" }] }),
  { ...contained({ ports: [{ containerPort: 80 }] }), hostNetwork: true },
  contained({ resources: { limits: { cpu: "1" }, requests: { memory: "1Gi" } } }),
  contained({ resources: { limits: { "example.com/gpu": "1" } } }),
  contained({
    livenessProbe: { httpGet: { port: "web" } },
    readinessProbe: { grpc: { port: 80 }, successThreshold: 3 },
    startupProbe: EXEC,
  }),
  contained({ lifecycle: { postStart: { httpGet: { port: 80 } }, preStop: { sleep: { seconds: 30 } } } }),
  contained({ securityContext: { privileged: true, allowPrivilegeEscalation: true, runAsNonRoot: true, runAsUser: 0 } }),
  { ...RUNS, initContainers: [{ name: "side", image: "side:1", restartPolicy: "Always", readinessProbe: EXEC }] },
  { ...RUNS, securityContext: { sysctls: [{ name: "net/core/somaxconn", value: "1" }], fsGroup: 0, supplementalGroups: [1] } },
  { ...RUNS, hostPID: true, hostIPC: true, os: { name: "linux" } },
  { ...RUNS, dnsPolicy: "None", dnsConfig: { nameservers: ["1.1.1.1", "2001:db8::1"], searches: [".", "_a.b."] } },
  { ...RUNS, hostAliases: [{ ip: "::1", hostnames: ["a.b"] }], hostname: "a", subdomain: "b" },
  { ...RUNS, tolerations: [{ operator: "Exists" }, { key: "a", value: "b" }, { key: "a", effect: "NoExecute", tolerationSeconds: -5 }] },
  { ...RUNS, priorityClassName: "none", runtimeClassName: "none", preemptionPolicy: "Never", priority: 5, serviceAccountName: "none" },
  { ...RUNS, readinessGates: [{ conditionType: "example.com/Ready" }], schedulingGates: [{ name: "example.com/wait" }] },
  {
    ...RUNS,
    affinity: {
      nodeAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 1, preference: { matchExpressions: [{ key: "a", operator: "In", values: ["not a label"] }] } },
        ],
      },
      podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "zone" }] },
    },
  },
  { ...RUNS, topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule", minDomains: 2 }] },
  { ...RUNS, resourceClaims: [{ name: "gpu", resourceClaimTemplateName: "a" }] },
];
