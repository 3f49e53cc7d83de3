import { matchesLabelSelector } from "@daemonscope/kube/label-selector";
import type { KubeControllerRevision, KubeDaemonSet } from "@daemonscope/kube/objects";
import { tabbedText } from "@daemonscope/kube/tabbed-text";
import { ANNOTATIONS } from "@daemonscope/kube/well-known";

/** Why somebody said that a revision was made; undefined when nobody did. An empty reason is none. */
export function changeCauseOf(revision: KubeControllerRevision): string | undefined {
  const cause = revision.metadata.annotations?.[ANNOTATIONS.changeCause] ?? "";
  return cause === "" ? undefined : cause;
}

/** What `kubectl rollout history ds/NAME` prints, to the last blank line: by rising number, of several with one number the last by name (rule R15).
 *  Only revisions whose labels the DaemonSet's selector matches are listed there.
 *  Source: kubectl/pkg/polymorphichelpers/history.go, DaemonSetHistoryViewer and printHistory. */
export function rolloutHistoryText(
  { metadata, spec }: Pick<KubeDaemonSet, "metadata" | "spec">,
  revisions: readonly KubeControllerRevision[],
): string {
  const byNumber = new Map<number, KubeControllerRevision>();
  const byName = [...revisions].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  for (const revision of byName)
    if (matchesLabelSelector(spec.selector, revision.metadata.labels ?? {})) byNumber.set(revision.revision, revision);
  // The blank after the name is kubectl's: an empty word stands between it and the line break.
  const head = `daemonset.apps/${metadata.name} \n`;
  if (byNumber.size === 0) return `${head}No rollout history found.\n`;
  const lines = [...byNumber].sort(([a], [b]) => a - b).map(([number, revision]) => `${number}\t${changeCauseOf(revision) ?? "<none>"}\n`);
  return `${head}${tabbedText(`REVISION\tCHANGE-CAUSE\n${lines.join("")}`)}\n`;
}
