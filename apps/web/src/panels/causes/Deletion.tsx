import { causeOfDeletion } from "@daemonscope/daemonset/causes/concern-cause";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { ageText } from "@daemonscope/kube/values/human-duration";
import { concernText } from "@daemonscope/words/facts/concern-text";
import { useNow } from "../../data/hooks/cluster-context.ts";
import type { DaemonSetView } from "../../data/url/url.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { CauseHelp } from "./CauseHelp.tsx";
import css from "./causes.module.css";
import { NodeButtons } from "./NodeButtons.tsx";

/** What the deletion of a DaemonSet waits for, since when, and who ends that. Nothing if it is not being deleted. */
export function Deletion({
  view,
  record,
  without,
}: {
  readonly view: DaemonSetView;
  readonly record: DaemonSetRecord;
  /** The node that the panel shows already. */
  readonly without?: string;
}) {
  const { t } = useTranslation();
  const nowMs = useNow();
  const { concern } = record;
  if (concern?.detail.kind !== "beingDeleted") return null;
  const nodes = concern.nodes.filter((node) => node !== without);
  return (
    <div className={css.deletion}>
      <p className={css.cause}>{concernText(t, concern.detail)}</p>
      {concern.sinceMs === undefined ? null : <p className="i3">{t("explain.cause.since", { age: ageText(nowMs - concern.sinceMs) })}</p>}
      <CauseHelp cause={causeOfDeletion(concern.detail)} />
      {nodes.length === 0 ? null : (
        <NodeButtons view={view} nodes={nodes} count={concern.detail.count - (concern.nodes.length - nodes.length)} />
      )}
    </div>
  );
}
