import { fnv1a32, fnv64Hex } from "@daemonscope/kube/values/fnv";
import { withCondition } from "@daemonscope/simulated-apiserver/objects/conditions";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { isJsonObject, type JsonObject, listIn, objectIn, textIn } from "@daemonscope/simulated-apiserver/objects/json";
import {
  conditionNamed,
  conditionsOf,
  containersOf,
  phaseOf,
  type SimCondition,
  specOf,
  statusOf,
} from "@daemonscope/simulated-apiserver/objects/objects";
import { timestamp } from "@daemonscope/simulated-apiserver/objects/timestamp";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import { type ContainerFacts, type Ended, NO_START } from "./container-facts.ts";
import type { Exit } from "./program.ts";
import { isRestarted } from "./restart-policy.ts";

/** Returns an address in a /16 network, given by its first two numbers. Equal texts give equal addresses. */
export function addressIn(network: string, text: string): string {
  const hash = fnv1a32(text);
  return [network, (hash >>> 8) % 256, 1 + (hash % 254)].join(".");
}

/** The facts of a host that the status of its pods contains. */
export interface Host {
  readonly ip: string;
  readonly ips: readonly { readonly ip: string }[];
}

export const hostAt = (ip: string): Host => ({ ip, ips: Object.freeze([Object.freeze({ ip })]) });

const NO_STATE: JsonObject = Object.freeze({});

const imageIds = new Map<string, string>();
function imageIdOf(image: string): string {
  let id = imageIds.get(image);
  if (id === undefined) {
    id = `${image}@sha256:${fnv64Hex(image)}`;
    imageIds.set(image, id);
  }
  return id;
}

let latest = { startedAt: "", state: NO_STATE };

/** Returns the running state. Pods that start within one second share one object. */
function runningSince(startedAt: string): JsonObject {
  if (latest.startedAt !== startedAt) latest = { startedAt, state: Object.freeze({ running: Object.freeze({ startedAt }) }) };
  return latest.state;
}

/** The containers of a pod, and whether its sandbox exists. */
interface PodFacts {
  readonly inits: readonly ContainerFacts[];
  readonly containers: readonly ContainerFacts[];
  readonly hasSandbox: boolean;
}

const isDone = ({ role, isReady, isStarted }: ContainerFacts): boolean => (role === "init" ? isReady : isStarted);

/** Returns the phase. Source: pkg/kubelet/kubelet_pods.go, getPhase. */
function phaseFrom({ inits, containers }: PodFacts, spec: JsonObject): string {
  const { restartPolicy } = spec;
  const endOf = ({ state, last }: ContainerFacts): Ended | undefined =>
    state.kind === "terminated" ? state.ended : state.kind === "waiting" ? last : undefined;
  const hasBegun = containers.some(({ isCreated }) => isCreated);
  const failed = inits.some((init) => init.role === "init" && (endOf(init)?.code ?? 0) !== 0);
  if (failed && restartPolicy === "Never") return "Failed";
  if (!hasBegun && inits.some((init) => !isDone(init))) return "Pending";
  if (containers.some(({ state, last }) => state.kind === "waiting" && last === undefined)) return "Pending";
  if (containers.some(({ state }) => state.kind === "running")) return "Running";
  const codes = new Map(containers.map((container) => [container.name, endOf(container)?.code ?? 0]));
  const isRestarting = containersOf(spec).some((container) =>
    isRestarted(container, restartPolicy, codes.get(String(container.name)) ?? 0),
  );
  if (isRestarting) return "Running";
  return [...codes.values()].every((code) => code === 0) ? "Succeeded" : "Failed";
}

const listed = (containers: readonly ContainerFacts[]): string => `[${containers.map(({ name }) => name).join(" ")}]`;

