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

const IMAGE_REASONS: ReadonlySet<string> = new Set([
  "ErrImagePull",
  "ImagePullBackOff",
  "InvalidImageName",
  "ErrImageNeverPull",
  "ImageInspectError",
  "RegistryUnavailable",
  "SignatureValidationFailed",
]);

/** Says whether a container waits for its image, as the kubelet and the runtime name that.
 *  Source: pkg/kubelet/images/types.go, cri-api/pkg/errors. */
export function isImageReason(reason: string): boolean {
  return IMAGE_REASONS.has(reason);
}

/** Says whether a kubelet turned the pod away because the node had no room for it (`OutOfcpu`, `OutOfpods`…), or its host port was taken.
 *  Source: pkg/kubelet/lifecycle/predicate.go, HandlePodAdmit. */
export function isAdmissionRefusal(reason: string): boolean {
  return reason.startsWith("OutOf") || reason === "NodePorts";
}
