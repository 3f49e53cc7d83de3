import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { ageText } from "../format/age-text.ts";
import { secondsLeft } from "../format/seconds-left.ts";
import type { Translate } from "../i18n/translator.ts";
import { causeWords } from "./cause-text.ts";

function stateText(t: Translate, pod: PodAnswer, nowMs: number): string {
  if (pod.terminatingSinceMs !== undefined)
    return pod.goneByMs !== undefined && pod.goneByMs > nowMs
      ? t("laterModel.pod.terminatingLeft", { seconds: secondsLeft(pod.goneByMs, nowMs, pod.goneByMs - pod.terminatingSinceMs) })
      : t("laterModel.pod.terminating");
  if (pod.available)
    return pod.availableAtMs === undefined
      ? t("laterModel.pod.available")
      : t("laterModel.pod.availableFor", { age: ageText(nowMs - pod.availableAtMs) });
  if (pod.ready)
    return pod.availableAtMs === undefined
      ? t("laterModel.pod.ready")
      : t("laterModel.pod.availableIn", {
          seconds: secondsLeft(pod.availableAtMs, nowMs, pod.availableAtMs - (pod.readySinceMs ?? nowMs)),
        });
  if (pod.trouble !== undefined) return causeWords(t, pod.trouble);
  return t(pod.scheduled ? "laterModel.pod.startingFor" : "laterModel.pod.waitsFor", {
    age: ageText(nowMs - (pod.unavailableSinceMs ?? pod.createdAtMs)),
  });
}

/** Returns the state of a pod, in one phrase at a cluster time. */
export function podStatusText(t: Translate, pod: PodAnswer, nowMs: number): string {
  const isStarting = pod.terminatingSinceMs === undefined && !pod.available && !pod.ready && pod.trouble === undefined;
  const old = pod.updated === false ? `${t("model.comma")}${t("laterModel.pod.oldRevision")}` : "";
  const step = isStarting && pod.startStep !== undefined ? `${t("model.colon")}${t(`laterModel.step.${pod.startStep}`)}` : "";
  return `${stateText(t, pod, nowMs)}${old}${step}`;
}

/** Returns the full sentence behind a pod's reason: the API's message, or how its container ended. */
export function podMessageWords(t: Translate, { message, lastExit }: Pick<PodAnswer, "message" | "lastExit">): string | undefined {
  if (lastExit === undefined) return message;
  return lastExit.code === undefined ? t("laterModel.pod.lastExitUnknown") : t("laterModel.pod.lastExit", { code: lastExit.code });
}
