import { currentOf } from "./raw-current.ts";
import { controllerUid, type RawMirror, targetNode } from "./raw-mirror.ts";
import { rawVerdictOf } from "./raw-placement.ts";
import { hasEnded, isDeleting } from "./raw-pods.ts";

/** A pod that only a changed verdict of its pair can end. */
export interface SettledPod {
  readonly uid: string;
  readonly daemonSetUid: string;
  readonly generation: number | undefined;
  readonly node: string;
}

/** Returns the pods that no rollout will replace: alone on their node, alive, and of the current revision. */
export function settledPods(mirror: RawMirror): readonly SettledPod[] {
  return mirror.all("daemonsets").flatMap((set) => {
    const { uid: daemonSetUid, generation } = set.metadata;
    // Only the hash counts: an adopted pod may have the generation and not the current tolerations.
    const { hash } = currentOf(mirror, set);
    const ownPods = mirror.all("pods").filter((pod) => controllerUid(pod) === daemonSetUid);
    const alone = ownPods.filter((pod) => ownPods.every((other) => other === pod || targetNode(other) !== targetNode(pod)));
    return alone.flatMap((pod) => {
      const { uid, labels } = pod.metadata;
      const node = targetNode(pod);
      const isSettled = labels?.["controller-revision-hash"] === hash && !isDeleting(pod) && !hasEnded(pod);
      return node !== undefined && isSettled ? [{ uid, daemonSetUid, generation, node }] : [];
    });
  });
}

/**
 * Compares the verdicts with the cluster. A settled pod of a run or keep pair must still exist, unless its DaemonSet
 * changed or the step deleted its pods. Returns a sentence for each missing pod.
 */
export function vanishedPods(mirror: RawMirror, before: readonly SettledPod[], deletedOf: string | undefined): readonly string[] {
  const sets = new Map(mirror.all("daemonsets").map((set) => [set.metadata.uid, set]));
  const nodes = new Map(mirror.all("nodes").map((node) => [node.metadata.name, node]));
  const alive = new Set(mirror.all("pods").flatMap((pod) => (isDeleting(pod) ? [] : [pod.metadata.uid])));
  return before.flatMap(({ uid, daemonSetUid, generation, node: name }) => {
    const set = sets.get(daemonSetUid);
    const node = nodes.get(name);
    if (alive.has(uid) || set === undefined || node === undefined) return [];
    if (set.metadata.generation !== generation || set.metadata.name === deletedOf) return [];
    const verdict = rawVerdictOf(set, node);
    return verdict === "exclude"
      ? []
      : [`${set.metadata.name} on ${name} (${verdict}): its pod vanished, and nothing that was done ends it`];
  });
}
