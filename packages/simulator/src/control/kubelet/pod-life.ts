import type { Random } from "../../random.ts";
import type { StoredObject } from "../../store/contract.ts";
import { objectIn } from "../../store/json.ts";
import { annotationOf, containersOf, specOf } from "../objects.ts";

/** One step of a container's life: what it looks like, and how long until the next. */
export interface LifeStage {
  readonly afterMs: number;
  readonly phase: "Pending" | "Running";
  readonly ready: boolean;
  readonly state: "ContainerCreating" | "ErrImagePull" | "ImagePullBackOff" | "running" | "CrashLoopBackOff";
  readonly message?: string;
  /** A warning that the kubelet writes when it comes here. */
  readonly warning?: { readonly reason: string; readonly message: string };
  /** Starts over from the stage with this index, one restart later. */
  readonly thenStage?: number;
}

const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m)$/;

/** `5s`, `300ms`, `2m` in milliseconds; undefined for anything else. */
export function durationMs(text: string | undefined): number | undefined {
  const parts = text === undefined ? null : DURATION.exec(text);
  if (!parts) return undefined;
  return Number(parts[1]) * (parts[2] === "ms" ? 1 : parts[2] === "s" ? 1000 : 60_000);
}

const PREFIX = "control-plane.test/";
export const READY_ANNOTATION = `${PREFIX}ready`;
export const SILENT_ANNOTATION = `${PREFIX}silent`;

/** How a pod will live on its node, as data: from the names of its images, its probe and its annotations.
 *  The same names and annotations steer the fake kubelets beside the real control plane. */
export function lifeOf(pod: StoredObject, random: Random): readonly LifeStage[] {
  const spec = specOf(pod);
  const images = containersOf(spec).map((container) => String(container.image));
  const named = (word: string) => images.find((image) => image.includes(word));
  const createMs = durationMs(annotationOf(pod, `${PREFIX}create-delay`)) ?? 0;
  const created: LifeStage = { afterMs: createMs + random.int(5, 30), phase: "Pending", ready: false, state: "ContainerCreating" };
  const missing = named("missing");
  if (missing !== undefined) {
    const failed = `Failed to pull image "${missing}": rpc error: code = NotFound desc = failed to pull and unpack image "${missing}": not found`;
    return [
      created,
      {
        afterMs: 500,
        phase: "Pending",
        ready: false,
        state: "ErrImagePull",
        message: failed,
        warning: { reason: "Failed", message: failed },
      },
      {
        afterMs: 1500,
        phase: "Pending",
        ready: false,
        state: "ImagePullBackOff",
        message: `Back-off pulling image "${missing}"`,
        warning: { reason: "BackOff", message: `Back-off pulling image "${missing}"` },
      },
    ];
  }
  if (named("crash") !== undefined) {
    const message = "back-off restarting failed container";
    return [
      created,
      { afterMs: random.int(300, 800), phase: "Running", ready: false, state: "running" },
      {
        afterMs: 800,
        phase: "Running",
        ready: false,
        state: "CrashLoopBackOff",
        message,
        warning: { reason: "BackOff", message: "Back-off restarting failed container" },
      },
      { afterMs: 20_000, phase: "Running", ready: false, state: "running", thenStage: 2 },
    ];
  }
  const pullMs = named("slow") === undefined ? 0 : random.int(6000, 14_000);
  const readyMs = durationMs(annotationOf(pod, `${PREFIX}ready-delay`)) ?? random.int(300, 1100);
  const probes = containersOf(spec).map((container) => Number(objectIn(container, "readinessProbe").initialDelaySeconds ?? 0) * 1000);
  const probeMs = Math.max(0, ...probes);
  const running: LifeStage = { afterMs: pullMs + readyMs, phase: "Running", ready: probeMs === 0, state: "running" };
  if (named("unready") !== undefined)
    return [
      created,
      {
        ...running,
        ready: false,
        warning: { reason: "Unhealthy", message: "Readiness probe failed: HTTP probe failed with statuscode: 503" },
      },
    ];
  return probeMs === 0 ? [created, running] : [created, running, { afterMs: probeMs, phase: "Running", ready: true, state: "running" }];
}

/** How long a pod takes to end, within its grace period. */
export function endMs(pod: StoredObject, random: Random): number {
  return durationMs(annotationOf(pod, `${PREFIX}delete-delay`)) ?? random.int(200, 900);
}
