import type { KubePod } from "@daemonscope/kube/objects";
import { podAnswer } from "@daemonscope/words/answers/pod-answer";
import { english } from "@daemonscope/words/english";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aPod, EPOCH_MS, type PodParts } from "../model/objects.fixture.ts";
import type { PodReason } from "../records/pod-reason.ts";
import {
  availableAtMs,
  compareControllerOrder,
  isFailing,
  type PodFacts,
  podFactsOf,
  unavailableSinceMs,
  wasHealthyBefore,
  withoutOvercomeLoop,
} from "./pod-facts.ts";
import { pinnedNodeReason, podProblem } from "./pod-problem.ts";

const SEED = Number(process.env.SEED ?? 20260107);
type Container = KubePod["status"]["containers"][number];
const container = (parts: Partial<Container>): Container => ({ name: "agent", ready: false, restartCount: 0, ...parts });
const facts = (parts: PodParts, name = "p"): PodFacts => {
  const found = podFactsOf(aPod("a", name, parts));
  if (found === undefined) throw new Error("no facts");
  return found;
};
/** Returns the same facts in words. */
const answerFor = (parts: PodParts) =>
  podAnswer(facts(parts), { minReadySeconds: 0, currentHash: undefined, templateGeneration: undefined }, EPOCH_MS, false);
function wordsOf(found: PodReason): string {
  if (found.kind === "noSuchNode") return found.kind;
  return found.kind === "reason" ? found.reason : `${found.kind}: ${found.reason}`;
}
const verbatimReason = (reason: string) => ({ kind: "reason", reason });

it("C4 a pod that is available at once has no time if its ready time is unknown", () => {
  const facts = podFactsOf(aPod("a", "p", { node: "n1", readyAtMs: 1000 }));
  if (facts === undefined) throw new Error("no facts");
  const set = { minReadySeconds: 0, currentHash: undefined, templateGeneration: undefined };
  expect(podAnswer({ ...facts, readySinceMs: undefined }, set, EPOCH_MS, false)).toMatchObject({
    available: true,
    availableAtMs: undefined,
  });
});

describe("C1 the node of a pod", () => {
  it.each([
    ["C1 is the one that it is bound to", { node: "n1", pinnedTo: "n2" }, "n1", true],
    ["C1 is the one in its affinity while it waits", { pinnedTo: "n2" }, "n2", false],
    ["C1 is the one in its affinity if nodeName is empty", { node: "", pinnedTo: "n2" }, "n2", false],
  ] as const)("%s", (_name, parts, node, scheduled) => {
    expect(facts(parts)).toMatchObject({ node, scheduled });
  });
  it("C1 a pod with neither a node nor a pinned node has no facts", () => {
    expect(podFactsOf(aPod("a", "p", {}))).toBeUndefined();
  });
  it("C1 ignores an owner that is not the controller or not a DaemonSet", () => {
    const pod = aPod("a", "p", { node: "n1" });
    const owner = { apiVersion: "apps/v1", kind: "DaemonSet", name: "a", uid: "ds-a" };
    expect(podFactsOf({ ...pod, metadata: { ...pod.metadata, ownerReferences: [owner] } })).toBeUndefined();
    expect(
      podFactsOf({ ...pod, metadata: { ...pod.metadata, ownerReferences: [{ ...owner, kind: "ReplicaSet", controller: true }] } }),
    ).toBeUndefined();
  });
});

it("C3 sorts pods like the controller: scheduled, older, name", () => {
  const pods = [
    facts({ pinnedTo: "n1", createdAtMs: 1 }, "waits"),
    facts({ node: "n1", createdAtMs: 3 }, "b"),
    facts({ node: "n1", createdAtMs: 3 }, "a"),
    facts({ node: "n1", createdAtMs: 2 }, "z"),
  ];
  expect(pods.sort(compareControllerOrder).map(({ name }) => name)).toEqual(["z", "a", "b", "waits"]);
});

it("C4 availability needs the ready time, unless minReadySeconds is 0", () => {
  const ready = facts({ node: "n1", readyAtMs: 1000 });
  expect(availableAtMs(ready, 5)).toBe(EPOCH_MS + 6000);
  expect(availableAtMs({ ...ready, readySinceMs: undefined }, 5)).toBeUndefined();
  expect(availableAtMs({ ...ready, readySinceMs: undefined }, 0)).toBe(0);
  expect(availableAtMs(facts({ node: "n1" }), 0)).toBeUndefined();
});

