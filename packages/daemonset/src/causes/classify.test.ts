import { expect, it } from "vitest";
import type { EventFact } from "../records/event-fact.ts";
import { CAUSE_KINDS, CAUSES, nodeConditionOf } from "./causes.ts";
import { causeOfCreateError, causeOfPod, type PodEvidence, type PodSurroundings } from "./classify.ts";
import { LASTING_KINDS } from "./lasting-kinds.ts";

const STARTING: PodEvidence = { phase: "Pending", scheduled: true, ready: false, reason: undefined, message: undefined, restarts: 0 };
const CONTAINER = { name: "agent", role: "main", restarts: 5 } as const;
const word = (reason: string, parts: Partial<PodEvidence> = {}): PodEvidence => ({
  ...STARTING,
  reason: { kind: "reason", reason },
  container: CONTAINER,
  ...parts,
});
const unbound = (reason: string, parts: Partial<PodEvidence> = {}) => {
  const { container: _, ...pod } = word(reason, { scheduled: false, ...parts });
  return pod;
};
const rejected = (reason: string, message: string) => word(reason, { phase: "Failed", message });
const event = (reason: string, message: string): EventFact => ({
  involved: { kind: "Pod", namespace: "infra", name: "agent-1", uid: "u1" },
  reason,
  message,
  count: 3,
  firstAtMs: 0,
  lastAtMs: 1000,
});

