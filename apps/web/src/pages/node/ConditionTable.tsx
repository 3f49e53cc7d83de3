import type { Condition } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../ui/controls/DataTable.tsx";
import { BreakableCode } from "../../ui/text/BreakableText.tsx";
import { ageSince } from "../../words/format/age-text.ts";
import css from "./node.module.css";

/** Ready is healthy if True, all other conditions of the kubelet if False. */
const isHealthy = ({ type, status }: Condition): boolean => status === (type === "Ready" ? "True" : "False");

/** The node's conditions with their ages; unhealthy ones are highlighted. */
export function ConditionTable({ conditions, nowMs }: { readonly conditions: readonly Condition[]; readonly nowMs: number }) {
  const { t } = useTranslation();
  return (
    <DataTable
      rows={conditions}
      keyOf={({ type }) => type}
      columns={[
        { head: t("node.conditions.type"), cell: ({ type }) => <BreakableCode text={type} /> },
        {
          head: t("node.conditions.status"),
          className: css.word,
          cell: (each) => <code {...(isHealthy(each) ? {} : { className: "strong", "data-tone": "bad" })}>{each.status}</code>,
        },
        {
          head: t("node.conditions.since"),
          className: "num",
          cell: ({ lastTransitionTime: since }) => <span title={since}>{ageSince(timeMs(since), nowMs)}</span>,
        },
        {
          head: t("node.conditions.reason"),
          cell: (each) => (
            <>
              <BreakableCode text={each.reason ?? ""} />
              {isHealthy(each) || each.message === undefined ? null : <div className="i2">{each.message}</div>}
            </>
          ),
        },
      ]}
    />
  );
}
