import { ageText } from "@daemonscope/kube/values/human-duration";
import { secondsLeft } from "@daemonscope/kube/values/seconds-left";
import { causeOrPortSentence } from "../facts/cause-text.ts";
import type { Translate } from "../translate.ts";
import type { PodAnswer } from "./pod-answer.ts";

function endingPhrase(t: Translate, { goneByMs, trouble }: PodAnswer, sinceMs: number, nowMs: number): string {
  // Any other trouble is older than the deletion.
  const why = trouble?.kind === "deviceTaint" ? `${causeOrPortSentence(t, trouble, [])}${t("model.comma")}` : "";
  const isInTime = goneByMs !== undefined && goneByMs > nowMs;
  return `${why}${isInTime ? t("laterModel.pod.terminatingLeft", { seconds: secondsLeft(goneByMs, nowMs, goneByMs - sinceMs) }) : t("laterModel.pod.terminating")}`;
}

function whatItDoes(t: Translate, pod: PodAnswer, nowMs: number, hostPorts: readonly number[]): string {
  if (pod.terminatingSinceMs !== undefined) return endingPhrase(t, pod, pod.terminatingSinceMs, nowMs);
  if (pod.trouble !== undefined) return causeOrPortSentence(t, pod.trouble, hostPorts);
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
  return t(pod.scheduled ? "laterModel.pod.startingFor" : "laterModel.pod.waitsFor", {
    age: ageText(nowMs - (pod.unavailableSinceMs ?? pod.createdAtMs)),
  });
}

/** Returns the state of a pod, in one phrase at a cluster time. `hostPorts`: those of the template; empty if
 *  unknown. */
export function podPhrase(t: Translate, pod: PodAnswer, nowMs: number, hostPorts: readonly number[] = []): string {
  const isStarting = pod.terminatingSinceMs === undefined && !pod.available && !pod.ready && pod.trouble === undefined;
  const old = pod.updated === false ? `${t("model.comma")}${t("laterModel.pod.oldRevision")}` : "";
  const step = isStarting && pod.startStep !== undefined ? `${t("model.colon")}${t(`laterModel.step.${pod.startStep}`)}` : "";
  return `${whatItDoes(t, pod, nowMs, hostPorts)}${old}${step}`;
}
