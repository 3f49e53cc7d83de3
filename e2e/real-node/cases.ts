/**
 * A DaemonSet for each way in which a real pod fares, for nodes with the label `real-node=true`. The same manifests run
 * on the real node and on the simulator.
 */
const IMAGE = "real-node.test/agent:1";
const HOST_PORT = 18088;

type Json = Readonly<Record<string, unknown>>;

interface Case {
  readonly container: Json;
  readonly pod?: Json;
  readonly updateStrategy?: Json;
}

const run = (...args: readonly string[]): readonly string[] => ["run", ...args];
const get = (path: string, port: number, more: Json = {}): Json => ({ httpGet: { path, port }, periodSeconds: 1, ...more });
const mount = (name: string, mountPath: string): Json => ({ volumeMounts: [{ name, mountPath }] });
const init = (args: readonly string[], more: Json = {}): Json => ({ name: "prepare", image: IMAGE, args, ...more });
const sidecar = (args: readonly string[], more: Json = {}): Json => init(args, { name: "proxy", restartPolicy: "Always", ...more });
const volume = (name: string, source: Json): Json => ({ volumes: [{ name, ...source }] });
const serving: Json = { args: run("-listen", ":8080") };
const hostPort: Json = { ...serving, ports: [{ containerPort: 8080, hostPort: HOST_PORT }] };
const writesTooMuch = (...more: readonly string[]): Case => ({
  container: { args: run("-write", "30", "-write-to", "/d/x", ...more), ...mount("d", "/d") },
  pod: volume("d", { emptyDir: { sizeLimit: "2Mi" } }),
});

const AS_LISTED = {
  // Well.
  well: { container: { args: run("-listen", ":8080", "-ready-after", "2s"), readinessProbe: get("/ready", 8080) } },
  slow: { container: { image: "real-node.test/slow:1" } },
  surge: {
    container: { ...serving, readinessProbe: get("/ready", 8080) },
    updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
  },
  sidecar: {
    container: { ...serving, readinessProbe: get("/ready", 8080) },
    pod: {
      initContainers: [
        sidecar(run("-listen", ":8081", "-ready-after", "3s"), { startupProbe: get("/ready", 8081, { failureThreshold: 30 }) }),
        init(run("-exit-after", "2s")),
      ],
    },
  },
  hostport: { container: hostPort },
  hostnet: { container: { args: run("-listen", ":18090") }, pod: { hostNetwork: true } },
  grace: {
    container: { args: run("-term-delay", "4s"), lifecycle: { preStop: { exec: { command: ["/agent", "sleep", "6s"] } } } },
    pod: { terminationGracePeriodSeconds: 30 },
  },
  stubborn: { container: { args: run("-term-delay", "-1s") }, pod: { terminationGracePeriodSeconds: 8 } },
  "stop-hook": { container: { lifecycle: { preStop: { exec: { command: ["/agent", "exists", "/absent"] } } } } },
  // Images. The registry answers 404, 403, 429, 500, and never.
  missing: { container: { image: "real-node.test/agent:99" } },
  private: { container: { image: "real-node.test/private:1" } },
  limited: { container: { image: "real-node.test/limited:1" } },
  broken: { container: { image: "real-node.test/broken:1" } },
  hangs: { container: { image: "real-node.test/hangs:1" } },
  never: { container: { image: "real-node.test/agent:99", imagePullPolicy: "Never" } },
  "bad-name": { container: { image: "Real Node/BAD::1" } },
  // Starts.
  "bad-command": { container: { command: ["/nonexistent"] } },
  "no-config": { container: { env: [{ name: "X", valueFrom: { configMapKeyRef: { name: "absent", key: "x" } } }] } },
  "no-secret": { container: mount("s", "/s"), pod: volume("s", { secret: { secretName: "absent" } }) },
  "no-host-path": { container: mount("s", "/s"), pod: volume("s", { hostPath: { path: "/no/such/folder", type: "Directory" } }) },
  "start-hook": { container: { lifecycle: { postStart: { exec: { command: ["/agent", "exists", "/absent"] } } } } },
  "init-crash": { container: {}, pod: { initContainers: [init(run("-exit-after", "1s", "-exit-code", "7"))] } },
  "init-long": { container: {}, pod: { initContainers: [init(run())] } },
  "sidecar-crash": { container: {}, pod: { initContainers: [sidecar(run("-exit-after", "3s", "-exit-code", "9"))] } },
  // Runs.
  crash: { container: { args: run("-exit-after", "2s", "-exit-code", "3", "-message", "cannot open the database") } },
  "crash-log": { container: { args: run("-exit-after", "2s", "-exit-code", "4"), terminationMessagePolicy: "FallbackToLogsOnError" } },
  "crash-fast": { container: { args: run("-exit-after", "100ms", "-exit-code", "3"), readinessProbe: get("/ready", 8080) } },
  two: {
    container: {},
    pod: {
      containers: [
        { name: "main", image: IMAGE },
        { name: "second", image: IMAGE, args: run("-exit-after", "2s", "-exit-code", "5") },
      ],
    },
  },
  completed: { container: { args: run("-exit-after", "2s") } },
  oom: { container: { args: run("-eat", "200"), resources: { limits: { memory: "40Mi" } } } },
  // The first process of a PID namespace cannot kill itself.
  signal: { container: { args: run("-kill-after", "2s") }, pod: { shareProcessNamespace: true } },
  unready: { container: { args: run("-listen", ":8080", "-ready-after", "10h"), readinessProbe: get("/ready", 8080) } },
  liveness: {
    container: { args: run("-listen", ":8080", "-unready-after", "4s"), livenessProbe: get("/ready", 8080, { failureThreshold: 2 }) },
  },
  startup: {
    container: { args: run("-listen", ":8080", "-ready-after", "10h"), startupProbe: get("/ready", 8080, { failureThreshold: 5 }) },
  },
  "port-busy": { container: { args: run("-listen", ":10250") }, pod: { hostNetwork: true } },
  // Rejected and evicted. Only one of `hostport` and `port-taken` gets the port: apply `port-taken` later.
  "port-taken": { container: hostPort },
  sysctl: { container: {}, pod: { securityContext: { sysctls: [{ name: "kernel.msgmax", value: "65536" }] } } },
  "no-room": { container: { resources: { requests: { cpu: "64" } } }, pod: { nodeName: "real-1" } },
  "evicted-well": writesTooMuch(),
  "evicted-badly": writesTooMuch("-term-code", "1"),
} satisfies Readonly<Record<string, Case>>;

export type CaseName = keyof typeof AS_LISTED;
const CASES: Readonly<Record<CaseName, Case>> = AS_LISTED;
export const CASE_NAMES = Object.keys(AS_LISTED) as readonly CaseName[];

/** Returns the DaemonSet of a case. */
export function daemonSetOf(name: CaseName, namespace: string): Json {
  const { container, pod = {}, updateStrategy = { type: "RollingUpdate" } } = CASES[name];
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name, namespace },
    spec: {
      selector: { matchLabels: { app: name } },
      updateStrategy,
      template: {
        metadata: { labels: { app: name } },
        spec: {
          terminationGracePeriodSeconds: 5,
          nodeSelector: { "real-node": "true" },
          containers: [{ name: "main", image: IMAGE, ...container }],
          ...pod,
        },
      },
    },
  };
}
