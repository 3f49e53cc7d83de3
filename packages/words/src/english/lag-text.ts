import type { LagCause } from "@daemonscope/daemonset/records/lag-cause";
import { assertNever } from "@daemonscope/kube/base/assert-never";

/** Formats the likely cause of a lag of the controller's numbers as one sentence without a full stop. */
export function lagText(cause: LagCause): string {
  switch (cause.kind) {
    case "notObserved":
      return `the controller has not observed generation ${cause.generation} yet, its numbers are of ${cause.observedGeneration}`;
    case "comparesNumbers":
      return `a toleration compares numbers (Gt, Lt), and the cluster seems to judge that otherwise: start with --feature-gate TaintTolerationComparisonOperators=${!cause.isGateOn}`;
    case "nodeDeleted":
      return "a node was deleted; status updates after pod GC, about a minute";
    case "nodeNotReady":
      return "a node with a pod went NotReady, which taints it NoSchedule; the controller looks again only when something else about this DaemonSet changes";
    case "tainted":
      return "a NoSchedule taint came to a node that has a pod; the controller looks again only when something else about this DaemonSet changes";
    case "nodeLeft":
      return "a node left or no longer matches, and the controller has not looked again";
    case "minReady":
      return `status updates ${cause.minReadySeconds}s after the last change (minReadySeconds)`;
    case "notWritten":
      return "the controller has not written its status since the last change";
    default:
      return assertNever(cause);
  }
}
