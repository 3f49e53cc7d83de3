import { controllerUid, type RawMirror, type RawObject } from "./raw-mirror.ts";

/** The current revision, which the labels of a pod are compared with. */
export interface RawCurrent {
  readonly hash: string | undefined;
  readonly generation: string | undefined;
}

/**
 * Returns the hash of the highest revision, and the generation of the template (C5, R6). A pod of the current revision
 * has one of them as a label. An undo also makes its revision the highest.
 */
export function currentOf(mirror: RawMirror, { metadata }: RawObject): RawCurrent {
  const ownRevisions = mirror.all("controllerrevisions").filter((revision) => controllerUid(revision) === metadata.uid);
  const highest = ownRevisions.sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0))[0];
  return {
    hash: highest?.metadata.labels?.["controller-revision-hash"],
    generation: metadata.annotations?.["deprecated.daemonset.template.generation"],
  };
}
