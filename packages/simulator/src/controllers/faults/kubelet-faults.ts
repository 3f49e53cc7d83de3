import { REJECTED_ANNOTATION, START_FAILS_ANNOTATION } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import { annotated, container, type Fault, podSpec, together } from "./fault.ts";
import { hasPressure } from "./objects-of-fault.ts";

/** The images of the tests with a real kubelet: the registry answers as theirs does. */
const REGISTRY = "real-node.test";
/** Every namespace has this ConfigMap. It has no such key. */
const CONFIG = "kube-root-ca.crt";
const NO_KEY = "missing-key";
const FAILS = { exec: { command: ["false"] }, periodSeconds: 2 };

const image = (name: string, more: Readonly<Record<string, unknown>> = {}): Fault => ({
  pod: container({ image: `${REGISTRY}/${name}`, ...more }),
});
/** The program of these tests, with arguments. */
const agent = (...args: readonly string[]) => container({ image: `${REGISTRY}/agent:1`, args, command: undefined });
const volume = (source: Readonly<Record<string, unknown>>): Fault => ({ pod: podSpec({ volumes: [{ name: "fault", ...source }] }) });
const rejected = (reason: string, message: string): Fault => ({ pod: annotated(REJECTED_ANNOTATION, `${reason}: ${message}`) });
const notStarted = (reason: string, message: string): Fault => ({ pod: annotated(START_FAILS_ANNOTATION, `${reason}: ${message}`) });
const pressure = (condition: string, has: readonly [string, string], hasNot: readonly [string, string]): Fault => ({
  ...rejected("Evicted", `The node had condition: [${condition}]. `),
  begin: hasPressure(condition, has, hasNot),
});

/** Pods that their kubelet rejects or evicts. Source of the words: pkg/kubelet. */
export const REJECTION_FAULTS = {
  labelsUnknown: rejected("NodeAffinity", "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector"),
  outOf: rejected("OutOfcpu", "Node didn't have enough resource: cpu, requested: 500, used: 31800, capacity: 32000"),
  featureMissing: rejected(
    "PodFeatureUnsupported",
    "Pod requires node features that are not available: RestartAllContainersOnContainerExits",
  ),
  sysctlForbidden: { pod: podSpec({ securityContext: { sysctls: [{ name: "kernel.msgmax", value: "65536" }] } }) },
  diskPressure: pressure(
    "DiskPressure",
    ["KubeletHasDiskPressure", "kubelet has disk pressure"],
    ["KubeletHasNoDiskPressure", "kubelet has no disk pressure"],
  ),
  memoryPressure: pressure(
    "MemoryPressure",
    ["KubeletHasInsufficientMemory", "kubelet has insufficient memory available"],
    ["KubeletHasSufficientMemory", "kubelet has sufficient memory available"],
  ),
  pidPressure: pressure(
    "PIDPressure",
    ["KubeletHasInsufficientPID", "kubelet has insufficient PID available"],
    ["KubeletHasSufficientPID", "kubelet has sufficient PID available"],
  ),
  admissionError: rejected(
    "UnexpectedAdmissionError",
    "Allocate failed due to no healthy devices present; cannot allocate unhealthy devices example.com/device, which is unexpected",
  ),
  nodeShutdown: rejected("NodeShutdown", "Pod was rejected as the node is shutting down."),
  evicted: {
    pod: together(
      podSpec({ volumes: [{ name: "fault", emptyDir: { sizeLimit: "1Mi" } }] }),
      agent("-write", "4", "-write-to", "/fault/data", "-term-code", "1"),
      container({ volumeMounts: [{ name: "fault", mountPath: "/fault" }] }),
    ),
  },
  unknown: rejected("MaintenanceWindow", "the node is in a maintenance window of its operator"),
} as const satisfies Readonly<Record<string, Fault>>;

/** Pods that do not start. */
export const START_FAULTS = {
  imageRateLimited: image("limited:1"),
  imageUnauthorised: image("private:1"),
  imageWrongPlatform: image("other-platform:1"),
  imageNotFound: image("agent:99"),
  imageUnreachable: image("broken:1"),
  imageFailed: image("agent:99", { imagePullPolicy: "Never" }),
  objectMissing: volume({ secret: { secretName: "missing-secret" } }),
  hostPathMissing: volume({ hostPath: { path: "/no/such/folder", type: "Directory" } }),
  configError: {
    pod: container({ env: [{ name: "MODE", valueFrom: { configMapKeyRef: { name: CONFIG, key: NO_KEY } } }] }),
  },
  startError: { pod: container({ command: ["/nonexistent"] }) },
  mountFailed: volume({ configMap: { name: CONFIG, items: [{ key: NO_KEY, path: NO_KEY }] } }),
  attachFailed: notStarted(
    "FailedAttachVolume",
    'Multi-Attach error for volume "data" Volume is already exclusively attached to one node and can\'t be attached to another',
  ),
  sandboxFailed: notStarted(
    "FailedCreatePodSandBox",
    'Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox: plugin type="bridge" failed (add): failed to allocate for range 0: no IP addresses available in range set',
  ),
  starting: image("hangs:1"),
} as const satisfies Readonly<Record<string, Fault>>;

/** Containers that end. */
export const RUN_FAULTS = {
  initCrash: { pod: podSpec({ initContainers: [{ name: "prepare", image: "prepare:crash" }] }) },
  oomKilled: {
    pod: container({ image: "agent:leaks", resources: { limits: { memory: "64Mi" }, requests: { memory: "16Mi" } } }),
  },
  livenessKill: { pod: container({ livenessProbe: FAILS }) },
  startupKill: { pod: container({ startupProbe: FAILS }) },
  postStartHook: { pod: container({ lifecycle: { postStart: { exec: { command: ["false"] } } } }) },
  completedAgain: { pod: agent("-exit-after", "3s", "-exit-code", "0") },
  crash: { pod: agent("-exit-after", "3s", "-exit-code", "1") },
  // Another container runs, so that the pod does not end.
  notRestarted: {
    pod: podSpec({
      containers: [{ name: "once", image: `${REGISTRY}/agent:1`, args: ["-exit-after", "3s", "-exit-code", "3"], restartPolicy: "Never" }],
    }),
  },
  // The readiness probe keeps the pod from being Ready after its restart.
  crashedOnce: {
    pod: together(
      agent("-exit-after", "60s", "-exit-code", "1"),
      container({ readinessProbe: { exec: { command: ["false"] }, initialDelaySeconds: 3600 } }),
    ),
  },
} as const satisfies Readonly<Record<string, Fault>>;

/** Pods that run and are not Ready. */
export const READY_FAULTS = {
  readinessGate: { pod: podSpec({ readinessGates: [{ conditionType: "lb.example.com/registered" }] }) },
  readinessProbe: { pod: container({ readinessProbe: FAILS }) },
  runningNotReady: { pod: container({ readinessProbe: { exec: { command: ["true"] }, initialDelaySeconds: 3600 } }) },
} as const satisfies Readonly<Record<string, Fault>>;
