import type { NextTry } from "@daemonscope/daemonset/pods/life/next-try";
import { ageText } from "@daemonscope/kube/values/human-duration";
import type { Translate } from "../i18n/translator.ts";

/** Returns when the kubelet retries a container: `next try in about 2m`. `nowMs`: cluster time. */
export function nextTryWords(t: Translate, next: NextTry, nowMs: number): string {
  if (next.kind === "within") return t("pod.state.nextWithin", { age: ageText(next.withinMs) });
  return next.atMs <= nowMs ? t("pod.state.nextNow") : t("pod.state.nextAt", { age: ageText(next.atMs - nowMs) });
}
