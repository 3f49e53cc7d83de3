import { persistentDisagreements } from "@daemonscope/daemonset/counts/persistent-disagreements";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { lagText } from "@daemonscope/words/facts/lag-text";
import { useTranslation } from "react-i18next";
import { type Column, DataTable } from "../../ui/controls/DataTable.tsx";
import { countText } from "../../words/format/figures.ts";

/** Numbers of the API that differ from those of the pods and nodes for a long time. A cause that all share is in the
 *  flow above, and is not repeated. */
export function Disagreements({ record, nowMs }: { readonly record: DaemonSetRecord; readonly nowMs: number }) {
  const { t } = useTranslation();
  const disagreements = persistentDisagreements(record, nowMs);
  if (disagreements.length === 0) return null;
  // States each cause once, next to all numbers that it explains.
  const causes = [...new Set(disagreements.map(({ cause }) => lagText(t, cause)))];
  const rows = causes.flatMap((words) =>
    disagreements
      .filter(({ cause }) => lagText(t, cause) === words)
      .map((each, at, group) => ({ ...each, words, span: at === 0 ? group.length : 0 })),
  );
  const columns: Column<(typeof rows)[number]>[] = [
    { head: t("rollout.differences.field"), cell: ({ field }) => <code>{field}</code> },
    { head: "status", className: "num", cell: ({ reported }) => countText(reported) },
    {
      head: t("rollout.differences.derived"),
      className: "num",
      cell: ({ derived }) => <span className="strong">{countText(derived)}</span>,
    },
  ];
  if (causes.length > 1) columns.push({ head: t("rollout.differences.cause"), rowSpan: ({ span }) => span, cell: ({ words }) => words });
  return (
    <section aria-label={t("rollout.differences.title")}>
      <h2>{t("rollout.differences.title")}</h2>
      <DataTable rows={rows} keyOf={({ field }) => field} columns={columns} />
    </section>
  );
}
