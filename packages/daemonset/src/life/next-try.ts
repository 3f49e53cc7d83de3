import type { LifeContainer } from "./whole-pod.ts";

/** When a container is started again. `within`: at the latest after so long, for the kubelet does not say when. */
export type NextTry = { readonly kind: "at"; readonly atMs: number } | { readonly kind: "within"; readonly withinMs: number };

const BACK_OFF = /^back-off ((?:\d+(?:\.\d+)?(?:h|ms|m|s))+) restarting failed container/;
const PART = /(\d+(?:\.\d+)?)(h|ms|m|s)/g;
const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
/** MaxImageBackOff of the kubelet: it is doubled from 10 s up to this. */
const IMAGE_BACK_OFF_MS = 300_000;

/** The pause in the kubelet's own words, `back-off 2m40s restarting failed container=…`, in milliseconds; undefined where it names none. */
export function backOffMs(message: string | undefined): number | undefined {
  const pause = BACK_OFF.exec(message ?? "")?.[1];
  if (pause === undefined) return undefined;
  return [...pause.matchAll(PART)].reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ""] ?? 0), 0);
}

/** When a container that waits is tried again: the pause that the kubelet names, counted from the end of the run before; of an image that cannot be pulled only the longest pause is known.
 *  Undefined where nothing is tried again, or nobody says when.
 *  Source: pkg/kubelet/kuberuntime, doBackOff; pkg/kubelet/images, image_manager.go (rule W6). */
export function nextTryOf({ now, before }: Pick<LifeContainer, "now" | "before">): NextTry | undefined {
  if (now.kind !== "waiting") return undefined;
  if (now.reason === "ImagePullBackOff") return { kind: "within", withinMs: IMAGE_BACK_OFF_MS };
  if (now.reason !== "CrashLoopBackOff") return undefined;
  const pauseMs = backOffMs(now.message);
  if (pauseMs === undefined) return undefined;
  return before?.finishedAtMs === undefined ? { kind: "within", withinMs: pauseMs } : { kind: "at", atMs: before.finishedAtMs + pauseMs };
}
