import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CauseFact, CauseKind } from "@daemonscope/daemonset/records/cause-fact";
import {
  aBoundPod,
  aCluster,
  aCreateError,
  aDaemonSet,
  ago,
  aNode,
  anUnboundPod,
  anUnreadyPod,
  aPodEvent,
  aReadyPod,
  aRejectedPod,
  aStartingPod,
  containerStatus,
  loopOf,
  running,
  terminated,
  waiting,
} from "./case-objects.fixture.ts";
import type { RecordedObjects } from "./static-api-server.fixture.ts";

/** A cluster with one cause. `scripts/checks/causes.mjs` demands a case for each kind. */
export interface KindCase extends Pick<CauseFact, "subject" | "container"> {
  readonly kind: CauseKind;
  /** Distinguishes several cases of one kind. */
  readonly of?: string;
  readonly recorded: () => RecordedObjects;
  /** The cause appears only after this time. */
  readonly afterMs?: number;
}

const FOLDER = join(import.meta.dirname, "../../../fixtures/cases");
/** The objects of an incident: `fixtures/cases/F07`. */
const file = (id: string) => (): RecordedObjects => JSON.parse(readFileSync(join(FOLDER, id, "objects.json"), "utf8")) as RecordedObjects;
const cluster =
  (...items: Parameters<typeof aCluster>[0]) =>
  () =>
    aCluster(items);

const PULL = "ImagePullBackOff";
const pullFailure = (message: string) => cluster(anUnreadyPod("n1", containerStatus(waiting(PULL, message)), { ageS: 600 }));
const AGENT = "registry.example.com/agent:1";
const pullError = (answer: string) =>
  pullFailure(`Back-off pulling image "${AGENT}": ErrImagePull: failed to pull and unpack image "${AGENT}": ${answer}`);
const creation = (message: string) => cluster(aCreateError(message));
/** The scheduler's words about the pinned node, with those about the other two. */
const refusalText = (words: string): string =>
  `0/3 nodes are available: 1 ${words}, 2 node(s) didn't satisfy plugin(s) [NodeAffinity]. preemption: 0/3 nodes are available: 1 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling.`;
const refusal = (words: string) => cluster(anUnboundPod("n1", refusalText(words)));
const rejection = (reason: string, message: string) => cluster(aRejectedPod("n1", reason, message));
const start = (reason: string, message: string) => cluster(aStartingPod("n1"), aPodEvent("n1", reason, message));
const loop = (end: ReturnType<typeof terminated>) => anUnreadyPod("n1", loopOf(end));
const runningUnready = (ageS = 300) => anUnreadyPod("n1", containerStatus(running(ageS - 5), { started: true }), { ageS });

const NEW_REVISION = { generation: 2, revisions: ["h1", "h2"] } as const;
const surge = { updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } } };
const port = { ports: [{ containerPort: 9100, hostPort: 9100, protocol: "TCP" }] };
const DRIVER = { ...NEW_REVISION, labels: { app: "nvidia-driver-daemonset" }, spec: { updateStrategy: { type: "OnDelete" } } };
const upgrading = (name: string, state: string) => aNode(name, { labels: { "nvidia.com/gpu-driver-upgrade-state": state } });
const PLUGIN = "nvidia.com/gpu.deploy.device-plugin";
const deletedPod = (graceEndsInS: number) => ({
  meta: { deletionTimestamp: ago(-graceEndsInS), deletionGracePeriodSeconds: 30 },
});

const CREATION: readonly KindCase[] = [
  { kind: "quotaExceeded", subject: "team-quota", recorded: file("F07") },
  {
    kind: "requestsOverQuota",
    subject: "team-quota",
    recorded: creation(
      'pods "agent-x7k2p" is forbidden: exceeded quota: team-quota, requested: requests.memory=64Mi, used: requests.memory=480Mi, limited: requests.memory=512Mi',
    ),
  },
  { kind: "podSecurity", subject: "baseline:latest", recorded: file("F08") },
  {
    kind: "limitRange",
    recorded: creation('pods "agent-x7k2p" is forbidden: maximum memory usage per Container is 32Mi, but limit is 64Mi'),
  },
  {
    kind: "webhookDenied",
    subject: "policy.example.com",
    recorded: creation('admission webhook "policy.example.com" denied the request: hostNetwork is not allowed'),
  },
  {
    kind: "webhookSilent",
    subject: "policy.example.com",
    recorded: creation(
      'Internal error occurred: failed calling webhook "policy.example.com": failed to call webhook: Post "https://policy.infra.svc:443/validate?timeout=10s": context deadline exceeded',
    ),
  },
  {
    kind: "serviceAccountMissing",
    subject: "agent",
    recorded: creation('pods "agent-" is forbidden: error looking up service account infra/agent: serviceaccount "agent" not found'),
  },
  {
    kind: "priorityClassMissing",
    subject: "agents-first",
    recorded: creation('pods "agent-" is forbidden: no PriorityClass with name agents-first was found'),
  },
  {
    kind: "runtimeClassMissing",
    subject: "kata",
    recorded: creation('pods "agent-" is forbidden: pod rejected: RuntimeClass "kata" not found'),
  },
  { kind: "createRefused", recorded: creation("etcdserver: request timed out") },
];

