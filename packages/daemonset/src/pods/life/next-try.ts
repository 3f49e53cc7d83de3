import type { LifeContainer } from "./pod-detail.ts";

/** When a container starts again. `within`: at the latest after this time, because the kubelet does not report when. */
export type NextTry = { readonly kind: "at"; readonly atMs: number } | { readonly kind: "within"; readonly withinMs: number };

const BACK_OFF = /^back-off ((?:\d+(?:\.\d+)?(?:h|ms|m|s))+) restarting failed container/;
const PART = /(\d+(?:\.\d+)?)(h|ms|m|s)/g;
const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
/** MaxImageBackOff of the kubelet: the delay doubles from 10 s up to this. */
const IMAGE_BACK_OFF_MS = 300_000;

/** Parses the kubelet's text `back-off 2m40s restarting failed container=…` to milliseconds; undefined if it names
 *  no delay. */
export function backOffMs(message: string | undefined): number | undefined {
  const pause = BACK_OFF.exec(message ?? "")?.[1];
  if (pause === undefined) return undefined;
  return [...pause.matchAll(PART)].reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ""] ?? 0), 0);
}

/** Returns when a waiting container starts again: the delay in the kubelet's text, counted from the end of the
 *  previous run. If that end is unknown, the container starts within the delay. For an image that cannot be pulled
 *  only the longest delay is known. Undefined if there is no next try, or its time is unknown. Source:
 *  pkg/kubelet/kuberuntime, doBackOff; pkg/kubelet/images, image_manager.go (rule W6). */
export function nextTryOf({ now, before }: Pick<LifeContainer, "now" | "before">): NextTry | undefined {
  if (now.kind !== "waiting") return undefined;
  if (now.reason === "ImagePullBackOff") return { kind: "within", withinMs: IMAGE_BACK_OFF_MS };
  if (now.reason !== "CrashLoopBackOff") return undefined;
  const pauseMs = backOffMs(now.message);
  if (pauseMs === undefined) return undefined;
  return before?.finishedAtMs === undefined ? { kind: "within", withinMs: pauseMs } : { kind: "at", atMs: before.finishedAtMs + pauseMs };
}