describe("C11 the problem of a pod", () => {
  const failing = [
    "ImagePullBackOff",
    "InvalidImageName",
    "ErrImageNeverPull",
    "CrashLoopBackOff",
    "CreateContainerConfigError",
    "CreateContainerError",
    "RunContainerError",
    "ImageInspectError",
    "RegistryUnavailable",
    "SignatureValidationFailed",
    "ImageVolumeMountFailed",
    "RROUnsupported",
    "PreCreateHookError",
    "PreStartHookError",
    "PostStartHookError",
    "CreatePodSandboxError",
    "ConfigPodSandboxError",
    "KillPodSandboxError",
    "KillContainerError",
    "RemoveContainerError",
    "ResizePodInPlaceError",
    "ReasonOfANewerKubelet",
  ];
  it.each(failing)("C11 %s does not end by waiting", (reason) => {
    expect(facts({ node: "n1", waiting: reason })).toMatchObject({ reason: verbatimReason(reason), failing: true });
  });
  it.each([
    ["ImagePullBackOff", "registry:5000/agent:2"],
    ["ErrImagePull", "registry:5000/agent:2"],
    ["CrashLoopBackOff", undefined],
  ])("C11 %s of one of two containers names the image that cannot be pulled: %s", (waiting, image) => {
    const pod = aPod("a", "p", { node: "n1", waiting });
    const withImages = { ...pod, spec: { ...pod.spec, images: "side=busybox\nagent=registry:5000/agent:2" } };
    expect(podProblem(withImages)?.reason).toEqual(
      image === undefined ? verbatimReason(waiting) : { ...verbatimReason("ImagePullBackOff"), image },
    );
  });
  it.each([
    [3, "Error"],
    [0, "Completed"],
  ])("C11 a container that ended for good with exit code %d is failing", (exitCode, reason) => {
    const state = { kind: "terminated", reason, exitCode } as const;
    const containers = [{ name: "agent", ready: false, restartCount: 0, state, isFinal: true } as const];
    const pod = aPod("a", "p", { node: "n1", phase: "Running", containers });
    expect(podFactsOf(pod)).toMatchObject({
      reason: { kind: "notRestarted", reason },
      failing: true,
      container: { name: "agent" },
      lastExit: { code: exitCode },
    });
  });
  it("C11 ErrImagePull and ImagePullBackOff are one cause", () => {
    expect(facts({ node: "n1", waiting: "ErrImagePull" })).toEqual(facts({ node: "n1", waiting: "ImagePullBackOff" }));
  });
  it.each(["ContainerCreating", "PodInitializing", "RestartingAllContainers", ""])(
    "C11 waiting for '%s' is a step of the start",
    (waiting) => {
      expect(facts({ node: "n1", waiting })).toMatchObject({ reason: undefined, failing: false });
    },
  );
  it.each([
    "OutOfcpu",
    "OutOfmemory",
    "OutOfephemeral-storage",
    "OutOfpods",
    "OutOfnvidia.com/gpu",
    "NodePorts",
    "NodeAffinity",
    "NodeName",
    "TaintToleration",
    "Evicted",
    "Preempting",
    "NodeShutdown",
    "Terminated",
    "UnexpectedAdmissionError",
    "UnknownReason",
    "UnexpectedPredicateFailureType",
    "InvalidNodeInfo",
    "PodOSNotSupported",
    "PodOSSelectorNodeLabelDoesNotMatch",
    "InitContainerRestartPolicyForbidden",
    "SupplementalGroupsPolicyNotSupported",
    "PodLevelResourcesNotSupported",
    "PodFeatureUnsupported",
    "AppArmor",
    "TopologyAffinityError",
    "SMTAlignmentError",
    "EmptyPodSharedPoolError",
  ])("C11 a pod that the kubelet rejects with %s fails", (reason) => {
    expect(facts({ node: "n1", phase: "Failed", reason })).toMatchObject({ reason: verbatimReason(reason), failing: true, passing: false });
  });
  const rows: readonly [string, PodParts, string | undefined, boolean][] = [
    ["C11 a rejected pod", { node: "n1", phase: "Failed", reason: "OutOfcpu" }, "OutOfcpu", true],
    [
      "C11 a failed pod without a reason takes that of its container",
      { node: "n1", phase: "Failed", containers: [container({ state: { kind: "terminated", reason: "OOMKilled", exitCode: 137 } })] },
      "OOMKilled",
      true,
    ],
    ["C11 a failed pod without any reason", { node: "n1", phase: "Failed" }, "Failed", true],
    ["C11 a daemon pod that completed is a problem too", { node: "n1", phase: "Succeeded" }, "Succeeded", true],
    [
      "C11 a container that ended with an error again",
      { node: "n1", containers: [container({ restartCount: 1, state: { kind: "terminated", reason: "", exitCode: 1 } })] },
      "Error",
      true,
    ],
    [
      "C11 a running container that crashed twice",
      {
        node: "n1",
        containers: [container({ restartCount: 2, state: { kind: "running" }, lastTerminated: { reason: "OOMKilled", exitCode: 137 } })],
      },
      "OOMKilled",
      true,
    ],
    [
      "C11 one container that crashed once does not hide another that fails",
      {
        node: "n1",
        containers: [
          container({ restartCount: 1, state: { kind: "running" }, lastTerminated: { reason: "Error", exitCode: 1 } }),
          container({ restartCount: 1, state: { kind: "waiting", reason: "CrashLoopBackOff" } }),
        ],
      },
      "CrashLoopBackOff",
      true,
    ],
    [
      "C11 a container that ended because the whole pod restarts",
      {
        node: "n1",
        containers: [container({ state: { kind: "running" }, lastTerminated: { reason: "RestartingAllContainers", exitCode: 137 } })],
      },
      undefined,
      false,
    ],
    [
      "C11 a crash after which the pod is ready",
      {
        node: "n1",
        readyAtMs: 1,
        containers: [container({ ready: true, state: { kind: "running" }, lastTerminated: { reason: "Error", exitCode: 1 } })],
      },
      undefined,
      false,
    ],
    ["W2 a scheduling gate", { pinnedTo: "n1", gates: ["example.com/wait"] }, "SchedulingGated", false],
    ["W2 the scheduler has not decided", { pinnedTo: "n1" }, undefined, false],
    ["W2 the scheduler refuses", { pinnedTo: "n1", schedulerMessage: "0/1 nodes are available: 1 Too many pods." }, "Too many pods", false],
    [
      "W2 a preemption for the pod",
      { pinnedTo: "n1", nominatedNode: "n1", schedulerMessage: "0/1 nodes are available: 1 Insufficient cpu." },
      "preempting: Insufficient cpu",
      false,
    ],
    [
      "W2 a nominated node without a preemption",
      {
        pinnedTo: "n1",
        nominatedNode: "n1",
        schedulerMessage:
          "0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.",
      },
      "Insufficient cpu",
      false,
    ],
  ];
  it.each(rows)("%s", (_name, parts, reason, isFailing) => {
    const problem = podProblem(aPod("a", "p", parts));
    expect([problem && wordsOf(problem.reason), problem?.failing ?? false]).toEqual([reason, isFailing]);
  });
});

