import { gapText, type TrailLink, trailLinks } from "@daemonscope/daemonset/pods/life/trail-links";
import type { TrailAnswer } from "@daemonscope/shared/http/trail";
import { trailNeedText, trailStepText } from "@daemonscope/words/english/trail-text";
import { escapeControl } from "../../platform/text/escape-control.ts";

function whenText({ step, isAfterLoss }: TrailLink): string {
  if (step.kind === "missing") return isAfterLoss ? "not now" : "not yet";
  if (step.atMs === undefined) return "time unknown";
  return `${step.kind === "lost" ? "until " : ""}${new Date(step.atMs).toISOString()}`;
}

/**
 * Returns the observed lifecycle of the pod of a pair (rule W10), one line per step. Each line has the time, the step,
 * and the time since the previous step, or what the step waits for.
 */
export function trailLines({ at, steps, creation }: TrailAnswer): readonly string[] {
  if (steps.length === 0) return [];
  const links = trailLinks(steps);
  const wide = Math.max(...links.map((link) => whenText(link).length));
  const lines = links.map((link) => {
    const { step, betweenMs } = link;
    const after = betweenMs === undefined ? "" : betweenMs === 0 ? " (at once)" : ` (after ${gapText(betweenMs)})`;
    const needs = step.kind === "came" || step.needs === undefined ? "" : `: ${trailNeedText(step.needs, at)}`;
    return `    ${whenText(link).padEnd(wide)}  ${trailStepText(step.name, creation)}${after}${needs}`;
  });
  return ["  how it got here, as it was watched:", ...lines.map(escapeControl)];
}
