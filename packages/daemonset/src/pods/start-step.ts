import { conditionOf } from "@daemonscope/kube/conditions";
import type { KubePod } from "@daemonscope/kube/objects";

/** Next step of a pod's start (words/src/en/deferred-facts.ts has the English words). */
export type StartStep = "sandbox" | "image" | "volumesOrImage" | "initContainers" | "readiness";

/** Returns the step that the start of a bound pod without a problem waits for. Undefined if it is not bound, is
 *  ready, or reports no step (rule W3). Kubelets before 1.29 do not distinguish volumes and network from images. */
export function startStep({ spec, status }: KubePod): StartStep | undefined {
  if ((spec.nodeName ?? "") === "" || conditionOf(status.conditions, "Ready")?.status === "True") return undefined;
  const sandbox = conditionOf(status.conditions, "PodReadyToStartContainers")?.status;
  if (sandbox === "False") return "sandbox";
  const isCreating = status.containers.some(({ state }) => state?.kind === "waiting" && state.reason === "ContainerCreating");
  if (isCreating) return sandbox === "True" ? "image" : "volumesOrImage";
  if (status.containers.some(({ state }) => state?.kind === "waiting" && state.reason === "PodInitializing")) return "initContainers";
  return status.phase === "Running" ? "readiness" : undefined;
}
