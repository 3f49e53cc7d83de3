import type { ContainerSummary } from "@daemonscope/kube/objects";
import type { PodFacts } from "./pod-facts.ts";
import { imagesIn } from "./pod-images.ts";

/** A container of a pod that runs another image than its template says: edited by hand, or changed as it was admitted. */
export interface ImageChange {
  readonly container: string;
  readonly image: string;
  readonly templateImage: string;
}

/** Where a pod's images differ from those of the template that it was made from (rule C14), in the pod's order. Containers that the template does not have were
 *  put in as the pod was admitted, and say nothing. Of a pod's containers the API lets only the image be changed. */
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
