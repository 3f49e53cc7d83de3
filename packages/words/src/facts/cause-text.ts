import { isRefusedForPorts } from "@daemonscope/daemonset/pods/refused-for-ports";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { Translate } from "../translate.ts";

/** Formats a cause in a few words: `ImagePullBackOff`, `Node NotReady`. Messages of the kubelet and the scheduler stay
 *  unchanged. */
export function causeText(t: Translate, cause: CauseFact): string {
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
    case "kubeletSilent":
    case "nodeGone":
    case "misscheduled":
      return t(`model.cause.${cause.kind}`);
    default:
      return assertNever(cause);
  }
}

function portsTakenText(t: Translate, hostPorts: readonly number[]): string {
  return hostPorts.length === 0
    ? t("model.concern.portTaken")
    : t("model.concern.portsTaken", { count: hostPorts.length, ports: hostPorts.join(t("model.listComma")) });
}

/** Formats a cause as `causeText` does, except the scheduler's long message about a taken host port: `host port 9100 is
 *  taken`. `hostPorts`: those of the template; empty if unknown. */
export function causeOrPortText(t: Translate, cause: CauseFact, hostPorts: readonly number[] = []): string {
  return isRefusedForPorts(cause) ? portsTakenText(t, hostPorts) : causeText(t, cause);
}