const SCHEDULING: readonly KindCase[] = [
  { kind: "awaitsScheduler", recorded: cluster(anUnboundPod("n1", undefined, { ageS: 5 })) },
  { kind: "noScheduler", subject: "batch-scheduler", recorded: file("F34") },
  {
    kind: "schedulingGate",
    subject: "quota.example.com/wait",
    recorded: cluster(
      anUnboundPod("n1", "Scheduling is blocked due to non-empty scheduling gates", {
        reason: "SchedulingGated",
        spec: { schedulingGates: [{ name: "quota.example.com/wait" }] },
      }),
    ),
  },
  { kind: "claimUnallocated", subject: "nic", recorded: file("F13") },
  {
    kind: "volumeClaimMissing",
    subject: "data",
    recorded: cluster(
      anUnboundPod(
        "n1",
        '0/3 nodes are available: persistentvolumeclaim "data" not found. not found. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
      ),
    ),
  },
  { kind: "volumeElsewhere", of: "1.36", recorded: refusal("node(s) didn't match PersistentVolume's node affinity") },
  { kind: "volumeElsewhere", of: "1.35", recorded: refusal("node(s) had volume node affinity conflict") },
  { kind: "selectorAdded", subject: "nodeSelector sandbox.example.com/kata=true", recorded: file("F12") },
  { kind: "labelMismatch", recorded: refusal("node(s) didn't match Pod's node affinity/selector") },
  { kind: "portHeld", recorded: refusal("node(s) didn't have free ports for the requested pod ports") },
  { kind: "antiAffinity", recorded: refusal("node(s) didn't match pod anti-affinity rules") },
  { kind: "untolerated", recorded: refusal("node(s) had untolerated taint {example.com/maintenance: true}") },
  {
    kind: "preempting",
    recorded: cluster(
      anUnboundPod(
        "n1",
        "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't satisfy plugin(s) [NodeAffinity]. preemption: not eligible due to a terminating pod on the nominated node.",
        { status: { nominatedNodeName: "n1" } },
      ),
    ),
  },
  {
    kind: "noRoom",
    of: "a node that another component nominated",
    recorded: cluster(anUnboundPod("n1", refusalText("Insufficient cpu"), { status: { nominatedNodeName: "n1" } })),
  },
  { kind: "noRoom", recorded: refusal("Insufficient cpu") },
  { kind: "onePodNode", recorded: file("F20") },
  { kind: "tooLarge", subject: "memory 32Gi", recorded: file("F21") },
  { kind: "featureMissing", recorded: refusal("node(s) didn't match Pod's required features") },
  { kind: "resourceMissing", subject: "example.com/fpga", recorded: refusal("Insufficient example.com/fpga") },
  { kind: "portEnding", subject: "9100", recorded: file("F26") },
  {
    kind: "noSuchNode",
    recorded: cluster(
      anUnboundPod(
        "n1",
        "0/3 nodes are available: 3 node(s) didn't satisfy plugin(s) [NodeAffinity]. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.",
      ),
    ),
  },
  { kind: "notScheduled", recorded: refusal("node(s) were out of phase") },
];

