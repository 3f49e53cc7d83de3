import type { PodAnswer } from "@daemonscope/daemonset/describe/pod-answer";
import { humanDuration } from "@daemonscope/kube/human-duration";
import type { Translate } from "../i18n/translator.ts";
import { causeWords } from "./cause-words.ts";

const secondsUntil = (atMs: number, nowMs: number): number => Math.max(0, Math.ceil((atMs - nowMs) / 1000));

function whatItDoes(t: Translate, pod: PodAnswer, nowMs: number): string {
  if (pod.terminatingSinceMs !== undefined)
    return pod.goneByMs !== undefined && pod.goneByMs > nowMs
      ? t("laterModel.pod.terminatingLeft", { seconds: secondsUntil(pod.goneByMs, nowMs) })
      : t("laterModel.pod.terminating");
  if (pod.available)
    return pod.availableAtMs === undefined
      ? t("laterModel.pod.available")
      : t("laterModel.pod.availableFor", { age: humanDuration(nowMs - pod.availableAtMs) });
  if (pod.ready)
    return pod.availableAtMs === undefined
      ? t("laterModel.pod.ready")
      : t("laterModel.pod.availableIn", { seconds: secondsUntil(pod.availableAtMs, nowMs) });
  if (pod.trouble !== undefined) return causeWords(t, pod.trouble);
  return t(pod.scheduled ? "laterModel.pod.startingFor" : "laterModel.pod.waitsFor", {
    age: humanDuration(nowMs - (pod.unavailableSinceMs ?? pod.createdAtMs)),
  });
}

/** What a pod is doing, in one phrase at a cluster time. */
export function podWords(t: Translate, pod: PodAnswer, nowMs: number): string {
  const isStarting = pod.terminatingSinceMs === undefined && !pod.available && !pod.ready && pod.trouble === undefined;
  const old = pod.updated === false ? `${t("model.comma")}${t("laterModel.pod.oldRevision")}` : "";
  const step = isStarting && pod.startStep !== undefined ? `${t("model.colon")}${t(`laterModel.step.${pod.startStep}`)}` : "";
  return `${whatItDoes(t, pod, nowMs)}${old}${step}`;
}

/** The full sentence behind a pod's reason: the API's own, or how its container ended. */
export function podMessageWords(t: Translate, { message, lastExit }: Pick<PodAnswer, "message" | "lastExit">): string | undefined {
  if (lastExit === undefined) return message;
  return lastExit.code === undefined ? t("laterModel.pod.lastExitUnknown") : t("laterModel.pod.lastExit", { code: lastExit.code });
}
