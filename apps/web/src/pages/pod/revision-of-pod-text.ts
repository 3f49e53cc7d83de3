import type { PodDaemonSet } from "@daemonscope/shared/http/pod";
import type { Translate } from "../../words/i18n/translator.ts";

/** Returns the revision of a pod, and whether it is the current one. An adopted pod has its own revision. */
export function revisionOfPodWords(t: Translate, { revision, isCurrent, currentRevision: current, adopted }: PodDaemonSet): string {
  if (isCurrent === undefined) return t("pod.side.unread");
  if (adopted !== undefined && revision !== undefined) return String(revision);
  const known = revision ?? (isCurrent ? current : undefined);
  if (isCurrent) return known === undefined ? t("pod.side.notKept") : t("pod.side.current", { revision: known });
  if (current === undefined) return revision === undefined ? t("pod.side.notKept") : String(revision);
  return revision === undefined ? t("pod.side.oldUnknown", { current }) : t("pod.side.old", { revision, current });
}