const REJECTIONS: readonly KindCase[] = [
  { kind: "labelsUnknown", recorded: file("F17") },
  { kind: "outOf", recorded: rejection("OutOfcpu", "Pod was rejected: Node didn't have enough resource: cpu, requested: 100") },
  {
    kind: "sysctlForbidden",
    recorded: rejection("SysctlForbidden", 'Pod was rejected: forbidden sysctl: "kernel.msgmax" not allowlisted'),
  },
  {
    kind: "featureMissing",
    of: "a kubelet",
    recorded: rejection(
      "PodFeatureUnsupported",
      "Pod was rejected: Pod requires node features that are not available: RestartAllContainersOnContainerExits",
    ),
  },
  { kind: "diskPressure", recorded: file("F18") },
  {
    kind: "memoryPressure",
    recorded: cluster(
      aNode("n1", { pressures: ["MemoryPressure"] }),
      aRejectedPod("n1", "Evicted", "Pod was rejected: The node had condition: [MemoryPressure]. "),
    ),
  },
  { kind: "pidPressure", recorded: rejection("Evicted", "The node was low on resource: pids. Threshold quantity: 100, available: 40. ") },
  { kind: "nodeShutdown", recorded: rejection("NodeShutdown", "Pod was rejected as the node is shutting down.") },
  {
    kind: "admissionError",
    recorded: rejection(
      "UnexpectedAdmissionError",
      "Pod was rejected: Allocate failed due to can't allocate unhealthy devices nic, which is unexpected",
    ),
  },
  { kind: "evicted", recorded: rejection("Evicted", 'Usage of EmptyDir volume "scratch" exceeds the limit "2Mi". ') },
];

const STARTS: readonly KindCase[] = [
  { kind: "starting", recorded: cluster(aStartingPod("n1", { ageS: 30 })) },
  {
    kind: "imageWrongPlatform",
    subject: AGENT,
    recorded: pullError(`failed to resolve reference "${AGENT}": no match for platform in manifest: not found`),
  },
  { kind: "imageNotFound", subject: AGENT, recorded: pullError(`failed to resolve reference "${AGENT}": ${AGENT}: not found`) },
  {
    kind: "imageUnauthorised",
    subject: AGENT,
    recorded: pullError(
      "pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed",
    ),
  },
  {
    kind: "imageRateLimited",
    subject: AGENT,
    recorded: pullError("unexpected status from HEAD request to https://registry.example.com/v2/agent/manifests/1: 429 Too Many Requests"),
  },
  {
    kind: "imageUnreachable",
    subject: AGENT,
    recorded: pullError(
      'failed to do request: Head "https://registry.example.com/v2/agent/manifests/1": dial tcp: lookup registry.example.com: no such host',
    ),
  },
  { kind: "imageFailed", subject: AGENT, recorded: pullFailure(`Back-off pulling image "${AGENT}"`) },
  { kind: "objectMissing", of: "a volume", subject: 'secret "agent-certs"', recorded: file("F29") },
  { kind: "objectMissing", of: "an environment", subject: 'configmap "agent-env"', container: "agent", recorded: file("F31") },
  {
    kind: "hostPathMissing",
    subject: "/no/such/folder",
    recorded: start(
      "FailedMount",
      'MountVolume.SetUp failed for volume "state" : hostPath type check failed: /no/such/folder is not a directory',
    ),
  },
  {
    kind: "configError",
    container: "agent",
    recorded: cluster(
      anUnreadyPod("n1", containerStatus(waiting("CreateContainerConfigError", "couldn't find key token in Secret infra/agent-token")), {
        ageS: 600,
      }),
    ),
  },
  {
    kind: "startError",
    container: "agent",
    recorded: cluster(
      loop(
        terminated("StartError", 128, {
          message:
            'failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: "/agnt": stat /agnt: no such file or directory',
        }),
      ),
    ),
  },
  {
    kind: "mountFailed",
    recorded: start(
      "FailedMount",
      'MountVolume.MountDevice failed for volume "data" : rpc error: code = Internal desc = mount failed: exit status 32',
    ),
  },
  {
    kind: "attachFailed",
    recorded: start(
      "FailedAttachVolume",
      'Multi-Attach error for volume "pvc-7" Volume is already exclusively attached to one node and can\'t be attached to another',
    ),
  },
  {
    kind: "sandboxFailed",
    recorded: start(
      "FailedCreatePodSandBox",
      'Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox "4f1": plugin type="bridge" failed (add): no IP addresses available in range set',
    ),
  },
];

