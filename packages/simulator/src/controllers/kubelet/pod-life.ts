import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { annotationOf, containersOf, specOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { LEAKS, LEAKS_FOR_MS, PREFIX } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import type { Random } from "@daemonscope/simulated-apiserver/time/random";

/** One step of a pod's life, and the time until it begins. */
export interface LifeStage {
  /** The milliseconds after the previous stage, or the growing backoff of a container that keeps crashing. */
  readonly after: number | "crashBackOff";
  readonly phase: "Pending" | "Running";
  readonly ready: boolean;
  readonly state: "ContainerCreating" | "ErrImagePull" | "ImagePullBackOff" | "running" | "CrashLoopBackOff";
  /** The waiting message. For a crash it lacks the backoff, which grows. */
  readonly message?: string;
  /** How the container ended that waits for a restart. The default is an error with code 1. */
  readonly exit?: { readonly code: number; readonly reason: string };
  /** The affected container, while the others run. The default is all containers. */
  readonly container?: string;
  /** A warning that the kubelet writes at this stage. */
  readonly warning?: { readonly reason: string; readonly message: string };
  /** The node becomes NotReady at this stage, until the pod is gone. */
  readonly breaksNode?: true;
  /** The stage after this one, if it is not the next. */
  readonly thenStage?: number;
}

const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m)$/;

/** Returns a duration like `5s`, `300ms` or `2m` in milliseconds, or undefined for other texts. */
export function durationMs(text: string | undefined): number | undefined {
  const parts = text === undefined ? null : DURATION.exec(text);
  if (!parts) return undefined;
  return Number(parts[1]) * (parts[2] === "ms" ? 1 : parts[2] === "s" ? 1000 : 60_000);
}

const CREATING = { phase: "Pending", ready: false, state: "ContainerCreating" } as const;
const RUNNING = { phase: "Running", ready: false, state: "running" } as const;
const CRASH_FIRST_MS = 10_000;
const CRASH_LIMIT_MS = 300_000;

const BREAKS_NODE = "breaks-node";

/** Reports whether the pod makes its node NotReady. */
export const breaksItsNode = (pod: StoredObject): boolean =>
  containersOf(specOf(pod)).some(({ image }) => String(image).includes(BREAKS_NODE));

/** Returns the backoff before restart number `restarts + 1`. Source: pkg/kubelet, MaxContainerBackOff. */
export const crashBackOffMs = (restarts: number): number => Math.min(CRASH_LIMIT_MS, CRASH_FIRST_MS * 2 ** Math.min(restarts, 10));

/** Words in the names of images that no registry has, as users and upstream's own tests write them. */
const NEVER_PULLED = ["missing", "non-existent", "nonexistent", "does-not-exist"];

/**
 * Pauses between two attempts to pull an image. The last one repeats. Source: pkg/kubelet/images, image_manager.go with
 * MaxImageBackOff.
 */
const PULL_PAUSES_MS = [10_000, 20_000, 40_000, 80_000, 160_000, 300_000];
const PULL_FAILED_MS = 1500;

/** Returns failing attempts with growing pauses. `at` is the index of the first stage in the life. */
function neverPulled(image: string, at: number): readonly LifeStage[] {
  const failed = `Failed to pull image "${image}": rpc error: code = NotFound desc = failed to pull and unpack image "${image}": failed to resolve reference "${image}": not found`;
  const backOff = `Back-off pulling image "${image}"`;
  const attempt = (after: number): LifeStage[] => [
    { ...CREATING, after, state: "ErrImagePull", message: failed, warning: { reason: "Failed", message: failed } },
    { ...CREATING, after: PULL_FAILED_MS, state: "ImagePullBackOff", message: backOff, warning: { reason: "BackOff", message: backOff } },
  ];
  const life = [...attempt(500), ...PULL_PAUSES_MS.flatMap((pauseMs) => attempt(pauseMs - PULL_FAILED_MS))];
  return life.map((stage, index) => (index === life.length - 1 ? { ...stage, thenStage: at + life.length - 2 } : stage));
}

