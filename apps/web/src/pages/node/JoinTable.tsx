import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { NodeAnswer } from "@daemonscope/shared/http/answers";
import type { NodePod } from "@daemonscope/shared/http/node-pods";
import { useMemo } from "react";
import { useNow } from "../../data/hooks/cluster-context.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { DataTable } from "../../ui/controls/DataTable.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { type JoinRow, type JoinTime, joinRows } from "./join-rows.ts";
import { Swatch } from "./NodeCapacity.tsx";
import css from "./node.module.css";

/** The join of an older node is folded: it explains nothing that happens now. */
const OPEN_FOR_MS = 24 * 60 * 60 * 1000;

interface JoinTableProps {
  readonly record: NodeRecord;
  readonly daemonSets: NodeAnswer["daemonSets"];
  /** Undefined if the pods cannot be read. */
  readonly pods: readonly NodePod[] | undefined;
}

/** The first pods of the node in the order in which they became ready, with a common time axis. Nothing if no join is
 *  known. */
export function JoinTable({ record, daemonSets, pods }: JoinTableProps) {
  const { t } = useTranslation();
  const rows = useMemo(() => joinRows(daemonSets, record.createdAtMs, pods ?? []), [daemonSets, record, pods]);
  const isOld = useNow() - record.createdAtMs > OPEN_FOR_MS;
  if (rows.length === 0) return null;
  const endMs = Math.max(...rows.flatMap(({ created, started, ready }) => [created, started, ready]).map((time) => numberOf(time) ?? 0));
  const column = (step: "created" | "started" | "ready") => ({
    head: (
      <>
        {step === "created" ? null : <Swatch part={step === "started" ? "requested" : "daemons"} />}
        {t(`node.join.${step}`)}
      </>
    ),
    className: "num",
    title: t("node.join.lead"),
    cell: (row: JoinRow) => <Time time={row[step]} isStrong={step === "ready" && row.isSlowest} />,
  });
  const table = (
    <DataTable
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        {
          head: t("node.agents.daemonSet"),
          isRowHead: true,
          cell: ({ key }) => <ViewLink view={{ ...daemonSetView(key), node: record.name }}>{key}</ViewLink>,
        },
        { className: css.barCell, isWide: true, isHidden: true, cell: (row) => <JoinBar row={row} endMs={endMs} /> },
        column("created"),
        { ...column("started"), isWide: true },
        column("ready"),
      ]}
    />
  );
  return (
    <section className={css.capacity} aria-label={t("node.join.title")}>
      {isOld ? (
        <details>
          <summary>{t("node.join.title")}</summary>
          {table}
        </details>
      ) : (
        <>
          <h2>{t("node.join.title")}</h2>
          {table}
        </>
      )}
    </section>
  );
}

const numberOf = (time: JoinTime): number | undefined => (typeof time === "number" ? time : undefined);

function Time({ time, isStrong }: { readonly time: JoinTime; readonly isStrong: boolean }) {
  const { t } = useTranslation();
  if (typeof time !== "number") return <span className="i3">{t(`node.join.${time}`)}</span>;
  const text = t("node.join.after", { age: humanDuration(time) });
  return isStrong ? <b className="strong">{text}</b> : text;
}

/** From creation to start in grey, from start to ready in ink. */
function JoinBar({ row, endMs }: { readonly row: JoinRow; readonly endMs: number }) {
  const x = (time: number): number => (100 * time) / Math.max(1, endMs);
  const created = numberOf(row.created);
  const ready = numberOf(row.ready);
  const started = numberOf(row.started) ?? ready;
  return (
    <svg className={css.loadBar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect className={css.ground} width="100" height="8" />
      {created === undefined ? null : (
        <rect className={css.requested} x={x(created)} width={x(Math.max(0, (started ?? endMs) - created))} height="8" />
      )}
      {started === undefined || ready === undefined ? null : (
        <rect className={css.daemons} x={x(started)} width={x(Math.max(0, ready - started))} height="8" />
      )}
    </svg>
  );
}
