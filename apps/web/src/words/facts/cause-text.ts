import { isRefusedForPorts } from "@daemonscope/daemonset/pods/refused-for-ports";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { Translate } from "../i18n/translator.ts";

/** Returns `host port 9100 is taken`. `hostPorts`: those of the template; empty if unknown. */
export function portsTakenWords(t: Translate, hostPorts: readonly number[]): string {
  return hostPorts.length === 0
    ? t("model.concern.portTaken")
    : t("model.concern.portsTaken", { count: hostPorts.length, ports: hostPorts.join(t("model.listComma")) });
}

/** Returns a cause in a few words. Messages of the kubelet and the scheduler stay unchanged, except the long one for
 *  a taken host port. `hostPorts`: see `portsTakenWords`. */
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
