import { type RowIds, sortedNames } from "@daemonscope/shared/state/row-ids";
import { useTranslation } from "react-i18next";
import { NODES_VIEW } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import css from "./fleet.module.css";

const LINKED = 3;

/** Links to nodes that match the typed text, if no DaemonSet matches. */
export function NodesNamed({ text, rows }: { readonly text: string | undefined; readonly rows: RowIds }) {
  const { t } = useTranslation();
  if (text === undefined || text === "") return null;
  const named = sortedNames(rows).filter((name) => name.toLowerCase().includes(text.toLowerCase()));
  if (named.length === 0) return null;
  return (
    <p className={css.elsewhere} data-nodes-named>
      {t("fleet.nodesNamed", { count: named.length, text })}{" "}
      {named.slice(0, LINKED).map((name) => (
        <span key={name}>
          <ViewLink view={{ page: "node", name }}>{name}</ViewLink>{" "}
        </span>
      ))}
      {named.length > LINKED ? (
        <ViewLink view={{ ...NODES_VIEW, query: text }}>{t("fleet.allNodesNamed", { count: named.length })}</ViewLink>
      ) : null}
    </p>
  );
}
