import { fnv1a32, fnv64Hex } from "@daemonscope/kube/values/fnv";
import { withCondition } from "@daemonscope/simulated-apiserver/objects/conditions";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { goDuration } from "@daemonscope/simulated-apiserver/objects/go-duration";
import { isJsonObject, type JsonObject, listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { conditionsOf, containersOf, specOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { timestamp } from "@daemonscope/simulated-apiserver/objects/timestamp";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import { crashBackOffMs, type LifeStage } from "./pod-life.ts";

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

/** Returns the status of a pod at a stage, as its kubelet would report it. */
export function statusAt(pod: StoredObject, stage: LifeStage, restarts: number, host: Host, clock: Clock): JsonObject {
  const before = statusOf(pod);
  const spec = specOf(pod);
  const now = timestamp(clock.nowMs());
  const containers = containersOf(spec);
  const unready = containers.map(({ name }) => String(name)).filter((name) => stage.container === undefined || stage.container === name);
  const notReady = `containers with unready status: [${unready.join(" ")}]`;
  const hasSandbox = stage.state === "ContainerCreating" ? "False" : "True";
  let conditions = withCondition(conditionsOf(pod), clock, "PodReadyToStartContainers", hasSandbox);
  conditions = withCondition(conditions, clock, "Initialized", "True");
  for (const type of ["Ready", "ContainersReady"])
    conditions = stage.ready
      ? withCondition(conditions, clock, type, "True")
      : withCondition(conditions, clock, type, "False", "ContainersNotReady", notReady);
  const podIP = spec.hostNetwork === true ? host.ip : addressIn("10.244", pod.metadata.uid);
  return {
    ...before,
    phase: stage.phase,
    startTime: before.startTime ?? now,
    hostIP: host.ip,
    hostIPs: host.ips,
    podIP,
    podIPs: [{ ip: podIP }],
    conditions,
    ...initStatuses(pod, stage, now),
    containerStatuses: containers.map((container, at) =>
      stage.container === undefined || stage.container === container.name
        ? containerStatus(pod, container, at, stage, restarts, now)
        : containerStatus(pod, container, at, RUNNING, restartsBefore(pod, at), now),
    ),
  };
}

/**
 * Returns the statuses of the init containers, or an empty object without any. Init containers take no time. They end
 * once the pod's images are pulled, and sidecars run from then on.
 */
function initStatuses(pod: StoredObject, { state }: LifeStage, now: string): JsonObject {
  const inits = listIn(specOf(pod), "initContainers").filter(isJsonObject);
  if (inits.length === 0) return {};
  const before = listIn(statusOf(pod), "initContainerStatuses").filter(isJsonObject);
  const hasBegun = state === "running" || state === "CrashLoopBackOff";
  const statuses = inits.map((container, at) => {
    const known = before[at];
    if (known !== undefined && !isJsonObject(objectIn(known, "state").waiting)) return known;
    const isSidecar = container.restartPolicy === "Always";
    const id = ["simulated://", fnv64Hex(`${pod.metadata.uid} init ${at}`)].join("");
    const done = { terminated: { exitCode: 0, reason: "Completed", startedAt: now, finishedAt: now, containerID: id } };
    return {
      name: container.name,
      image: container.image,
      imageID: hasBegun ? imageIdOf(String(container.image)) : "",
      ...(hasBegun ? { containerID: id } : {}),
      ready: hasBegun,
      started: hasBegun && isSidecar,
      restartCount: 0,
      lastState: NO_STATE,
      state: !hasBegun ? { waiting: { reason: "PodInitializing" } } : isSidecar ? runningSince(now) : done,
    };
  });
  return { initContainerStatuses: statuses };
}

/** The fields of a stage that apply to one container. */
type ContainerStage = Pick<LifeStage, "state" | "ready" | "message" | "exit">;

/** The stage of a container that another container's crash does not affect. */
const RUNNING: ContainerStage = { state: "running", ready: true };

const statusBefore = (pod: StoredObject, at: number): JsonObject | undefined =>
  (statusOf(pod).containerStatuses as JsonObject[] | undefined)?.[at];

const restartsBefore = (pod: StoredObject, at: number): number => Number(statusBefore(pod, at)?.restartCount ?? 0);

function waitingOf({ state, message }: ContainerStage, restarts: number): JsonObject {
  if (message === undefined) return { reason: state };
  return { reason: state, message: state === "CrashLoopBackOff" ? `back-off ${goDuration(crashBackOffMs(restarts))} ${message}` : message };
}

function containerStatus(
  pod: StoredObject,
  container: JsonObject,
  at: number,
  stage: ContainerStage,
  restarts: number,
  now: string,
): JsonObject {
  const { uid } = pod.metadata;
  const before = statusBefore(pod, at);
  const id = ["simulated://", fnv64Hex(`${uid} ${at} ${restarts}`)].join("");
  const wasRunning = objectIn(objectIn(before, "state"), "running").startedAt as string | undefined;
  const crashed = stage.state === "CrashLoopBackOff";
  const { code, reason } = crashed ? (stage.exit ?? { code: 1, reason: "Error" }) : { code: 0, reason: "Completed" };
  const ended = {
    exitCode: code,
    reason,
    startedAt: wasRunning ?? now,
    finishedAt: now,
    containerID: id,
  };
  const isRunning = stage.state === "running";
  const pulled = isRunning || crashed;
  // A container that ran and now waits has ended, by itself or because its definition was edited.
  const lastState =
    crashed || (wasRunning !== undefined && !isRunning)
      ? { terminated: ended }
      : ((before?.lastState as JsonObject | undefined) ?? NO_STATE);
  return {
    name: container.name,
    image: container.image,
    imageID: pulled ? imageIdOf(String(container.image)) : "",
    ...(pulled ? { containerID: id } : {}),
    ready: stage.ready,
    started: isRunning,
    restartCount: restarts,
    lastState,
    state: isRunning ? runningSince(wasRunning ?? now) : { waiting: waitingOf(stage, restarts) },
  };
}
