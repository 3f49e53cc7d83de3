/** Waiting reasons of a normal start, or of a normal restart of the whole pod. */
const STARTUP_REASONS: ReadonlySet<string> = new Set(["", "ContainerCreating", "PodInitializing", "RestartingAllContainers"]);

/** Reports whether a waiting reason counts as failing, because it is no step of a normal start: `ImagePullBackOff`,
 *  `CrashLoopBackOff`, `CreateContainerConfigError`…
 *  The list has the normal steps instead, so that an unknown reason of a newer kubelet counts as failing.
 *  Source: pkg/kubelet/kubelet_pods.go, convertToAPIContainerStatuses (rule C11). */
export function isFailingReason(reason: string): boolean {
  return !STARTUP_REASONS.has(reason);
}

/** Reports whether a container ended by itself, and not because another container restarted the whole pod. */
export function isContainersOwnEnd(reason: string): boolean {
  return !STARTUP_REASONS.has(reason || "Error");
}

/** Reports whether a container ended with its own error. */
export function isFailedEnd(reason: string, exitCode: number | undefined): boolean {
  return exitCode !== 0 && isContainersOwnEnd(reason);
}

/** Waiting reasons between the end of a run and the next one. The end has the cause, so that a crash has one reason.
 *  Source: pkg/kubelet/kubelet_pods.go, convertToAPIContainerStatuses. */
const AFTER_END: ReadonlySet<string> = new Set(["CrashLoopBackOff", "RunContainerError", "PostStartHookError"]);

/** Reports whether a container waits because its last run ended. */
export function waitsAfterEnd(reason: string): boolean {
  return AFTER_END.has(reason);
}