const ENDS: readonly KindCase[] = [
  {
    kind: "initCrash",
    container: "prepare",
    recorded: cluster(
      aBoundPod("n1", {
        spec: { initContainers: [{ name: "prepare", image: AGENT }] },
        ready: { status: "False", reason: "ContainersNotReady" },
        containers: [containerStatus(waiting("PodInitializing"))],
        status: { initContainerStatuses: [loopOf(terminated("Error", 7), { name: "prepare" })] },
      }),
    ),
  },
  { kind: "oomKilled", container: "agent", recorded: file("F35") },
  {
    kind: "livenessKill",
    container: "agent",
    recorded: cluster(
      loop(terminated("Completed", 0)),
      aPodEvent("n1", "Unhealthy", "Liveness probe failed: HTTP probe failed with statuscode: 503"),
    ),
  },
  {
    kind: "startupKill",
    container: "agent",
    recorded: cluster(
      loop(terminated("Error", 137)),
      aPodEvent("n1", "Unhealthy", "Startup probe failed: dial tcp 10.0.0.1:8080: connect: connection refused"),
    ),
  },
  {
    kind: "postStartHook",
    container: "agent",
    recorded: cluster(
      loop(terminated("Completed", 0)),
      aPodEvent("n1", "FailedPostStartHook", "PostStartHook failed: command 'register' exited with 1"),
    ),
  },
  { kind: "completedAgain", container: "agent", recorded: cluster(loop(terminated("Completed", 0))) },
  { kind: "crash", container: "agent", recorded: cluster(loop(terminated("Error", 1))) },
  {
    kind: "notRestarted",
    container: "agent",
    recorded: cluster(
      aBoundPod("n1", {
        ageS: 300,
        ready: { status: "False", reason: "ContainersNotReady" },
        spec: {
          containers: [
            { name: "agent", image: AGENT, restartPolicy: "Never" },
            { name: "side", image: AGENT },
          ],
        },
        containers: [containerStatus(terminated("Error", 3)), containerStatus(running(200), { name: "side", ready: true, started: true })],
      }),
    ),
  },
  {
    kind: "crashedOnce",
    container: "agent",
    recorded: cluster(
      anUnreadyPod("n1", containerStatus(running(90), { restartCount: 1, started: true, lastState: terminated("Error", 2) }), {
        ageS: 300,
      }),
    ),
  },
];

const READINESS: readonly KindCase[] = [
  {
    kind: "readinessProbe",
    recorded: cluster(runningUnready(900), aPodEvent("n1", "Unhealthy", "Readiness probe failed: HTTP probe failed with statuscode: 503")),
  },
  { kind: "readinessGate", subject: "lb.example.com/registered", recorded: file("F25") },
  { kind: "runningNotReady", recorded: cluster(runningUnready()) },
  {
    kind: "readyNotAvailable",
    recorded: cluster(...aDaemonSet({ spec: { minReadySeconds: 600 } }), aReadyPod("n1", { ageS: 90, readySinceS: 60 })),
  },
  {
    kind: "nodeNotReady",
    recorded: cluster(aNode("n1", { ready: "False", readySinceS: 1200 }), runningUnready(3000)),
  },
];

const ENDINGS: readonly KindCase[] = [
  {
    kind: "deviceTaint",
    recorded: cluster(
      aReadyPod("n1", {
        ...deletedPod(20),
        status: {
          conditions: [
            { type: "Ready", status: "True", lastTransitionTime: ago(2000) },
            { type: "DisruptionTarget", status: "True", reason: "DeletionByDeviceTaintManager", lastTransitionTime: ago(10) },
          ],
        },
      }),
    ),
  },
  { kind: "terminating", recorded: cluster(aReadyPod("n1", deletedPod(20))) },
  {
    kind: "terminatingOnNotReady",
    recorded: cluster(aNode("n1", { ready: "False", readySinceS: 1200 }), aReadyPod("n1", deletedPod(-600))),
  },
  { kind: "kubeletSilent", recorded: file("F27") },
  {
    kind: "podFinalizer",
    subject: "x.example.com/hold",
    recorded: cluster(aReadyPod("n1", { meta: { ...deletedPod(-600).meta, finalizers: ["x.example.com/hold"] } })),
  },
  { kind: "nodeGone", recorded: file("F23") },
  {
    kind: "nodeLeaving",
    subject: "karpenter.sh/disrupted",
    recorded: cluster(aNode("n1", { taints: [{ key: "karpenter.sh/disrupted", effect: "NoSchedule" }] }), aReadyPod("n1")),
  },
];

