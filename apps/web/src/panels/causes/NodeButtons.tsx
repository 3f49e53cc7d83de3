import { navigate } from "../../data/url/navigation.ts";
import type { DaemonSetView } from "../../data/url/url.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./causes.module.css";

const MAX_NODES = 3;

/** Buttons that open nodes in the side panel, and the number of the others. `count`: of all nodes. */
export function NodeButtons({
  view,
  nodes,
  count = nodes.length,
}: {
  readonly view: DaemonSetView;
  readonly nodes: readonly string[];
  readonly count?: number;
}) {
  const { t } = useTranslation();
  const shown = nodes.slice(0, MAX_NODES);
  return (
    <p className={css.nodes}>
      {shown.map((node) => (
        <button key={node} type="button" className="btn mono" onClick={() => navigate({ ...view, node, drawer: undefined })}>
          {node}
        </button>
      ))}
      {count > shown.length ? <span className="i3">{t("explain.cause.moreNodes", { count: count - shown.length })}</span> : null}
    </p>
  );
}
