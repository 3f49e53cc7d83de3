import { fnv1a32, fnv64Hex } from "@daemonscope/kube/fnv";
import type { Clock } from "../../clock.ts";
import type { StoredObject } from "../../store/contract.ts";
import { type JsonObject, objectIn } from "../../store/json.ts";
import { timestamp } from "../../store/timestamp.ts";
import { withCondition } from "../conditions.ts";
import { conditionsOf, containersOf, specOf, statusOf } from "../objects.ts";
import type { LifeStage } from "./pod-life.ts";

/** An address of a network of 65,000, the same for the same text. */
export function addressIn(network: string, text: string): string {
  const hash = fnv1a32(text);
  return [network, (hash >>> 8) % 256, 1 + (hash % 254)].join(".");
}

/** What the pods of one host say of it. */
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

/** Pods that start within one second share what they say of it. */
function runningSince(startedAt: string): JsonObject {
  if (latest.startedAt !== startedAt) latest = { startedAt, state: Object.freeze({ running: Object.freeze({ startedAt }) }) };
  return latest.state;
}

/** The status of a pod that has come to a stage, as its kubelet would report it. */
export function statusAt(pod: StoredObject, stage: LifeStage, restarts: number, host: Host, clock: Clock): JsonObject {
  const before = statusOf(pod);
  const spec = specOf(pod);
  const now = timestamp(clock.nowMs());
  const containers = containersOf(spec);
  const notReady = `containers with unready status: [${containers.map((container) => String(container.name)).join(" ")}]`;
  let conditions = withCondition(conditionsOf(pod), clock, "PodReadyToStartContainers", stage.state === "running" ? "True" : "False");
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
    containerStatuses: containers.map((container, at) => containerStatus(pod, container, at, stage, restarts, now)),
  };
}

function containerStatus(
  pod: StoredObject,
  container: JsonObject,
  at: number,
  stage: LifeStage,
  restarts: number,
  now: string,
): JsonObject {
  const { uid } = pod.metadata;
  const before = (statusOf(pod).containerStatuses as JsonObject[] | undefined)?.[at];
  const id = ["simulated://", fnv64Hex(`${uid} ${at} ${restarts}`)].join("");
  const wasRunning = objectIn(objectIn(before, "state"), "running").startedAt as string | undefined;
  const crashed = stage.state === "CrashLoopBackOff";
  const ended = {
    exitCode: crashed ? 1 : 0,
    reason: crashed ? "Error" : "Completed",
    startedAt: wasRunning ?? now,
    finishedAt: now,
    containerID: id,
  };
  const isRunning = stage.state === "running";
  const pulled = isRunning || crashed;
  // What ran and waits now has ended: by itself, or because its definition was edited.
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
    state: isRunning
      ? runningSince(wasRunning ?? now)
      : { waiting: { reason: stage.state, ...(stage.message === undefined ? {} : { message: stage.message }) } },
  };
}
