import type { StartStep } from "@daemonscope/daemonset/pods/start-step";
import { assertNever } from "@daemonscope/kube/base/assert-never";

/** Formats the next step of a pod's start. */
export function startStepText(step: StartStep): string {
  switch (step) {
    case "sandbox":
      return "its volumes, network and sandbox are being made";
    case "image":
      return "its image is being pulled, or its container made";
    case "volumesOrImage":
      return "its volumes, network or image are awaited";
    case "initContainers":
      return "its init containers run";
    case "readiness":
      return "it runs and is not Ready";
    default:
      return assertNever(step);
  }
}