it.each<[string, PodEvidence, readonly EventFact[], object]>([
  ["a pull", word("ImagePullBackOff", { message: 'Back-off pulling image "x": not found' }), [], { kind: "imageNotFound" }],
  ["a registry", word("ImagePullBackOff", { message: "unexpected status: 403 Forbidden" }), [], { kind: "imageUnauthorised" }],
  ["a rate limit", word("ImagePullBackOff", { message: "429 Too Many Requests" }), [], { kind: "imageRateLimited" }],
  ["no registry", word("ImagePullBackOff", { message: "dial tcp: no such host" }), [], { kind: "imageUnreachable" }],
  [
    "a name that looks like an error",
    word("ImagePullBackOff", { message: 'Back-off pulling image "x/denied:403"' }),
    [],
    { kind: "imageFailed" },
  ],
  ["an image policy", word("ErrImageNeverPull"), [], { kind: "imageFailed" }],
  [
    "a missing ConfigMap",
    word("CreateContainerConfigError", { message: 'configmap "agent-env" not found' }),
    [],
    { kind: "objectMissing", subject: 'configmap "agent-env"', container: "agent" },
  ],
  ["a missing key", word("CreateContainerConfigError", { message: "couldn't find key a in Secret b/c" }), [], { kind: "configError" }],
  ["a command", word("StartError"), [], { kind: "startError" }],
  ["a memory limit", word("OOMKilled"), [], { kind: "oomKilled", reason: "OOMKilled", container: "agent" }],
  ["a crash", word("Error"), [], { kind: "crash", reason: "Error" }],
  ["an old word", word("CrashLoopBackOff", { lastExit: { code: 137, reason: "OOMKilled" } }), [], { kind: "oomKilled" }],
  ["an init container", word("Error", { container: { ...CONTAINER, role: "init" } }), [], { kind: "initCrash", container: "agent" }],
  [
    "a liveness probe",
    word("Completed"),
    [event("Unhealthy", "Liveness probe failed: 503")],
    { kind: "livenessKill", reason: "Completed" },
  ],
  ["a startup probe", word("Error"), [event("Unhealthy", "Startup probe failed: 503")], { kind: "startupKill" }],
  ["a hook", word("Completed"), [event("FailedPostStartHook", "x")], { kind: "postStartHook", container: "agent" }],
  ["an end without error", word("Completed"), [], { kind: "completedAgain" }],
  ["a probe that does not explain a memory limit", word("OOMKilled"), [event("Unhealthy", "Liveness probe failed")], { kind: "oomKilled" }],
  ["a Secret", STARTING, [event("FailedMount", 'secret "certs" not found')], { kind: "objectMissing", subject: 'secret "certs"' }],
  [
    "a host path",
    STARTING,
    [event("FailedMount", "hostPath type check failed: /no/such is not a directory")],
    { kind: "hostPathMissing", subject: "/no/such" },
  ],
  [
    "a host path, in the words of 1.37",
    STARTING,
    [
      event(
        "FailedMount",
        'hostPath type check failed, /no/such is not a directory, unable to determine its type: path "/no/such" does not exist',
      ),
    ],
    { kind: "hostPathMissing", subject: "/no/such" },
  ],
  ["a volume", STARTING, [event("FailedMount", "timeout")], { kind: "mountFailed" }],
  ["an attachment", STARTING, [event("FailedAttachVolume", "Multi-Attach error")], { kind: "attachFailed" }],
  ["a network", STARTING, [event("FailedCreatePodSandBox", "plugin type=bridge failed")], { kind: "sandboxFailed" }],
  ["a readiness probe", { ...STARTING, phase: "Running" }, [event("Unhealthy", "Readiness probe failed: 503")], { kind: "readinessProbe" }],
  [
    "a readiness gate",
    {
      ...STARTING,
      phase: "Running",
      notReady: { reason: "ReadinessGatesNotReady", message: 'corresponding condition of pod readiness gate "a/b" does not exist.' },
    },
    [],
    { kind: "readinessGate", subject: "a/b" },
  ],
  ["a full node", unbound("Insufficient cpu, Insufficient memory"), [], { kind: "noRoom" }],
  ["too many pods", unbound("Too many pods"), [], { kind: "noRoom" }],
  ["a port", unbound("node(s) didn't have free ports for the requested pod ports"), [], { kind: "portHeld" }],
  ["a taint", unbound("node(s) had untolerated taint {a: b}"), [], { kind: "untolerated" }],
  ["a label", unbound("node(s) didn't match Pod's node affinity/selector"), [], { kind: "labelMismatch" }],
  ["another pod", unbound("node(s) didn't match pod anti-affinity rules"), [], { kind: "antiAffinity" }],
  ["a device", unbound("cannot allocate all claims"), [], { kind: "claimUnallocated" }],
  ["a claim", unbound('persistentvolumeclaim "data" not found'), [], { kind: "volumeClaimMissing", subject: "data" }],
  ["a zone", unbound("node(s) had volume node affinity conflict"), [], { kind: "volumeElsewhere" }],
  ["a zone of 1.36", unbound("node(s) didn't match PersistentVolume's node affinity"), [], { kind: "volumeElsewhere" }],
  ["a gate", unbound("SchedulingGated"), [], { kind: "schedulingGate" }],
  ["new words of a scheduler", unbound("node(s) were unlucky"), [], { kind: "notScheduled", reason: "node(s) were unlucky" }],
  ["labels of a kubelet", rejected("NodeAffinity", "x"), [], { kind: "labelsUnknown" }],
  ["a full kubelet", rejected("OutOfcpu", "x"), [], { kind: "outOf" }],
  ["a feature", rejected("PodFeatureUnsupported", "x"), [], { kind: "featureMissing" }],
  ["a sysctl", rejected("SysctlForbidden", "x"), [], { kind: "sysctlForbidden" }],
  ["a device plugin", rejected("UnexpectedAdmissionError", "x"), [], { kind: "admissionError" }],
  ["a shutdown", rejected("NodeShutdown", "x"), [], { kind: "nodeShutdown" }],
  ["disk pressure", rejected("Evicted", "Pod was rejected: The node had condition: [DiskPressure]. "), [], { kind: "diskPressure" }],
  ["low memory", rejected("Evicted", "The node was low on resource: memory. x"), [], { kind: "memoryPressure" }],
  ["no process ids", rejected("Evicted", "The node had condition: [PIDPressure]. "), [], { kind: "pidPressure" }],
  ["a volume limit", rejected("Evicted", 'Usage of EmptyDir volume "d" exceeds the limit "2Mi". '), [], { kind: "evicted" }],
  ["new words of a kubelet", word("SomethingNew"), [], { kind: "unknown", reason: "SomethingNew" }],
])("K1 the API's words about %s give its cause", (_name, pod, podEvents, cause) => {
  expect(causeOfPod(pod, { podEvents })?.cause).toMatchObject(cause);
});

const waiting = (reason: string, parts: object = {}) =>
  unbound(reason, { unscheduled: { schedulerName: "default-scheduler", reported: true, ...parts } });
const MEMORY = { requests: { cpu: "100m", memory: "32Gi" } };
const NODE = { cpuMillis: 4000, memoryBytes: 8 * 2 ** 30, pods: 110 };
const PORT = { port: 9100, protocol: "TCP", hostIP: "0.0.0.0" };
const PORTS_TAKEN = "node(s) didn't have free ports for the requested pod ports";
const holder = (daemonSet: string, parts: object = {}) => ({ daemonSet, isDeleted: false, ports: [PORT], goneByMs: 1000, ...parts });

