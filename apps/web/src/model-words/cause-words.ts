import { isRefusedForPorts } from "@daemonscope/daemonset/pods/refused-for-ports";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { assertNever } from "@daemonscope/kube/assert-never";
import type { Translate } from "../i18n/translator.ts";

/** `host port 9100 is taken`; `hostPorts`: of the template, one of which may be what is taken, empty where it is not known. */
export function portsTakenWords(t: Translate, hostPorts: readonly number[]): string {
  return hostPorts.length === 0
    ? t("model.concern.portTaken")
    : t("model.concern.portsTaken", { count: hostPorts.length, ports: hostPorts.join(t("model.listComma")) });
}

/** A cause in a few words. What the kubelet and the scheduler say stays as they say it, but for a sentence that is longer than what it says: a host port that is
 *  taken. `hostPorts`: of portsTakenWords. */
export function causeWords(t: Translate, cause: CauseFact, hostPorts: readonly number[] = []): string {
  if (isRefusedForPorts(cause)) return portsTakenWords(t, hostPorts);
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