/** Returns the status of a pod, as its kubelet would report it. */
export function statusAt(pod: StoredObject, facts: PodFacts, host: Host, clock: Clock): JsonObject {
  const before = statusOf(pod);
  const spec = specOf(pod);
  const { inits, containers, hasSandbox } = facts;
  const phase = phaseFrom(facts, spec);
  const incomplete = containers.some(({ isCreated }) => isCreated) ? [] : inits.filter((init) => !isDone(init));
  const unready = [...inits.filter(({ role }) => role === "sidecar"), ...containers].filter(({ isReady }) => !isReady);
  let conditions = withCondition(conditionsOf(pod), clock, "PodReadyToStartContainers", hasSandbox ? "True" : "False");
  conditions =
    incomplete.length === 0
      ? withCondition(conditions, clock, "Initialized", "True")
      : withCondition(
          conditions,
          clock,
          "Initialized",
          "False",
          "ContainersNotInitialized",
          `containers with incomplete status: ${listed(incomplete)}`,
        );
  conditions = withReadiness(
    conditions,
    clock,
    phase === "Succeeded" || phase === "Failed"
      ? [ENDED_REASON[phase]]
      : unready.length === 0
        ? undefined
        : ["ContainersNotReady", `containers with unready status: ${listed(unready)}`],
    gateProblem(pod),
  );
  const podIP = podAddress(pod, host);
  return {
    ...before,
    phase,
    startTime: before.startTime ?? timestamp(clock.nowMs()),
    hostIP: host.ip,
    hostIPs: host.ips,
    podIP,
    podIPs: [{ ip: podIP }],
    conditions,
    ...(inits.length === 0 ? {} : { initContainerStatuses: inits.map((init, at) => containerStatus(pod, init, `init ${at}`)) }),
    containerStatuses: containers.map((container, at) => containerStatus(pod, container, String(at))),
  };
}

export const podAddress = (pod: StoredObject, host: Host): string =>
  specOf(pod).hostNetwork === true ? host.ip : addressIn("10.244", pod.metadata.uid);

const ENDED_REASON = { Succeeded: "PodCompleted", Failed: "PodFailed" } as const;

type ReadinessProblem = readonly [reason: string, message?: string];

/** Returns why a pod with ready containers is not Ready: its readiness gates. Source: GeneratePodReadyCondition. */
export function gateProblem(pod: StoredObject): ReadinessProblem | undefined {
  const messages = listIn(specOf(pod), "readinessGates")
    .filter(isJsonObject)
    .flatMap((gate) => {
      const type = textIn(gate, "conditionType");
      const status = conditionNamed(pod, type)?.status;
      if (status === undefined) return [`corresponding condition of pod readiness gate "${type}" does not exist.`];
      return status === "True" ? [] : [`the status of pod readiness gate "${type}" is not "True", but ${status}`];
    });
  return messages.length === 0 ? undefined : ["ReadinessGatesNotReady", messages.join(", ")];
}

/** Returns the conditions with readiness. Without a reason the containers are ready; the pod is, unless gates wait. */
export function withReadiness(
  conditions: readonly SimCondition[],
  clock: Clock,
  reason: ReadinessProblem | undefined,
  gates?: ReadinessProblem,
): SimCondition[] {
  const statusFor = (problem: ReadinessProblem | undefined) => (problem === undefined ? "True" : "False");
  const ready = reason ?? gates;
  return [["Ready", ready] as const, ["ContainersReady", reason] as const].reduce<SimCondition[]>(
    (list, [type, problem]) => withCondition(list, clock, type, statusFor(problem), ...(problem ?? [])),
    [...conditions],
  );
}

function terminatedState({ code, reason, message, startedAt, finishedAt }: Omit<Ended, "run">, containerID: unknown): JsonObject {
  return {
    terminated: {
      exitCode: code,
      reason,
      ...(message === undefined ? {} : { message }),
      startedAt,
      finishedAt,
      ...(containerID === undefined ? {} : { containerID }),
    },
  };
}

function containerStatus({ metadata: { uid } }: StoredObject, container: ContainerFacts, place: string): JsonObject {
  const { name, image, role, state, last, restarts, isReady, isStarted, isCreated } = container;
  const idOf = (run: number): string =>
    ["simulated://", fnv64Hex(`${uid} ${place}${role !== "main" && run === 0 ? "" : ` ${run}`}`)].join("");
  return {
    name,
    image,
    imageID: isCreated ? imageIdOf(image) : "",
    ...(isCreated ? { containerID: idOf(restarts) } : {}),
    ready: isReady,
    started: isStarted,
    restartCount: restarts,
    lastState: last === undefined ? NO_STATE : terminatedState(last, idOf(last.run)),
    state:
      state.kind === "running"
        ? runningSince(state.startedAt)
        : state.kind === "terminated"
          ? terminatedState(state.ended, idOf(state.ended.run))
          : { waiting: { reason: state.reason, ...(state.message === undefined ? {} : { message: state.message }) } },
  };
}

