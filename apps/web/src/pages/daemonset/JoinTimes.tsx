import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { PoolJoins } from "@daemonscope/shared/http/joins";
import { ApiProblem } from "../../data/api/fetch-answer.ts";
import { useJoins } from "../../data/api/queries.ts";
import { type DaemonSetView, daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { DataTable } from "../../ui/controls/DataTable.tsx";
import { lastedText } from "../../words/format/age-text.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./side-panel.module.css";

/** The times from the join of a node to the first ready pod, by pool, with the slowest node and the slowest agent. */
export function JoinTimes({ view, isLive }: { readonly view: DaemonSetView; readonly isLive: boolean }) {
  const { t } = useTranslation();
  const { data, error } = useJoins(view.namespace, view.name, isLive);
  if (data === undefined)
    return (
      <p className={css.note} role={error === null ? "status" : "alert"}>
        {error === null ? t("node.join.asking") : error instanceof ApiProblem ? error.message : t("node.agents.noServer")}
      </p>
    );
  if (data.pools.length === 0) return <p className={css.note}>{t("node.join.none")}</p>;
  const age = (ms: number) => lastedText(t, ms);
  return (
    <DataTable
      className={css.joins}
      label={t("node.join.title")}
      rows={data.pools}
      keyOf={({ pool }) => pool}
      rowsAfter={(pool) => (
        <tr>
          <td colSpan={4} className="i2">
            <Slowest view={view} pool={pool} />
          </td>
        </tr>
      )}
      columns={[
        { head: t("node.join.pool"), isRowHead: true, cell: ({ pool }) => pool || t("node.join.noPool") },
        { head: t("node.join.nodes"), className: "num", cell: ({ nodes }) => nodes },
        { head: "p50", className: "num", cell: ({ ready }) => age(ready.p50Ms) },
        { head: "p99", className: "num", cell: ({ ready }) => age(ready.p99Ms) },
      ]}
    />
  );
}

function Slowest({ view, pool }: { readonly view: DaemonSetView; readonly pool: PoolJoins }) {
  const { t } = useTranslation();
  const { slowest, slowestAgent } = pool;
  const isThis = slowestAgent.daemonSet === `${view.namespace}/${view.name}`;
  return (
    <>
      <ViewLink view={{ page: "node", name: slowest.node }}>
        {t("node.join.slowestNode", { node: slowest.node, age: humanDuration(slowest.readyMs) })}
      </ViewLink>
      {isThis ? (
        <div>{t("node.join.isSlowest")}</div>
      ) : (
        <div>
          <ViewLink view={daemonSetView(slowestAgent.daemonSet)}>
            {t("node.join.slowestAgent", { name: slowestAgent.daemonSet, age: humanDuration(slowestAgent.p99Ms) })}
          </ViewLink>
        </div>
      )}
    </>
  );
}
