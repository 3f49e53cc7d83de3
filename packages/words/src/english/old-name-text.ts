import type { PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import type { Toleration } from "@daemonscope/kube/objects";
import { newNameOf } from "@daemonscope/kube/old-names";

/** Marks an old name of a label or a taint: ` (old name; since 1.25: …)`. Empty for other keys. */
export function oldNameText(key: string): string {
  const renamed = newNameOf(key);
  return renamed === undefined ? "" : ` (old name; since ${renamed.since}: ${renamed.key})`;
}

/** Marks the key of a check that is an old name. A node affinity has a key in each of its requirements instead. */
export function oldNameOfCheck(check: PlacementCheck): string {
  if (check.kind === "nodeSelector") return oldNameText(check.key);
  return check.kind === "taint" ? oldNameText(check.taint.key) : "";
}

/** Returns a sentence for each toleration of the old name of a taint that is not tolerated. */
export function oldTolerationTexts(check: PlacementCheck, tolerations: readonly Toleration[]): readonly string[] {
  if (check.kind !== "taint" || check.passed) return [];
  return tolerations.flatMap(({ key = "" }) =>
    newNameOf(key)?.key === check.taint.key ? [`the template tolerates ${key}${oldNameText(key)}`] : [],
  );
}
