import type { KubePod } from "@daemonscope/kube/objects";

/** The images of a pod by container, from its one text. */
export function* imagesIn(images: string): Generator<readonly [container: string, image: string]> {
  for (const line of images.split("\n")) {
    const at = line.indexOf("=");
    yield [line.slice(0, at), line.slice(at + 1)];
  }
}

/** The image that a container of a pod asks for; undefined where that was not read, as of containers that come first. */
export function imageOf({ images }: KubePod["spec"], container: string): string | undefined {
  if (images === undefined) return undefined;
  for (const [name, image] of imagesIn(images)) if (name === container) return image;
  return undefined;
}
