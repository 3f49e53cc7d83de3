import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import { groupingWords } from "../../data/rows/grouping-text.ts";
import { navigate } from "../../data/url/navigation.ts";
import { NODE_SORTS, type NodeSort, type NodesView } from "../../data/url/url.ts";
import { labelHead } from "../../panels/grid/label-text.ts";
import type { ShownLabels } from "../../panels/grid/shown-labels.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./nodes.module.css";
import { COLUMN_PITCH } from "./RowCells.tsx";

interface NodesTableHeadsProps {
  /** DaemonSets in the order of their columns. */
  readonly columns: readonly DaemonSetKey[];
  readonly labels: ShownLabels;
  readonly view: NodesView;
}

/** The heads of the table of nodes; three of them sort. */
export function NodesTableHeads({ columns, labels, view }: NodesTableHeadsProps) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr aria-rowindex={1}>
        <SortedHead by="name" view={view} />
        <SortedHead by="lacks" view={view} />
        {columns.map((key) => (
          <th scope="col" key={key} className={css.turned} title={key} style={{ width: COLUMN_PITCH }}>
            <span className="mono">{nameOfKey(key)}</span>
          </th>
        ))}
        <th scope="col" data-column="ready">
          Ready
        </th>
        <SortedHead by="age" view={view} />
        <th scope="col" data-column="group">
          {groupingWords(view.group, t)}
        </th>
        {labels.keys.map((key) => (
          <th scope="col" key={key} data-column="label">
            <MiddleCut text={labelHead(key, labels)} title={key} isWord />
          </th>
        ))}
        <th scope="col">{t("grid.table.taints")}</th>
      </tr>
    </thead>
  );
}

function SortedHead({ by, view }: { readonly by: NodeSort; readonly view: NodesView }) {
  const { t } = useTranslation();
  const isDescending = by === "lacks";
  const isSorted = view.sort === by;
  return (
    <th scope="col" aria-sort={isSorted ? (isDescending ? "descending" : "ascending") : undefined} data-column={by}>
      <button
        type="button"
        title={by === "lacks" ? t("nodes.lacksMeans") : undefined}
        onClick={() => navigate({ ...view, sort: NODE_SORTS.find((each) => each === by) ?? "lacks" }, { replace: true })}
      >
        {t(`nodes.heads.${by}`)}
        {isSorted ? <i aria-hidden="true">{isDescending ? " ↓" : " ↑"}</i> : null}
      </button>
    </th>
  );
}
