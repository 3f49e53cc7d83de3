import type { KubePod } from "@daemonscope/kube/objects";

/** Reads the images of a pod by container from its single text. */
export function* imagesIn(images: string): Generator<readonly [container: string, image: string]> {
  for (const line of images.split("\n")) {
    const at = line.indexOf("=");
    yield [line.slice(0, at), line.slice(at + 1)];
  }
}

/** Returns the image in the spec of a pod's container. Undefined if it was not read; images of init containers are
 *  not. */
export function imageOf({ images }: KubePod["spec"], container: string): string | undefined {
  if (images === undefined) return undefined;
  for (const [name, image] of imagesIn(images)) if (name === container) return image;
  return undefined;
}