const UNLOCATED: Exit = {
  code: 137,
  reason: "ContainerStatusUnknown",
  message: "The container could not be located when the pod was terminated",
};

/**
 * Returns the last status of a pod whose containers were all stopped. Containers that never ran count as failed. An
 * evicted pod fails only if a container did. Source: pkg/kubelet/status, TerminatePod.
 */
export function endedStatus(
  pod: StoredObject,
  clock: Clock,
  exitOf: (container: string) => Exit,
  eviction?: { readonly reason: string; readonly message: string },
): JsonObject {
  const before = statusOf(pod);
  const now = timestamp(clock.nowMs());
  const ended = (container: JsonObject): JsonObject => {
    const state = objectIn(container, "state");
    const last = objectIn(container, "lastState");
    const { startedAt = now } = objectIn(state, "running");
    const next = isJsonObject(state.running)
      ? terminatedState({ ...exitOf(textIn(container, "name")), startedAt: String(startedAt), finishedAt: now }, container.containerID)
      : isJsonObject(state.terminated)
        ? state
        : isJsonObject(last.terminated)
          ? last
          : terminatedState({ ...UNLOCATED, startedAt: NO_START, finishedAt: NO_START }, undefined);
    return { ...container, ready: false, started: false, state: next };
  };
  const statuses = listIn(before, "containerStatuses").filter(isJsonObject).map(ended);
  const hasSucceeded = statuses.length > 0 && statuses.every(({ state }) => objectIn(state, "terminated").exitCode === 0);
  const phase = isEnded(pod) ? (phaseOf(pod) as "Failed") : hasSucceeded ? "Succeeded" : "Failed";
  const inits = listIn(before, "initContainerStatuses")
    .filter(isJsonObject)
    .map((init) => (isJsonObject(objectIn(init, "state").terminated) ? init : ended(init)));
  return {
    ...before,
    phase,
    ...(eviction !== undefined && phase === "Failed" ? eviction : {}),
    conditions: withReadiness(conditionsOf(pod), clock, [ENDED_REASON[phase]]),
    ...(inits.length === 0 ? {} : { initContainerStatuses: inits }),
    ...(statuses.length === 0 ? {} : { containerStatuses: statuses }),
  };
}

/** Reports whether a pod has ended. A kubelet does nothing more for it, except letting it go. */
export const isEnded = (pod: StoredObject): boolean => phaseOf(pod) === "Failed" || phaseOf(pod) === "Succeeded";

const endedFrom = (terminated: JsonObject, run: number): Ended => ({
  code: Number(terminated.exitCode),
  reason: textIn(terminated, "reason"),
  ...(terminated.message === undefined ? {} : { message: String(terminated.message) }),
  startedAt: textIn(terminated, "startedAt"),
  finishedAt: textIn(terminated, "finishedAt"),
  run,
});

/** Reads the status of a container back. The inverse of what `statusAt` writes. */
export function factsFrom(status: JsonObject): Omit<ContainerFacts, "name" | "image" | "role"> {
  const { waiting, running, terminated } = objectIn(status, "state");
  const restarts = Number(status.restartCount ?? 0);
  const last = objectIn(status, "lastState").terminated;
  return {
    state: isJsonObject(running)
      ? { kind: "running", startedAt: textIn(running, "startedAt") }
      : isJsonObject(terminated)
        ? { kind: "terminated", ended: endedFrom(terminated, restarts) }
        : { kind: "waiting", reason: isJsonObject(waiting) ? textIn(waiting, "reason") : "ContainerCreating" },
    last: isJsonObject(last) ? endedFrom(last, Math.max(0, restarts - 1)) : undefined,
    restarts,
    isReady: status.ready === true,
    isStarted: status.started === true,
    isCreated: status.containerID !== undefined,
  };
}
