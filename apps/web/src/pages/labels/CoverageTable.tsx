import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { Hyphened } from "../../ui/text/Hyphened.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { countText } from "../../words/format/figures.ts";
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
      {row.zones.slice(0, MAX_SHOWN_ZONES).map((zone, at) => (
        <Fragment key={zone}>
          {at === 0 ? "" : t("labels.comma")}
          <span>{zone}</span>
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

/** Nodes that no chosen DaemonSet wants, and how many each DaemonSet wants. */
function Counts({
  coverage,
  row,
  isRest,
}: {
  readonly coverage: Coverage;
  readonly row: CoverageRow | LeftOutRow;
  readonly isRest: boolean;
}) {
  return (
    <>
      {coverage.hasFamily ? (
        <td>
          {row.uncovered === 0 ? (
            <span className="visually-hidden">0</span>
          ) : (
            <span className={isRest ? `${css.part} i3` : css.part}>
              <CellSwatch look={UNCOVERED} size={14} />
              <b>{countText(row.uncovered)}</b>
            </span>
          )}
        </td>
      ) : null}
      {coverage.columns.map(({ key, isFamily }, at) => (
        <td key={key} className={isFamily ? `${css.wanting} ${css.family}` : css.wanting}>
          <Wants wants={row.wants[at] ?? 0} nodes={row.nodes} />
        </td>
      ))}
    </>
  );
}

/** Pools as rows, DaemonSets as columns: those of the family first. */
export function CoverageTable({ coverage, label }: { readonly coverage: Coverage; readonly label: string }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
    <section className={css.scroll} aria-label={label} tabIndex={0}>
      <table
        className={css.pools}
        aria-label={label}
        style={{
          ["--sets" as string]: coverage.columns.length,
          ["--longest-value" as string]: `${valueWidthPx(coverage.rows, t("labels.without"))}px`,
        }}
      >
        <colgroup>
          <col className={css.ofValue} />
          <col className={css.ofNodes} />
          <col className={css.ofZones} />
          {coverage.hasFamily ? <col className={css.ofNone} /> : null}
          {coverage.columns.map(({ key }) => (
            <col key={key} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className={css.value}>
              {t("labels.valueHead")}
            </th>
            <th scope="col" className="num">
              {t("labels.nodesHead")}
            </th>
            <th scope="col" className={css.zones}>
              {t("labels.zonesHead")}
            </th>
            {coverage.hasFamily ? <th scope="col">{t("labels.noneHead")}</th> : null}
            {coverage.columns.map(({ key, isFamily }) => {
              const [namespace = "", name = ""] = key.split("/");
              return (
                <th key={key} scope="col" title={key} className={classes("mono", css.set, isFamily && css.family)}>
                  <Hyphened text={name} />
                  <small>
                    <Hyphened text={namespace} />
                  </small>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {coverage.rows.map((row) => (
            <tr key={row.value ?? "\u0000"} className={row.value === null ? css.rest : undefined}>
              <th scope="row" className={css.value}>
                {row.value === null ? t("labels.without") : <code>{row.value === "" ? '""' : row.value}</code>}
              </th>
              <td className={`num ${css.nodes}`}>{countText(row.nodes)}</td>
              <td className={css.zones}>
                <Zones row={row} />
              </td>
              <Counts coverage={coverage} row={row} isRest={row.value === null} />
            </tr>
          ))}
          {coverage.leftOut === undefined ? null : (
            <tr className={css.rest}>
              <th scope="row" className={css.value}>
                {t("labels.leftOut", { count: coverage.leftOut.pools })}
              </th>
              <td className={`num ${css.nodes}`}>{countText(coverage.leftOut.nodes)}</td>
              <td className={css.zones} />
              <Counts coverage={coverage} row={coverage.leftOut} isRest={false} />
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