describe("C11 a crash that may recover", () => {
  const crashed = (restartCount: number, startedAtMs?: number): Container =>
    container({
      restartCount,
      state: {
        kind: "running",
        ...(startedAtMs === undefined ? {} : { startedAt: new Date(EPOCH_MS + startedAtMs).toISOString() }),
      },
      lastTerminated: { reason: "OOMKilled", exitCode: 137 },
    });
  it("is one after which the container runs again, with its own reason text", () => {
    const parts = { node: "n1", phase: "Running", containers: [crashed(1, 5000)] };
    expect(facts(parts)).toMatchObject({ lastExit: { code: 137 }, failing: false, passing: true });
    expect(answerFor(parts)).toMatchObject({ reason: "Crashed once (OOMKilled)", message: "last exit code 137" });
  });
  it("is one after which the container waits to start again", () => {
    const ended = container({ state: { kind: "terminated", reason: "Error", exitCode: 1 } });
    expect(facts({ node: "n1", containers: [ended] })).toMatchObject({ failing: false, passing: true });
    expect(answerFor({ node: "n1", containers: [ended] }).reason).toBe("Crashed once (Error)");
  });
  it("clears the problem if the pod was ready since its only crash", () => {
    const unready = { node: "n1", phase: "Running", unreadyAtMs: 60_000 };
    expect(facts({ ...unready, containers: [crashed(1, 5000)] })).toMatchObject({ reason: undefined, passing: false });
    expect(facts({ ...unready, containers: [crashed(1, 60_000)] })).toMatchObject({ passing: true });
  });
});

