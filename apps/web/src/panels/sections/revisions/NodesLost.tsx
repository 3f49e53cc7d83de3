import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useTranslation } from "react-i18next";
import type { DaemonSetView } from "../../../data/url/url.ts";
import { ViewLink } from "../../../data/url/ViewLink.tsx";
import { changedOnNodesWords } from "../../../words/facts/concern-text.ts";
import css from "./revisions.module.css";

const NAMES_TOLD = 6;

/** A change without a revision: of labels or taints, which removed nodes (rule R19). */
export function NodesLost({ record: { concern }, view }: { readonly record: DaemonSetRecord; readonly view: DaemonSetView }) {
  const { t } = useTranslation();
  if (concern?.detail.kind !== "dropped") return null;
  const { before, desired } = concern.detail;
  const told = concern.nodes.slice(0, NAMES_TOLD);
  return (
    <p className={css.nodesLost}>
      {t("revisions.notTemplate", { changed: changedOnNodesWords(t, concern.detail), before, desired })}
      {told.map((node) => (
        <ViewLink key={node} view={{ ...view, section: "overview", at: {}, node }}>
          {node}
        </ViewLink>
      ))}
      {concern.detail.count > told.length && <span className="i3">+{concern.detail.count - told.length}</span>}
    </p>
  );
}
