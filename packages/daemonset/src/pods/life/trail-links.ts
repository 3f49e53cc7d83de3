import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { TrailStep } from "./trail-step.ts";

/** Formats the time between two steps: `4.8 s`, `29 s`, `2m40s`. Tenths of seconds come from watched times and events,
 *  because times of the API have whole seconds. */
export function gapText(ms: number): string {
  if (ms < 10_000) return `${Number((ms / 1000).toFixed(1))} s`;
  return ms < 60_000 ? `${Math.round(ms / 1000)} s` : humanDuration(ms);
}

/** A step with the time since the previous one: `betweenMs` if both times are known and in order. */
export interface TrailLink {
  readonly step: TrailStep;
  readonly betweenMs: number | undefined;
  /** An earlier step was lost: a missing step may have been complete before. */
  readonly isAfterLoss: boolean;
}

const timeOf = (step: TrailStep | undefined): number | undefined => (step === undefined || step.kind === "missing" ? undefined : step.atMs);

/** Links the steps with the time between them. */
export function trailLinks(steps: readonly TrailStep[]): readonly TrailLink[] {
  return steps.map((step, at) => {
    const [beforeMs, atMs] = [timeOf(steps[at - 1]), timeOf(step)];
    const isAfterLoss = steps.slice(0, at).some(({ kind }) => kind === "lost");
    const betweenMs = step.kind !== "came" || beforeMs === undefined || atMs === undefined || atMs < beforeMs ? undefined : atMs - beforeMs;
    return { step, betweenMs, isAfterLoss };
  });
}

const MAX_RECENT = 4;

/** Returns the reason of the pod, the last steps with a known time, and the first missing one. */
export function recentSteps(steps: readonly TrailStep[]): readonly TrailStep[] {
  const [reason, ...reached] = steps.filter((step) => timeOf(step) !== undefined);
  return [
    ...(reason === undefined ? [] : [reason]),
    ...reached.slice(-MAX_RECENT),
    ...steps.filter(({ kind }) => kind === "missing").slice(0, 1),
  ];
}