describe("C11 a container that ends again and again", () => {
  const iso = (atMs: number) => new Date(EPOCH_MS + atMs).toISOString();
  const SECOND = 1000;
  const MINUTE = 60 * SECOND;
  const OOM = { reason: "OOMKilled", exitCode: 137 };
  const ended = (fromMs: number, toMs: number, end: { reason: string; exitCode: number } = OOM) => ({
    ...end,
    startedAt: iso(fromMs),
    finishedAt: iso(toMs),
  });
  const running = (fromMs: number) => ({ kind: "running" as const, startedAt: iso(fromMs) });
  const backOff = { kind: "waiting" as const, reason: "CrashLoopBackOff", message: "back-off 40s restarting failed container=agent" };
  const podOf = (readyAtMs: number | undefined, parts: Partial<Container>) =>
    facts({
      node: "n1",
      phase: "Running",
      ...(readyAtMs === undefined ? { unreadyAtMs: 100 * SECOND } : { readyAtMs }),
      containers: [container({ ready: readyAtMs !== undefined, ...parts })],
    });
  /** The statuses of one cycle, as a kubelet writes them without a readiness probe. */
  const cycle = (end: { reason: string; exitCode: number }): readonly PodFacts[] => [
    podOf(90 * SECOND, { restartCount: 3, state: running(90 * SECOND), lastTerminated: ended(45 * SECOND, 50 * SECOND, end) }),
    podOf(undefined, {
      restartCount: 3,
      state: { kind: "terminated", ...ended(90 * SECOND, 95 * SECOND, end) },
      lastTerminated: ended(45 * SECOND, 50 * SECOND, end),
    }),
    podOf(undefined, { restartCount: 3, state: backOff, lastTerminated: ended(90 * SECOND, 95 * SECOND, end) }),
  ];

  it.each([OOM, { reason: "Error", exitCode: 3 }, { reason: "StartError", exitCode: 128 }, { reason: "Completed", exitCode: 0 }])(
    "C11 fails in each moment of a cycle for one reason, $reason",
    (end) => {
      for (const pod of cycle(end)) {
        expect(pod).toMatchObject({
          reason: verbatimReason(end.reason),
          failing: true,
          passing: false,
          message: undefined,
          container: { name: "agent", role: "main", restarts: 3 },
          lastExit: { code: end.exitCode, reason: end.reason },
        });
        expect(isFailing(pod, EPOCH_MS + 99 * SECOND)).toBe(true);
      }
    },
  );
  it("C11 has the message of its last end, and the time", () => {
    const end = {
      ...ended(0, 95 * SECOND, { reason: "StartError", exitCode: 128 }),
      startedAt: "1970-01-01T00:00:00Z",
      message: "no such file",
    };
    expect(podOf(undefined, { restartCount: 1, state: backOff, lastTerminated: end })).toMatchObject({
      message: "no such file",
      lastExit: { code: 128, reason: "StartError", finishedAtMs: EPOCH_MS + 95 * SECOND },
    });
  });
  it.each(["RunContainerError", "PostStartHookError"])("C11 %s has the reason of the end", (reason) => {
    const waiting = { kind: "waiting" as const, reason, message: "said" };
    const pod = podOf(undefined, { restartCount: 1, state: waiting, lastTerminated: ended(0, 5 * SECOND) });
    expect(pod).toMatchObject({ reason: verbatimReason("OOMKilled"), failing: true });
  });
  it("C11 keeps the reason of a wait that is no consequence of the end", () => {
    const state = { kind: "waiting" as const, reason: "CreateContainerConfigError", message: 'configmap "a" not found' };
    const pod = podOf(undefined, { restartCount: 3, state, lastTerminated: ended(0, 5 * SECOND) });
    expect(pod).toMatchObject({
      reason: verbatimReason("CreateContainerConfigError"),
      message: state.message,
      container: { name: "agent" },
    });
    expect(pod).not.toHaveProperty("lastExit");
  });
  it("C11 two ends with a run of ten minutes between them are two single crashes", () => {
    const long = ended(0, 10 * MINUTE);
    expect(podOf(undefined, { restartCount: 1, state: { kind: "terminated", ...long } })).toMatchObject({
      reason: { kind: "crashedOnce" },
      failing: false,
    });
    expect(podOf(11 * MINUTE, { restartCount: 2, state: running(11 * MINUTE), lastTerminated: long })).toMatchObject({ reason: undefined });
    const short = ended(0, 10 * MINUTE - SECOND);
    expect(podOf(undefined, { restartCount: 1, state: { kind: "terminated", ...short } }).failing).toBe(true);
    expect(podOf(11 * MINUTE, { restartCount: 2, state: running(11 * MINUTE), lastTerminated: short }).failing).toBe(true);
  });
  it("C11 a restart without an error is none if it is the first, or of the whole pod", () => {
    const completed = { reason: "Completed", exitCode: 0 };
    expect(podOf(undefined, { restartCount: 0, state: { kind: "terminated", ...ended(0, SECOND, completed) } }).reason).toBeUndefined();
    const restarted = ended(0, SECOND, { reason: "RestartingAllContainers", exitCode: 0 });
    expect(podOf(2 * SECOND, { restartCount: 4, state: running(2 * SECOND), lastTerminated: restarted }).reason).toBeUndefined();
  });
  it("C11 has no evidence after a run of ten minutes, ready or not", () => {
    const [ready] = cycle(OOM);
    const unready = podOf(undefined, { restartCount: 3, state: running(90 * SECOND), lastTerminated: ended(45 * SECOND, 50 * SECOND) });
    const overAtMs = EPOCH_MS + 90 * SECOND + 10 * MINUTE;
    for (const pod of [ready, unready]) {
      expect(pod?.overcomeAtMs).toBe(overAtMs);
      expect(pod && withoutOvercomeLoop(pod, overAtMs - 1)).toBe(pod);
      const over = pod && withoutOvercomeLoop(pod, overAtMs);
      expect(over).toMatchObject({ reason: undefined, message: undefined, failing: false, step: pod?.ready ? undefined : "readiness" });
      for (const evidence of ["container", "lastExit", "overcomeAtMs", "loopSinceMs"]) expect(over).not.toHaveProperty(evidence);
    }
  });
  it("C11 no longer fails if the pod became unready after a run of ten minutes", () => {
    const at = (unreadyAtMs: number) =>
      facts({
        node: "n1",
        phase: "Running",
        unreadyAtMs,
        containers: [container({ restartCount: 3, state: running(0), lastTerminated: ended(-9 * SECOND, -5 * SECOND) })],
      });
    expect(at(10 * MINUTE - SECOND).failing).toBe(true);
    expect(at(10 * MINUTE)).toMatchObject({ reason: undefined, failing: false });
  });
  it("C11 needs the times of a run if the container is ready", () => {
    expect(podOf(SECOND, { restartCount: 3, state: { kind: "running" }, lastTerminated: ended(0, 1) }).failing).toBe(false);
    expect(podOf(SECOND, { restartCount: 3, state: running(SECOND), lastTerminated: OOM }).failing).toBe(false);
  });
  it("C11 fails since about the same time in each moment of the loop", () => {
    for (const pod of cycle(OOM)) {
      expect(wasHealthyBefore(pod)).toBe(false);
      expect(unavailableSinceMs(pod)).toBe(pod.createdAtMs);
    }
    const late = (ready: boolean) =>
      facts({
        node: "n1",
        phase: "Running",
        ...(ready ? { readyAtMs: 61 * MINUTE } : { unreadyAtMs: 60 * MINUTE }),
        containers: [
          container({
            ready,
            restartCount: 2,
            state: ready ? running(61 * MINUTE) : backOff,
            lastTerminated: ended(60 * MINUTE - 20 * SECOND, 60 * MINUTE),
          }),
        ],
      });
    expect(wasHealthyBefore(late(true))).toBe(true);
    expect(unavailableSinceMs(late(true))).toBe(EPOCH_MS + 60 * MINUTE - 40 * SECOND);
    expect(unavailableSinceMs(late(false))).toBe(EPOCH_MS + 60 * MINUTE - 70 * SECOND);
  });
  it("C11 an init container fails between its ends too, and a completed one does not", () => {
    const bad = { reason: "Error", exitCode: 7 };
    const init = (parts: Partial<Container>) =>
      facts({ node: "n1", containers: [container({ name: "prepare", role: "init", ...parts })], unreadyAtMs: 0 });
    for (const parts of [
      { restartCount: 7, state: { kind: "terminated" as const, ...ended(0, SECOND, bad) } },
      { restartCount: 7, state: backOff, lastTerminated: ended(0, SECOND, bad) },
      { restartCount: 8, state: running(2 * SECOND), lastTerminated: ended(0, SECOND, bad) },
    ])
      expect(init(parts)).toMatchObject({
        reason: verbatimReason("Error"),
        failing: true,
        container: { name: "prepare", role: "init", restarts: parts.restartCount },
        lastExit: { code: 7 },
        step: undefined,
      });
    expect(init({ state: { kind: "terminated", ...ended(0, SECOND, bad) } })).toMatchObject({ reason: { kind: "crashedOnce" } });
    const completed = ended(0, SECOND, { reason: "Completed", exitCode: 0 });
    expect(init({ restartCount: 3, state: running(SECOND), lastTerminated: completed }).reason).toBeUndefined();
    const sidecar = container({ name: "proxy", role: "sidecar", restartCount: 3, state: running(SECOND), lastTerminated: completed });
    expect(facts({ node: "n1", containers: [sidecar] })).toMatchObject({ failing: true, container: { name: "proxy", role: "sidecar" } });
  });
});

