import type { PodCreation } from "@daemonscope/daemonset/pods/life/pod-creation";
import { gapText } from "@daemonscope/daemonset/pods/life/trail-links";
import type { TrailName, TrailRequirement, TrailStep } from "@daemonscope/daemonset/pods/life/trail-step";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { causeOrPortPhrase } from "@daemonscope/words/facts/cause-text";
import { dayOf } from "../../../words/i18n/time-of-day.ts";
import type { Translate } from "../../../words/i18n/translator.ts";

/** Why a pod was created, and the number of its revision if known. */
export type CreationReasonText = Pick<PodCreation, "by"> & { readonly revision?: number | undefined };

/** Returns the name of a step; that of the first step depends on what made the pod wanted. */
export function trailStepLabel(t: Translate, name: TrailName, wanted: CreationReasonText | undefined): string {
  if (name !== "wanted") return t(`pod.trail.${name}`);
  const { by = "daemonSet", revision } = wanted ?? {};
  if (by !== "revision") return t(`pod.trail.wanted.${by}`);
  return revision === undefined ? t("pod.trail.wanted.newRevision") : t("pod.trail.wanted.revision", { revision });
}

/** Returns the start of the day of all steps with a known time; undefined if they are of several days. */
export function dayOfSteps(steps: readonly TrailStep[]): number | undefined {
  const days = new Set(steps.flatMap((step) => (step.kind === "missing" || step.atMs === undefined ? [] : [dayOf(step.atMs)])));
  return days.size === 1 ? [...days][0] : undefined;
}

/** Returns what a missing step waits for. */
export function trailRequirementText(t: Translate, need: TrailRequirement, nowMs: number): string {
  switch (need.kind) {
    case "scheduler":
      return need.trouble === undefined
        ? t("pod.trail.needs.scheduler")
        : t("pod.trail.needs.schedulerFor", { reason: causeOrPortPhrase(t, need.trouble) });
    case "step":
      return t(`pod.trail.needs.step.${need.step}`);
    case "trouble":
      return causeOrPortPhrase(t, need.trouble);
    case "rejected":
      return t("pod.trail.needs.rejected", { reason: causeOrPortPhrase(t, need.trouble) });
    case "pull":
      return t("laterModel.pod.pulling", { image: need.image, age: gapText(Math.max(0, nowMs - need.sinceMs)) });
    case "grace":
      return need.untilMs === undefined || need.untilMs <= nowMs
        ? t("pod.trail.needs.end")
        : t("pod.trail.needs.endWithin", { age: gapText(need.untilMs - nowMs) });
    case "kubelet":
    case "sandbox":
    case "gates":
    // The cause above has the reason, and the kubelet's alternates with each try.
    case "image":
      return t(`pod.trail.needs.${need.kind}`);
    case "init":
    case "start":
    case "ready":
      return need.reason === ""
        ? t(`pod.trail.needs.${need.kind}`, { container: need.container })
        : t(`pod.trail.needs.${need.kind}For`, { container: need.container, reason: need.reason });
    case "minReadySeconds":
      return need.atMs === undefined || need.atMs <= nowMs
        ? t("pod.trail.needs.seconds", { seconds: need.seconds })
        : t("pod.trail.needs.secondsLeft", { age: gapText(Math.min(need.atMs - nowMs, need.seconds * 1000)) });
    default:
      return assertNever(need);
  }
}
