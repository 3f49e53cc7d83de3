import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import type { NextTry } from "@daemonscope/daemonset/pods/life/next-try";
import { podState } from "@daemonscope/daemonset/pods/life/pod-state";
import type { PodPageAnswer } from "@daemonscope/shared/http/pod";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { nextTryWords } from "../../../words/facts/next-try-text.ts";
import type { Translate } from "../../../words/i18n/translator.ts";

/**
 * Returns when the kubelet retries a pod. Undefined if no retry is known, or before the pod is read.
 */
export function nextTryOf(answer: PodPageAnswer | undefined, nowMs: number): NextTry | undefined {
  if (answer?.kind !== "there") return undefined;
  const state = podState(answer.pod, answer.daemonSet?.minReadySeconds, nowMs);
  return state.kind === "failing" ? state.nextTry : undefined;
}

/** Returns the next automatic step as a phrase, if known; empty if nothing retries. */
export function retryText(
  t: Translate,
  { trouble, scheduled }: Pick<PodAnswer, "trouble" | "scheduled">,
  nextTry: NextTry | undefined,
  nowMs: number,
): string {
  if (nextTry !== undefined) return nextTryWords(t, nextTry, nowMs);
  return trouble !== undefined && !scheduled && CAUSES[trouble.kind].matches.some(({ from }) => from === "scheduler")
    ? t("explain.schedulerWaits")
    : "";
}