it("W2 gates, preemption and retried errors may end by themselves; a refusal does not", () => {
  const refused = { pinnedTo: "n1", schedulerMessage: "0/1 nodes are available: 1 Insufficient cpu." };
  expect(facts(refused).passing).toBe(false);
  expect(facts({ ...refused, nominatedNode: "n1" }).passing).toBe(true);
  expect(facts({ pinnedTo: "n1", gates: ["example.com/wait"] }).passing).toBe(true);
  const pod = aPod("a", "p", { pinnedTo: "n1" });
  const message = 'running PreBind plugin "VolumeBinding": binding volumes: context deadline exceeded';
  const condition = { type: "PodScheduled", status: "False", reason: "SchedulerError", message };
  expect(podFactsOf({ ...pod, status: { ...pod.status, conditions: [condition] } })).toMatchObject({
    passing: true,
    reason: verbatimReason(message),
  });
});

describe("W3 the progress of a start", () => {
  const creating = container({ state: { kind: "waiting", reason: "ContainerCreating" } });
  const step = (parts: PodParts, sandbox?: "True" | "False") => {
    const pod = aPod("a", "p", parts);
    const condition = { type: "PodReadyToStartContainers", status: sandbox ?? "" };
    const conditions = sandbox === undefined ? pod.status.conditions : [...pod.status.conditions, condition];
    const found = podFactsOf({ ...pod, status: { ...pod.status, conditions } })?.step;
    return found && english(`laterModel.step.${found}`);
  };
  it.each([
    ["W3 its sandbox does not exist", { node: "n1", containers: [creating] }, "False", "its volumes, network and sandbox are being made"],
    ["W3 its image is pulled", { node: "n1", containers: [creating] }, "True", "its image is being pulled, or its container made"],
    [
      "W3 an old kubelet does not report the sandbox",
      { node: "n1", containers: [creating] },
      undefined,
      "its volumes, network or image are awaited",
    ],
    ["W3 init containers", { node: "n1", waiting: "PodInitializing" }, "True", "its init containers run"],
    ["W3 it runs", { node: "n1", phase: "Running", restarts: 0 }, "True", "it runs and is not Ready"],
    ["W3 it is ready", { node: "n1", readyAtMs: 1 }, "True", undefined],
    ["W3 it waits for the scheduler", { pinnedTo: "n1" }, undefined, undefined],
    ["W3 a pod with a problem has no step", { node: "n1", waiting: "ImagePullBackOff" }, "True", undefined],
  ] as const)("%s", (_name, parts, sandbox, words) => {
    expect(step(parts, sandbox)).toBe(words);
  });
});

