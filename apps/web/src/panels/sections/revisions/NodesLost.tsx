import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { changedOnNodesText } from "@daemonscope/words/facts/concern-text";
import type { DaemonSetView } from "../../../data/url/url.ts";
import { ViewLink } from "../../../data/url/ViewLink.tsx";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "./revisions.module.css";

const MAX_SHOWN_NAMES = 6;

/** A change of labels or taints that removed nodes without a new revision (rule R19). */
export function NodesLost({ record: { concern }, view }: { readonly record: DaemonSetRecord; readonly view: DaemonSetView }) {
  const { t } = useTranslation();
  if (concern?.detail.kind !== "dropped") return null;
  const { before, desired } = concern.detail;
  const shown = concern.nodes.slice(0, MAX_SHOWN_NAMES);
  return (
    <p className={css.nodesLost}>
      {t("revisions.notTemplate", { changed: changedOnNodesText(t, concern.detail), before, desired })}
      {shown.map((node) => (
        <ViewLink key={node} view={{ ...view, section: "overview", at: {}, node }}>
          {node}
        </ViewLink>
      ))}
      {concern.detail.count > shown.length && <span className="i3">+{concern.detail.count - shown.length}</span>}
    </p>
  );
}