const COUNTS: readonly KindCase[] = [
  { kind: "noPodYet", recorded: cluster() },
  { kind: "noPod", recorded: cluster() },
  {
    kind: "twoPods",
    recorded: cluster(
      ...aDaemonSet(NEW_REVISION),
      aReadyPod("n1"),
      aReadyPod("n1", { suffix: "-2", hash: "h2", ageS: 60, readySinceS: 50 }),
    ),
  },
  { kind: "extraPods", recorded: cluster(aReadyPod("n1"), aReadyPod("n1", { suffix: "-2", ageS: 60, readySinceS: 50 })) },
  {
    kind: "misscheduled",
    recorded: cluster(aNode("n1", { taints: [{ key: "example.com/batch", effect: "NoSchedule" }] }), aReadyPod("n1")),
  },
];

const WIDE = Array.from({ length: 12 }, (_, at) => `n${at + 1}`);
const BROKEN = new Set(["n1", "n2", "n3"]);

const OF_DAEMON_SET: readonly KindCase[] = [
  {
    kind: "revisionBreaksNodes",
    recorded: cluster(
      ...aDaemonSet({ ...NEW_REVISION, revisedS: 1500 }),
      ...WIDE.flatMap((node) =>
        BROKEN.has(node)
          ? [
              aNode(node, { ready: "Unknown", readySinceS: 1000 }),
              anUnreadyPod(node, containerStatus(running(1190)), { hash: "h2", ageS: 1200 }),
            ]
          : [aNode(node), aReadyPod(node)],
      ),
    ),
  },
  {
    kind: "surgePortClash",
    recorded: cluster(
      ...aDaemonSet({ spec: surge, template: { containers: [{ name: "agent", image: AGENT, ...port }] } }),
      aReadyPod("n1"),
    ),
  },
  {
    kind: "waitsForDeletion",
    recorded: cluster(...aDaemonSet({ ...NEW_REVISION, spec: { updateStrategy: { type: "OnDelete" } } }), aReadyPod("n1")),
  },
  {
    kind: "noNodeWants",
    recorded: () =>
      aCluster(
        aDaemonSet({
          template: { nodeSelector: { "example.com/pool": "none" } },
          status: { desiredNumberScheduled: 0, currentNumberScheduled: 0, numberReady: 0, numberAvailable: 0, numberUnavailable: 0 },
        }),
        { isBare: true },
      ),
  },
  {
    kind: "controllerForgot",
    afterMs: 60_000,
    recorded: cluster(
      ...aDaemonSet({ ...NEW_REVISION, revisedS: 1500, spec: { ...surge, minReadySeconds: 30 }, status: { updatedNumberScheduled: 0 } }),
      aReadyPod("n1"),
      ...["n1", "n2", "n3"].map((node) => aReadyPod(node, { suffix: "-2", hash: "h2", ageS: 1200, readySinceS: 1100 })),
    ),
  },
  {
    kind: "controllerBehind",
    afterMs: 200_000,
    recorded: cluster(...aDaemonSet({ generation: 2, status: { observedGeneration: 1 } }), aReadyPod("n1")),
  },
  {
    kind: "upgradeFailed",
    subject: "gpu-operator",
    recorded: cluster(...aDaemonSet(DRIVER), upgrading("n1", "upgrade-failed"), aReadyPod("n1")),
  },
  {
    kind: "upgradeIdle",
    subject: "gpu-operator",
    afterMs: 700_000,
    recorded: cluster(...aDaemonSet(DRIVER), upgrading("n1", "upgrade-required"), aReadyPod("n1")),
  },
  {
    kind: "pauseLeft",
    subject: "gpu-operator",
    afterMs: 700_000,
    recorded: cluster(
      ...aDaemonSet({ template: { nodeSelector: { [PLUGIN]: "true" } } }),
      aNode("n1", { labels: { [PLUGIN]: "paused-for-driver-upgrade" } }),
      ...["n2", "n3"].map((node) => aNode(node, { labels: { [PLUGIN]: "true" } })),
    ),
  },
  {
    kind: "unknown",
    of: "a kubelet",
    container: "agent",
    recorded: cluster(anUnreadyPod("n1", containerStatus(waiting("NewKubeletWord", "some words")), { ageS: 600 })),
  },
  { kind: "unknown", of: "a rejection", recorded: rejection("NewRejection", "Pod was rejected: some words") },
];

/** At least one case for each kind. */
export const KIND_CASES: readonly KindCase[] = [
  ...CREATION,
  ...SCHEDULING,
  ...REJECTIONS,
  ...STARTS,
  ...ENDS,
  ...READINESS,
  ...ENDINGS,
  ...COUNTS,
  ...OF_DAEMON_SET,
];
