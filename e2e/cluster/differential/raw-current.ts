import { controllerUid, type RawMirror, type RawObject } from "./raw-mirror.ts";

/** The current revision, which the labels of a pod are compared with. */
export interface RawCurrent {
  readonly hash: string | undefined;
  readonly generation: string | undefined;
}

/**
 * Returns the marks of pods of the current revision (C5, R6). They are the hash of the highest revision, which an undo
 * raises too, or the generation of the template.
 */
export function currentOf(mirror: RawMirror, { metadata }: RawObject): RawCurrent {
  const ownRevisions = mirror.all("controllerrevisions").filter((revision) => controllerUid(revision) === metadata.uid);
  const highest = ownRevisions.sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0))[0];
  return {
    hash: highest?.metadata.labels?.["controller-revision-hash"],
    generation: metadata.annotations?.["deprecated.daemonset.template.generation"],
  };
}