it("W2 an unbound pod has its scheduler, and what that scheduler checks", () => {
  const waiting = (schedulerName: string, reported: boolean, bound = false) => {
    const { spec, status, ...rest } = aPod("a", "p", { pinnedTo: "n1", gates: ["a/b"], ...(bound ? { node: "n1" } : {}) });
    const conditions = reported ? [{ type: "PodScheduled", status: "False" }] : [];
    const unbound = { schedulerName, nodeSelector: { a: "b" }, claims: ["nic"] };
    const facts = podFactsOf({ ...rest, spec: bound ? spec : { ...spec, unbound }, status: { ...status, conditions } });
    return facts?.unscheduled;
  };
  const refused = { schedulerName: "default-scheduler", reported: true, nodeSelector: { a: "b" }, claims: ["nic"], gates: ["a/b"] };
  expect(waiting("default-scheduler", true)).toEqual(refused);
  expect(waiting("batch", false)).toEqual({ ...refused, schedulerName: "batch", reported: false });
  // Each new pod waits so for a moment: it keeps no evidence.
  expect(waiting("default-scheduler", false)).toBeUndefined();
  expect(waiting("default-scheduler", true, true)).toBeUndefined();
});

it("W3 keeps the words of a pod that waits for a readiness gate, and of no other unready pod", () => {
  const message = 'the status of pod readiness gate "lb.example.com/registered" is not "True", but False';
  const withReason = (reason: string, status = "False") => {
    const pod = aPod("a", "p", { node: "n1" });
    return podFactsOf({ ...pod, status: { ...pod.status, conditions: [{ type: "Ready", status, reason, message }] } });
  };
  expect(withReason("ReadinessGatesNotReady")?.notReady).toEqual({ reason: "ReadinessGatesNotReady", message });
  expect(withReason("ContainersNotReady")).not.toHaveProperty("notReady");
  expect(withReason("ReadinessGatesNotReady", "True")).not.toHaveProperty("notReady");
});

