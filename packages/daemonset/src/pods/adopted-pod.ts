import type { ContainerSummary } from "@daemonscope/kube/objects";
import { type ImageChange, imageChanges } from "./image-changes.ts";
import { type CurrentRevision, isUpdated, type PodFacts } from "./pod-facts.ts";

/** A pod that counts as up to date by its generation alone, because a new DaemonSet adopted it (rule C5). */
export interface AdoptedPod {
  /** Images that differ from the current template. Empty if other fields differ, or if the template is unknown. */
  readonly imageChanges: readonly ImageChange[];
}

/** Returns how an adopted pod differs from the current template; undefined for any other pod. `template`: the
 *  containers of the current template. */
export function adoptedPod(
  pod: Pick<PodFacts, "hash" | "templateGeneration" | "images">,
  current: CurrentRevision,
  template: readonly Pick<ContainerSummary, "name" | "image">[] | undefined,
): AdoptedPod | undefined {
  if (pod.hash === undefined || current.hash === undefined || pod.hash === current.hash || !isUpdated(pod, current)) return undefined;
  return { imageChanges: imageChanges(pod, template ?? []) };
}