/** Returns a crash and the restart after it. `at + 1` is the index of the stage that follows the restart. */
function crashed(pod: StoredObject, container: string, after: number, at: number, exit?: LifeStage["exit"]): readonly LifeStage[] {
  const { name, namespace, uid } = pod.metadata;
  const message = `restarting failed container=${container} pod=${name}_${namespace}(${uid})`;
  const warning = { reason: "BackOff", message: `Back-off restarting failed container ${container} in pod ${name}_${namespace}(${uid})` };
  const crash: LifeStage = { ...RUNNING, container, after, state: "CrashLoopBackOff", message, warning };
  return [exit === undefined ? crash : { ...crash, exit }, { ...RUNNING, container, after: "crashBackOff", thenStage: at + 1 }];
}

function crashing(pod: StoredObject, container: string, random: Random, at: number): readonly LifeStage[] {
  const running = { ...RUNNING, container, after: random.int(300, 800) };
  return [running, ...crashed(pod, container, random.int(700, 1100), at)];
}

/** Returns stages in which the pod becomes ready, and is killed when its memory reaches the limit. */
function leaking(pod: StoredObject, container: string, random: Random): readonly LifeStage[] {
  const readyMs = random.int(2000, 4000);
  const again: LifeStage = { ...RUNNING, container, after: readyMs, ready: true };
  return [
    { ...RUNNING, container, after: random.int(300, 800) },
    again,
    ...crashed(pod, container, LEAKS_FOR_MS - readyMs, 1, { code: 137, reason: "OOMKilled" }),
  ];
}

/**
 * Returns a pod's life on its node, from its image names, its probes and its annotations. The same names and
 * annotations control the fake kubelets next to the real control plane.
 */
export function lifeOf(pod: StoredObject, random: Random): readonly LifeStage[] {
  const containers = containersOf(specOf(pod));
  const named = (word: string) => containers.find((container) => String(container.image).includes(word));
  const createMs = durationMs(annotationOf(pod, `${PREFIX}create-delay`)) ?? 0;
  const created: LifeStage = { ...CREATING, after: createMs + random.int(5, 30) };
  const missing = containers.find(({ image }) => NEVER_PULLED.some((word) => String(image).includes(word)));
  if (missing !== undefined) return [created, ...neverPulled(String(missing.image), 1)];
  const crash = named("crash");
  if (crash !== undefined) return [created, ...crashing(pod, String(crash.name), random, 1)];
  const leak = named(LEAKS);
  if (leak !== undefined) return [created, ...leaking(pod, String(leak.name), random)];
  const pullMs = named("slow") === undefined ? 0 : random.int(6000, 14_000);
  const startMs = durationMs(annotationOf(pod, `${PREFIX}ready-delay`)) ?? random.int(300, 1100);
  const running: LifeStage = { ...RUNNING, after: pullMs + startMs };
  if (named(BREAKS_NODE) !== undefined) return [created, running, { ...RUNNING, after: 2000, breaksNode: true }];
  if (named("unready") !== undefined) {
    const message = "Readiness probe failed: HTTP probe failed with statuscode: 503";
    return [created, running, { ...RUNNING, after: 1000, warning: { reason: "Unhealthy", message } }];
  }
  const probes = containers.map((container) => Number(objectIn(container, "readinessProbe").initialDelaySeconds ?? 0) * 1000);
  const probeMs = Math.max(0, ...probes);
  return probeMs === 0 ? [created, { ...running, ready: true }] : [created, running, { ...RUNNING, after: probeMs, ready: true }];
}

/** Returns how long a pod takes to end, in milliseconds. It is at most the grace period. */
export function endMs(pod: StoredObject, random: Random): number {
  const graceMs = (pod.metadata.deletionGracePeriodSeconds ?? 30) * 1000;
  return Math.min(graceMs, durationMs(annotationOf(pod, `${PREFIX}delete-delay`)) ?? random.int(1000, 3000));
}
