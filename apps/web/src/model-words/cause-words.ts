import type { CauseFact } from "@daemonscope/daemonset/budget/cause-fact";
import { assertNever } from "@daemonscope/kube/assert-never";
import type { Translate } from "../i18n/translator.ts";

/** A cause in a few words. What the kubelet and the scheduler say stays as they say it. */
export function causeWords(t: Translate, cause: CauseFact): string {
  switch (cause.kind) {
    case "reason":
      return cause.reason;
    case "crashedOnce":
    case "preempting":
    case "loop":
      return t(`model.cause.${cause.kind}`, { reason: cause.reason });
    case "noSuchNode":
    case "awaitsScheduler":
    case "nodeNotReady":
    case "readyNotAvailable":
    case "runningNotReady":
    case "starting":
    case "failing":
    case "extraPods":
    case "twoPods":
    case "noPodYet":
    case "noPod":
    case "terminating":
    case "terminatingOnNotReady":
    case "misscheduled":
      return t(`model.cause.${cause.kind}`);
    default:
      return assertNever(cause);
  }
}
