import { conditionOf } from "@daemonscope/kube/conditions";
import type { KubePod } from "@daemonscope/kube/objects";

/** How far the start of a bound pod is that nothing is wrong with: what it waits for now; undefined once it is ready (rule S3).
 *  Kubelets before 1.29 do not tell volumes and network from images. */
export function startStep({ spec, status }: KubePod): string | undefined {
  if ((spec.nodeName ?? "") === "" || conditionOf(status.conditions, "Ready")?.status === "True") return undefined;
  const sandbox = conditionOf(status.conditions, "PodReadyToStartContainers")?.status;
  if (sandbox === "False") return "its volumes, network and sandbox are being made";
  const isCreating = status.containers.some(({ state }) => state?.kind === "waiting" && state.reason === "ContainerCreating");
  if (isCreating)
    return sandbox === "True" ? "its image is being pulled, or its container made" : "its volumes, network or image are awaited";
  if (status.containers.some(({ state }) => state?.kind === "waiting" && state.reason === "PodInitializing"))
    return "its init containers run";
  return status.phase === "Running" ? "it runs and is not Ready" : undefined;
}
