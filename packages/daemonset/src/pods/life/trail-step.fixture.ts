import { at } from "./pod-detail.fixture.ts";
import type { TrailStep } from "./trail-step.ts";

/** `bound +1s`, `ready lost +40s (ready agent CrashLoopBackOff)`, `available – (30 s)`. */
export function stepText(step: TrailStep): string {
  const seconds = (ms: number | undefined) => (ms === undefined ? "?" : `+${(ms - at(0)) / 1000}s`);
  const needs = step.kind === "came" ? undefined : step.needs;
  const why =
    needs === undefined
      ? ""
      : ` (${[needs.kind, "container" in needs ? needs.container : "", "reason" in needs ? needs.reason : "", "step" in needs ? needs.step : "", "trouble" in needs && needs.trouble !== undefined ? needs.trouble.kind : "", "seconds" in needs ? `${needs.seconds}` : ""].filter((part) => part !== "").join(" ")})`;
  return step.kind === "missing"
    ? `${step.name} –${why}`
    : `${step.name} ${step.kind === "lost" ? "lost " : ""}${seconds(step.atMs)}${why}`;
}
