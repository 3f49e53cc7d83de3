import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { annotationOf, containersOf, specOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { PREFIX } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import type { Random } from "@daemonscope/simulated-apiserver/time/random";
import { durationMs } from "./duration.ts";
import { fateOf } from "./images.ts";
import type { ProgramTimes } from "./program.ts";

/** The random times of a pod's start on its node. */
export interface PodPlan extends ProgramTimes {
  readonly createMs: number;
  /** From the first status until the first containers run. */
  readonly startMs: number;
}

const BREAKS_NODE = "breaks-node";
/** From the first status until the first pull has failed. */
const FAILED_PULL_MS = 500;
/** How long an init container with the word `crash` runs. */
const CRASH_MS = 900;

/** Reports whether the pod makes its node NotReady. */
export const breaksItsNode = (pod: StoredObject): boolean =>
  containersOf(specOf(pod)).some(({ image }) => String(image).includes(BREAKS_NODE));

/**
 * Draws the times of a pod from its image names and its annotations. The number and the order of the draws decide all
 * later random times of the cluster, so they must not change.
 */
export function planOf(pod: StoredObject, random: Random): PodPlan {
  const has = (word: string) => containersOf(specOf(pod)).some(({ image }) => String(image).includes(word));
  const createMs = (durationMs(annotationOf(pod, `${PREFIX}create-delay`)) ?? 0) + random.int(5, 30);
  const isMissing = containersOf(specOf(pod)).some(({ image }) => fateOf(String(image), undefined).kind === "fails");
  if (isMissing) return { createMs, startMs: FAILED_PULL_MS, crashMs: CRASH_MS };
  if (has("crash")) return { createMs, startMs: random.int(300, 800), crashMs: random.int(700, 1100) };
  const pullMs = has("slow") ? random.int(6000, 14_000) : 0;
  const startMs = pullMs + (durationMs(annotationOf(pod, `${PREFIX}ready-delay`)) ?? random.int(300, 1100));
  return { createMs, startMs, crashMs: CRASH_MS };
}

/** Draws how long a pod takes to end, in milliseconds. It is at most the grace period. */
export function endMs(pod: StoredObject, random: Random): number {
  const graceMs = (pod.metadata.deletionGracePeriodSeconds ?? 30) * 1000;
  return Math.min(graceMs, durationMs(annotationOf(pod, `${PREFIX}delete-delay`)) ?? random.int(1000, 3000));
}
