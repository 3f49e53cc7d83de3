import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { assertNever } from "@daemonscope/kube/base/assert-never";

/** Formats a cause in a few words: `ImagePullBackOff`, `Node NotReady`. */
export function causeText(cause: CauseFact): string {
  switch (cause.kind) {
    case "reason":
      return cause.reason;
    case "crashedOnce":
      return `Crashed once (${cause.reason})`;
    case "preempting":
      return `${cause.reason}; other pods are being pushed out for it`;
    case "noSuchNode":
      return "Its node does not exist";
    case "loop":
      return `${cause.reason}, again and again`;
    case "awaitsScheduler":
      return "Waits for the scheduler";
    case "nodeNotReady":
      return "Node NotReady";
    case "readyNotAvailable":
      return "Ready, waits for minReadySeconds";
    case "runningNotReady":
      return "Running, not Ready";
    case "starting":
      return "Starting";
    case "failing":
      return "Failing";
    case "extraPods":
      return "More than one pod of a revision";
    case "twoPods":
      return "An old and a new pod";
    case "noPodYet":
      return "No pod yet";
    case "noPod":
      return "No pod";
    case "terminating":
      return "Terminating";
    case "terminatingOnNotReady":
      return "Terminating, node NotReady";
    case "misscheduled":
      return "Misscheduled";
    default:
      return assertNever(cause);
  }
}
