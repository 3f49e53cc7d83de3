import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { tabbedText } from "@daemonscope/kube/base/tabbed-text";
import { matchesLabelSelector } from "@daemonscope/kube/matching/label-selector";
import type { KubeControllerRevision, KubeDaemonSet } from "@daemonscope/kube/objects";
import { ANNOTATIONS } from "@daemonscope/kube/well-known";

/** Returns the change cause of a revision; undefined if it is missing or empty. */
export function changeCauseOf(revision: KubeControllerRevision): string | undefined {
  const cause = revision.metadata.annotations?.[ANNOTATIONS.changeCause] ?? "";
  return cause === "" ? undefined : cause;
}

/**
 * Returns the output of `kubectl rollout history ds/NAME`, including the last blank line: by rising number; of equal
 * numbers the last by name (rule R15). It lists only revisions whose labels match the DaemonSet's selector. Source:
 * kubectl/pkg/polymorphichelpers/history.go, DaemonSetHistoryViewer and printHistory.
 */
export function rolloutHistoryText(
  { metadata, spec }: Pick<KubeDaemonSet, "metadata" | "spec">,
  revisions: readonly KubeControllerRevision[],
): string {
  const byNumber = new Map<number, KubeControllerRevision>();
  const byName = [...revisions].sort((a, b) => compareTexts(a.metadata.name, b.metadata.name));
  for (const revision of byName)
    if (matchesLabelSelector(spec.selector, revision.metadata.labels ?? {})) byNumber.set(revision.revision, revision);
  // kubectl prints a space after the name, because it joins an empty word.
  const head = `daemonset.apps/${metadata.name} \n`;
  if (byNumber.size === 0) return `${head}No rollout history found.\n`;
  const lines = [...byNumber].sort(([a], [b]) => a - b).map(([number, revision]) => `${number}\t${changeCauseOf(revision) ?? "<none>"}\n`);
  return `${head}${tabbedText(`REVISION\tCHANGE-CAUSE\n${lines.join("")}`)}\n`;
}
