import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";

/** Returns what may replace the pods of a DaemonSet with OnDelete (rule R31): the object that controls it, or its only
 *  annotator. Undefined if there is neither. No object states who deletes a pod, so that this is never certain. */
export function likelyDriverOf({ metadata, spec, annotator }: KubeDaemonSet): string | undefined {
  if (spec.updateStrategy.type !== "OnDelete") return undefined;
  const owner = controllerOf(metadata);
  return owner === undefined ? annotator : `${owner.kind} ${owner.name}`;
}
