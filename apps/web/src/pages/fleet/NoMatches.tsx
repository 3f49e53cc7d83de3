import { nearestNames } from "@daemonscope/kube/base/nearest";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import { type RowIds, sortedNames } from "@daemonscope/shared/state/row-ids";
import { navigate } from "../../data/url/navigation.ts";
import { daemonSetView, FLEET_VIEW, NODES_VIEW } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { EmptyState } from "../../ui/empty/EmptyState.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./fleet.module.css";

const LINKED = 3;

/** Links to nodes that match the typed text. */
function NodesNamed({ text, named }: { readonly text: string; readonly named: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <p className={css.elsewhere} data-nodes-named>
      {t("filter.nodesNamed", { count: named.length, text })}{" "}
      {named.slice(0, LINKED).map((name) => (
        <span key={name}>
          <ViewLink view={{ page: "node", name }}>{name}</ViewLink>{" "}
        </span>
      ))}
      {named.length > LINKED ? (
        <ViewLink view={{ ...NODES_VIEW, query: text }}>{t("filter.allNodesNamed", { count: named.length })}</ViewLink>
      ) : null}
    </p>
  );
}

interface NoMatchesProps {
  readonly text: string | undefined;
  readonly rows: RowIds;
  /** Keys of all DaemonSets. */
  readonly keys: readonly string[];
}

/** No DaemonSet passes the filters: nodes or a similar name that may be meant, and the way back. */
export function NoMatches({ text = "", rows, keys }: NoMatchesProps) {
  const { t } = useTranslation();
  const named = text === "" ? [] : sortedNames(rows).filter((name) => name.toLowerCase().includes(text.toLowerCase()));
  const names = new Map(keys.map((key) => [nameOfKey(key), key]));
  const [near] = text === "" ? [] : nearestNames(text, [...names.keys()]);
  return (
    <EmptyState title={text === "" ? t("filter.noneLeft") : t("events.noMatches", { find: text })}>
      {named.length > 0 ? <NodesNamed text={text} named={named} /> : null}
      {named.length > 0 || near === undefined ? null : (
        <p>
          {t("notThere.didYouMean")} <ViewLink view={daemonSetView(names.get(near) ?? "")}>{near}</ViewLink>
        </p>
      )}
      <button type="button" className="btn" onClick={() => navigate(FLEET_VIEW)}>
        {t("events.clear")}
      </button>
    </EmptyState>
  );
}