it.each<[string, PodEvidence, PodSurroundings, object]>([
  [
    "a request above the node's memory",
    waiting("Insufficient memory", MEMORY),
    { nodeAllocatable: NODE },
    { cause: { kind: "tooLarge", reason: "Insufficient memory", subject: "memory 32Gi" }, detail: { allocatable: "8Gi" } },
  ],
  [
    "two requests above the node",
    waiting("Insufficient cpu, Insufficient memory", { requests: { cpu: "4001m", memory: "32Gi" } }),
    { nodeAllocatable: NODE },
    { cause: { kind: "tooLarge", subject: "cpu 4001m, memory 32Gi" }, detail: { allocatable: "4, 8Gi" } },
  ],
  [
    "a request of exactly the node's memory",
    waiting("Insufficient memory", { requests: { memory: "8Gi" } }),
    { nodeAllocatable: NODE },
    { cause: { kind: "noRoom" } },
  ],
  ["a node that states no amounts", waiting("Insufficient memory", MEMORY), {}, { cause: { kind: "noRoom" } }],
  [
    "another resource that is short",
    waiting("Insufficient ephemeral-storage", MEMORY),
    { nodeAllocatable: NODE },
    { cause: { kind: "noRoom" } },
  ],
  [
    "a node for one pod",
    waiting("Too many pods", MEMORY),
    { nodeAllocatable: { pods: 1 } },
    { cause: { kind: "onePodNode", reason: "Too many pods" } },
  ],
  ["a node with its last place taken", waiting("Too many pods", MEMORY), { nodeAllocatable: NODE }, { cause: { kind: "noRoom" } }],
  [
    "a resource that the node does not advertise",
    waiting("Insufficient example.com/fpga", MEMORY),
    { nodeAllocatable: { ...NODE, extended: ["example.com/gpu"] } },
    { cause: { kind: "resourceMissing", subject: "example.com/fpga" } },
  ],
  [
    "a resource that the node advertises",
    waiting("Insufficient example.com/fpga", MEMORY),
    { nodeAllocatable: { ...NODE, extended: ["example.com/fpga"] } },
    { cause: { kind: "noRoom" } },
  ],
  [
    "a scheduling gate",
    waiting("SchedulingGated", { gates: ["a/b", "c"] }),
    {},
    { cause: { kind: "schedulingGate", reason: "SchedulingGated", subject: "a/b, c" } },
  ],
  [
    "a port of an ending pod",
    waiting(PORTS_TAKEN, { hostPorts: [PORT] }),
    { endingHolders: [holder("infra/b", { goneByMs: 5000 }), holder("infra/a", { isDeleted: true })] },
    { cause: { kind: "portEnding", subject: "9100", holder: "infra/a", holderIsDeleted: true }, detail: { endsAtMs: 5000 } },
  ],
  [
    "a port that no ending pod holds",
    waiting(PORTS_TAKEN, { hostPorts: [{ ...PORT, port: 80 }] }),
    { endingHolders: [holder("infra/a")] },
    { cause: { kind: "portHeld" } },
  ],
  [
    "a memory limit",
    word("OOMKilled", { hash: "h2" }),
    { containersOf: (hash) => (hash === "h2" ? [{ name: "agent", image: "a", ports: [], limits: { memory: "64Mi" } }] : undefined) },
    { cause: { kind: "oomKilled", container: "agent" }, detail: { limit: "64Mi" } },
  ],
])("K1 the node and other pods explain %s", (_name, pod, around, found) => {
  expect(causeOfPod(pod, around)).toMatchObject(found);
});

it("K1 the message of a failed pull is the one that says why", () => {
  const failed = 'Failed to pull image "x": unexpected status: 403 Forbidden';
  const pod = word("ImagePullBackOff", { message: 'Back-off pulling image "x"' });
  expect(causeOfPod(pod, { podEvents: [event("Failed", "Error: ErrImagePull"), event("Failed", failed)] })).toMatchObject({
    cause: { kind: "imageUnauthorised" },
    detail: { message: failed },
  });
});

it("K1 the events of another pod on the node explain nothing: a surge has two", () => {
  const pod = { ...STARTING, uid: "new" };
  const of = (uid: string) => ({ ...event("FailedMount", 'secret "certs" not found'), involved: { ...event("", "").involved, uid } });
  expect(causeOfPod(pod, { podEvents: [of("old")] })).toBeUndefined();
  expect(causeOfPod(pod, { podEvents: [of("old"), of("new")] })?.cause).toMatchObject({ kind: "objectMissing" });
});

