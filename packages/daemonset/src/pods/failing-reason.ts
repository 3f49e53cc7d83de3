/** What a container waits for in a start, or a restart of the whole pod, that goes well. */
const STEPS_OF_A_START: ReadonlySet<string> = new Set(["", "ContainerCreating", "PodInitializing", "RestartingAllContainers"]);

/** Says whether a container that waits for this reason does not go on by itself: `ImagePullBackOff`, `CrashLoopBackOff`, `CreateContainerConfigError`…
 *  Asked the other way round, so that a reason of a newer kubelet is shown and not taken for a normal start.
 *  Source: pkg/kubelet/kubelet_pods.go, convertToAPIContainerStatuses (rule C11). */
export function isFailingReason(reason: string): boolean {
  return !STEPS_OF_A_START.has(reason);
}

/** Says whether a container that ended so is to blame: with an error, and not because another one had the whole pod start again. */
export function isFailedEnd(reason: string, exitCode: number | undefined): boolean {
  return exitCode !== 0 && !STEPS_OF_A_START.has(reason || "Error");
}