it.each([
  ["DeletionByDeviceTaintManager", 1000, true],
  ["DeletionByTaintManager", 1000, undefined],
  ["DeletionByDeviceTaintManager", undefined, undefined],
])("K1 a pod that is deleted because of a device taint has this fact: %s, deleted at %s", (reason, deletedAtMs, expected) => {
  const pod = aPod("a", "p", { node: "n1", ...(deletedAtMs === undefined ? {} : { deletedAtMs }) });
  const conditions = [...pod.status.conditions, { type: "DisruptionTarget", status: "True", reason }];
  expect(podFactsOf({ ...pod, status: { ...pod.status, conditions } })?.hasTaintedDevice).toBe(expected);
});

it("C2 a pod that is being deleted keeps its finalizers", () => {
  const finalizers = ["x.example.com/hold"];
  expect(facts({ node: "n1", deletedAtMs: 1000, finalizers }).finalizers).toEqual(finalizers);
  expect(facts({ node: "n1", deletedAtMs: 1000 })).not.toHaveProperty("finalizers");
});

it("R8 a pod that was settled is down since it left that state; otherwise since its creation", () => {
  const unsettled = facts({ node: "n1", createdAtMs: 1000, unreadyAtMs: 400_000 });
  const settled = facts({ node: "n1", createdAtMs: 1000, unreadyAtMs: 900_000 });
  expect([wasHealthyBefore(unsettled), unavailableSinceMs(unsettled)]).toEqual([false, EPOCH_MS + 1000]);
  expect([wasHealthyBefore(settled), unavailableSinceMs(settled)]).toEqual([true, EPOCH_MS + 900_000]);
});

it(`W1 parses any scheduler text without throwing, seed ${SEED}`, () => {
  const part = fc.constantFrom("0/5 nodes are available: ", "1 Insufficient cpu", ", ", ". ", "preemption: ", "x".repeat(50_000), "\n");
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string())), (parts) => {
      expect(typeof wordsOf(pinnedNodeReason(parts.join("")))).toBe("string");
    }),
    { seed: SEED },
  );
});

it(`a pod of any words and times never throws, seed ${SEED}`, () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom("__proto__", "True", "Ready", "DaemonSet", "2026-01-01T00:00:00Z", "x".repeat(10_000)),
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 8, maxLength: 8 }), fc.integer(), (words, number) => {
      const [a = "", b = "", c = "", d = "", e = "", f = "", g = "", h = ""] = words;
      const pod: KubePod = {
        metadata: {
          name: a,
          namespace: b,
          uid: c,
          resourceVersion: d,
          creationTimestamp: e,
          deletionTimestamp: f,
          deletionGracePeriodSeconds: number,
          labels: { [g]: h },
          ownerReferences: [{ apiVersion: a, kind: "DaemonSet", name: b, uid: c, controller: true }],
        },
        spec: { nodeName: a, affinityNodeName: b, schedulingGates: [] },
        status: {
          phase: d,
          reason: e,
          message: f,
          conditions: [{ type: g, status: h, reason: a, message: b, lastTransitionTime: c }],
          containers: [container({ restartCount: number, state: { kind: "waiting", reason: a, message: b } })],
        },
      };
      podFactsOf(pod);
    }),
    { seed: SEED },
  );
});