it.each(["no match for platform in manifest: not found", "no matching manifest for linux/arm64/v8 in the manifest list entries"])(
  "K1 an image for another architecture exists: %s",
  (text) => {
    const pod = word("ErrImagePull", { message: `Failed to pull image "agent:2": ${text}` });
    expect(causeOfPod(pod)?.cause.kind).toBe("imageWrongPlatform");
  },
);

it("K1 a condition of the node explains an eviction without a message", () => {
  expect(causeOfPod(rejected("Evicted", ""), { nodePressures: ["DiskPressure"] })?.cause.kind).toBe("diskPressure");
});

it.each([
  ['pods "a" is forbidden: exceeded quota: team-quota, requested: pods=1', "quotaExceeded", "team-quota"],
  [
    'pods "a" is forbidden: exceeded quota: cpu-quota, requested: count/pods=1, used: count/pods=9, limited: count/pods=9',
    "quotaExceeded",
    "cpu-quota",
  ],
  [
    'pods "a" is forbidden: exceeded quota: team-quota, requested: pods=1,requests.memory=64Mi, used: pods=1,requests.memory=0, limited: pods=1,requests.memory=32Mi',
    "requestsOverQuota",
    "team-quota",
  ],
  ['pods "a" is forbidden: violates PodSecurity "baseline:latest": hostNetwork', "podSecurity", "baseline:latest"],
  ['admission webhook "policy.example.com" denied the request: no', "webhookDenied", "policy.example.com"],
  ['failed calling webhook "policy.example.com": timeout', "webhookSilent", "policy.example.com"],
  ['error looking up service account infra/agent: serviceaccount "agent" not found', "serviceAccountMissing", "agent"],
  ["no PriorityClass with name high was found", "priorityClassMissing", "high"],
  ['pods "a" is forbidden: pod rejected: RuntimeClass "kata" not found', "runtimeClassMissing", "kata"],
  ['pods "a" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi', "limitRange", undefined],
  ['pods "a" is forbidden: cpu max limit to request ratio per Container is 2, but provided ratio is 4.000000', "limitRange", undefined],
  ['pods "a" is forbidden: failed quota: team-quota: must specify limits.cpu for: agent', "createRefused", undefined],
  ["etcdserver: request timed out", "createRefused", undefined],
])("K1 a FailedCreate event names its cause: %s", (message, kind, subject) => {
  const { cause } = causeOfCreateError({
    ...event("FailedCreate", `Error creating: ${message}`),
    involved: { ...event("", "").involved, kind: "DaemonSet" },
  });
  expect([cause.kind, cause.subject]).toEqual([kind, subject]);
});

it("K1 texts of any length and content are data", () => {
  const texts = [
    "x".repeat(1_000_000),
    "\u0000\u001b[31m",
    "\u202Eabc",
    "<script>alert(1)</script>",
    "(".repeat(5000),
    " ".repeat(100_000),
  ];
  for (const text of texts)
    for (const pod of [word("ImagePullBackOff", { message: text }), unbound(text), rejected("Evicted", text), word(text)])
      expect(CAUSE_KINDS).toContain(causeOfPod(pod, { podEvents: [event("FailedMount", text)] })?.cause.kind);
});

it("K2 an undo and a pause are offered only for causes that the revision may have", () => {
  for (const kind of CAUSE_KINDS)
    if (CAUSES[kind].byRevision === "no") expect(CAUSES[kind].helps, kind).not.toEqual(expect.arrayContaining(["undo"]));
});

it("lists the lasting kinds as the table does", () => {
  expect([...LASTING_KINDS]).toEqual(CAUSE_KINDS.filter((kind) => CAUSES[kind].normalFor === "lasting"));
});

it("K1 a log names the reason of a container that ended or is not ready, and of no other cause", () => {
  const withLog = (run: "previous" | "present") => CAUSE_KINDS.filter((kind) => CAUSES[kind].log === run);
  expect(withLog("previous").toSorted()).toEqual(
    ["completedAgain", "crash", "crashedOnce", "initCrash", "livenessKill", "oomKilled", "postStartHook", "startupKill"].toSorted(),
  );
  expect(withLog("present")).toEqual(["readinessProbe", "runningNotReady", "notRestarted"]);
});

it("K1 three causes are about a condition of the node", () => {
  const conditions = CAUSE_KINDS.flatMap((kind) => nodeConditionOf({ kind }) ?? []);
  expect(conditions).toEqual(["DiskPressure", "MemoryPressure", "PIDPressure"]);
});
