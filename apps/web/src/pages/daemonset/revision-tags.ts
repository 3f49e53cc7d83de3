import type { RevisionEntry } from "@daemonscope/shared/http/answers";
import { shortImage } from "@daemonscope/words/facts/cause-text";

/** Returns the tag of an image, or the start of its digest: `v2.5.1`, `4f53cda18c2b`. */
const tagOf = (image: string): string => /[:@]([^:@]+)$/.exec(shortImage(image))?.[1] ?? "latest";

/** Returns the tag of each revision, by hash: that of the first container whose image differs between revisions,
 *  otherwise of the first container. */
export function revisionTags(entries: readonly Pick<RevisionEntry, "hash" | "images">[]): ReadonlyMap<string, string> {
  const known = entries.filter(({ images }) => images.length > 0);
  const [newest] = known;
  const differing = newest?.images.findIndex((image, at) => known.some(({ images }) => images[at] !== image)) ?? -1;
  const container = Math.max(0, differing);
  return new Map(known.flatMap(({ hash, images }) => (images[container] === undefined ? [] : [[hash, tagOf(images[container])]])));
}
