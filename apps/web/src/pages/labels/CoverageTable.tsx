import { splitKey } from "@daemonscope/kube/base/object-key";
import { Fragment } from "react";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { DataTable } from "../../ui/controls/DataTable.tsx";
import { countText } from "../../words/format/figures.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./labels.module.css";
import type { Coverage, CoverageRow, LeftOutRow } from "./select-pools.ts";

const UNCOVERED = plainCellStyle("excluded");
const MAX_SHOWN_ZONES = 3;
const VALUE_LEAST_PX = 112;
const VALUE_MOST_PX = 210;

/** How many nodes of a pool a DaemonSet wants: a bar and a number; empty for none. */
function Wants({ wants, nodes }: { readonly wants: number; readonly nodes: number }) {
  const { t } = useTranslation();
  if (wants === 0) return <span className="visually-hidden">{t("labels.wantsNone")}</span>;
  return (
    <>
      <span className={wants === nodes ? undefined : css.some}>
        {wants === nodes ? countText(wants) : t("labels.wantsSome", { wants, nodes })}
      </span>
      <span className={css.bar} aria-hidden="true">
        <i style={{ width: `${Math.max(4, Math.round((wants / nodes) * 100))}%` }} />
      </span>
    </>
  );
}

function Zones({ row }: { readonly row: CoverageRow }) {
  const { t } = useTranslation();
  const more = row.zones.length - MAX_SHOWN_ZONES;
  return (
    <>
      {row.zones.slice(0, MAX_SHOWN_ZONES).map((zone, at, { length }) => (
        <Fragment key={zone}>
          <span>
            {zone}
            {at === length - 1 ? "" : t("labels.comma")}
          </span>
          <wbr />
        </Fragment>
      ))}
      {more > 0 ? ` ${t("labels.moreZones", { count: more })}` : ""}
    </>
  );
}

/** Returns the width for the longest value, within limits. DaemonSets get the rest. */
function valueWidthPx(rows: readonly CoverageRow[], without: string): number {
  const longest = Math.max(without.length * 6.2, ...rows.map(({ value }) => (value ?? "").length * 7.4));
  return Math.min(VALUE_MOST_PX, Math.max(VALUE_LEAST_PX, Math.ceil(longest) + 12));
}

type Row = CoverageRow | LeftOutRow;

const isOfValue = (row: Row): row is CoverageRow => "zones" in row;
const isWithoutLabel = (row: Row): boolean => isOfValue(row) && row.value === null;

function Value({ row }: { readonly row: Row }) {
  const { t } = useTranslation();
  if (!isOfValue(row)) return t("labels.leftOut", { count: row.pools });
  return row.value === null ? t("labels.without") : <code>{row.value === "" ? '""' : row.value}</code>;
}

/** Nodes with the label that no chosen DaemonSet wants. Nodes without it are not counted. */
function Uncovered({ row }: { readonly row: Row }) {
  if (isWithoutLabel(row)) return <span className="i3">–</span>;
  if (row.uncovered === 0) return <span className="visually-hidden">0</span>;
  return (
    <span className={css.part}>
      <CellSwatch look={UNCOVERED} size={14} />
      <b>{countText(row.uncovered)}</b>
    </span>
  );
}

function DaemonSetHead({ name: key }: { readonly name: string }) {
  const [namespace, name] = splitKey(key);
  return (
    <span title={key}>
      <span className={css.headName}>{name}</span>
      <small>{namespace}</small>
    </span>
  );
}

/** Pools as rows, DaemonSets as columns: those of the family first. */
export function CoverageTable({ coverage, label }: { readonly coverage: Coverage; readonly label: string }) {
  const { t } = useTranslation();
  const { rows, leftOut, columns, hasFamily } = coverage;
  const uncovered = { head: t("labels.noneHead"), className: css.none, cell: (row: Row) => <Uncovered row={row} /> };
  return (
    <section
      className={css.scroll}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
      tabIndex={0}
      style={{
        ["--sets" as string]: columns.length,
        ["--longest-value" as string]: `${valueWidthPx(rows, t("labels.without"))}px`,
      }}
    >
      <DataTable<Row>
        className={css.pools}
        label={label}
        rows={leftOut === undefined ? rows : [...rows, leftOut]}
        keyOf={(row) => (isOfValue(row) ? (row.value ?? "\u0000") : "\u0001")}
        rowProps={(row) => ({ className: isOfValue(row) && row.value !== null ? undefined : css.rest })}
        columns={[
          { head: t("labels.valueHead"), isRowHead: true, className: css.value, cell: (row) => <Value row={row} /> },
          { head: t("labels.nodesHead"), className: `num ${css.nodes}`, cell: ({ nodes }) => countText(nodes) },
          { head: t("labels.zonesHead"), className: css.zones, cell: (row) => (isOfValue(row) ? <Zones row={row} /> : null) },
          ...(hasFamily ? [uncovered] : []),
          ...columns.map(({ key, isFamily }, at) => ({
            head: <DaemonSetHead name={key} />,
            title: key,
            className: isFamily ? `${css.wanting} ${css.family}` : css.wanting,
            cell: (row: Row) => <Wants wants={row.wants[at] ?? 0} nodes={row.nodes} />,
          })),
        ]}
      />
    </section>
  );
}
