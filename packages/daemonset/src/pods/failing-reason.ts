/** What a container waits for in a start that goes well. */
const STEPS_OF_A_START: ReadonlySet<string> = new Set(["", "ContainerCreating", "PodInitializing"]);

/** Says whether a container that waits for this reason does not go on by itself: `ImagePullBackOff`, `CrashLoopBackOff`, `CreateContainerConfigError`…
 *  Asked the other way round, so that a reason of a newer kubelet is shown and not taken for a normal start (rule C11). */
export function isFailingReason(reason: string): boolean {
  return !STEPS_OF_A_START.has(reason);
}
