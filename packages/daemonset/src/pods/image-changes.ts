import type { ContainerSummary } from "@daemonscope/kube/objects";
import type { PodFacts } from "./pod-facts.ts";
import { imagesIn } from "./pod-images.ts";

/** A container of a pod whose image differs from its template: edited by hand, or changed at admission. */
export interface ImageChange {
  readonly container: string;
  readonly image: string;
  readonly templateImage: string;
}

/** Returns the pod's images that differ from the template that it was made from, in the pod's order (rule C14).
 *  Containers that the template lacks were added at admission and are ignored. The image is the only field of a
 *  pod's containers that the API allows to change. */
export function imageChanges(
  { images }: Pick<PodFacts, "images">,
  template: readonly Pick<ContainerSummary, "name" | "image">[],
): readonly ImageChange[] {
  if (images === undefined) return [];
  const wanted = new Map(template.map(({ name, image }) => [name, image]));
  return [...imagesIn(images)].flatMap(([container, image]) => {
    const templateImage = wanted.get(container);
    return templateImage === undefined || templateImage === image ? [] : [{ container, image, templateImage }];
  });
}
