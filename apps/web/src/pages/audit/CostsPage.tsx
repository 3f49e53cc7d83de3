import { type AgentCost, COST_RESOURCES, type GroupCost, type NodeCost } from "@daemonscope/daemonset/audit/costs";
import type { CostsAnswer } from "@daemonscope/shared/http/audit";
import { amountWriters, shareText } from "@daemonscope/words/facts/audit-text";
import type { ReactNode } from "react";
import { ApiProblem } from "../../data/api/fetch-answer.ts";
import { useCosts } from "../../data/api/queries.ts";
import { useFreshness, useShownDay } from "../../data/hooks/cluster-context.ts";
import { AUDIT_VIEW, type AuditView, NODES_VIEW } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { FilterChips } from "../../panels/filters/FilterChips.tsx";
import { Headline } from "../../panels/verdict/Headline.tsx";
import { type Column, DataTable } from "../../ui/controls/DataTable.tsx";
import { momentText } from "../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./audit.module.css";

/** More rows than a reader scans, and a browser draws at once. Outliers come first. */
const MAX_NODES = 500;

type Part = Exclude<keyof GroupCost["of"]["cpu"] | keyof AgentCost["of"]["cpu"], "percent" | "isAbove">;

/** Columns of one resource after the other: `cpu requests`. */
function useResourceColumns<Row, P extends Part>(
  parts: readonly P[],
  cell: (row: Row, resource: "cpu" | "memory", part: P) => ReactNode,
): readonly Column<Row>[] {
  const { t } = useTranslation();
  return COST_RESOURCES.flatMap((resource) =>
    parts.map((part: Part & P) => ({
      head: `${resource} ${t(`audit.costs.${part}`)}`,
      className: `num ${css[resource]}`,
      cell: (row: Row) => cell(row, resource, part) ?? <span className="i3">{t("audit.costs.nothing")}</span>,
    })),
  );
}

const POOL_PARTS = ["requests", "limits", "usage", "newNode"] as const;
const AGENT_PARTS = ["request", "limit", "p50", "p99"] as const;
const NODE_PARTS = ["requests", "limits", "usage"] as const;

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={css.group} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function PoolTable({ groups }: { readonly groups: readonly GroupCost[] }) {
  const { t } = useTranslation();
  const write = amountWriters(groups, POOL_PARTS);
  const amounts = useResourceColumns(POOL_PARTS, ({ of }: GroupCost, resource, part) => write[resource](of[resource][part]));
  const shares = COST_RESOURCES.map((resource) => ({
    head: `${resource} ${t("audit.costs.smallest")}`,
    className: `num ${css[resource]}`,
    cell: ({ of, smallest }: GroupCost) => <span title={smallest}>{shareText(of[resource].percent)}</span>,
  }));
  return (
    <DataTable
      isScrolled
      isStacked
      className={css.costs}
      label={t("audit.costs.pools")}
      rows={groups}
      keyOf={({ pool, instanceType }) => `${pool} ${instanceType}`}
      columns={[
        {
          head: t("audit.costs.pool"),
          isRowHead: true,
          className: css.key,
          cell: ({ pool }) => <ViewLink view={{ ...NODES_VIEW, only: pool }}>{pool || t("audit.costs.nothing")}</ViewLink>,
        },
        { head: t("audit.costs.instanceType"), cell: ({ instanceType }) => instanceType || t("audit.costs.nothing") },
        { head: t("audit.nodes"), className: "num", cell: ({ nodes }) => nodes },
        ...amounts,
        ...shares,
      ]}
    />
  );
}

function AgentTable({ agents }: { readonly agents: readonly AgentCost[] }) {
  const { t } = useTranslation();
  const write = amountWriters(agents, AGENT_PARTS);
  const amounts = useResourceColumns(AGENT_PARTS, ({ of }: AgentCost, resource, part) => {
    const amount = write[resource](of[resource][part]);
    return part === "p99" && of[resource].isAbove && amount !== undefined ? <b>{t("audit.costs.above", { amount })}</b> : amount;
  });
  return (
    <DataTable
      isScrolled
      isStacked
      className={css.costs}
      label={t("audit.costs.agents")}
      rows={agents}
      keyOf={({ daemonSet }) => daemonSet}
      columns={[
        {
          head: t("audit.daemonSet"),
          isRowHead: true,
          className: css.key,
          cell: ({ daemonSet }) => <ViewLink view={{ ...AUDIT_VIEW, show: "costs", query: daemonSet }}>{daemonSet}</ViewLink>,
        },
        { head: t("audit.costs.pods"), className: `num ${css.pods}`, cell: ({ pods }) => pods },
        ...amounts,
      ]}
    />
  );
}

function NodeTable({ nodes }: { readonly nodes: readonly NodeCost[] }) {
  const { t } = useTranslation();
  const write = amountWriters(nodes, NODE_PARTS);
  const amounts = useResourceColumns(NODE_PARTS, ({ of }: NodeCost, resource, part) => {
    const amount = write[resource](of[resource][part]);
    if (part !== "usage" || !of[resource].isOutlier) return amount;
    return (
      <b>
        {amount} {t("audit.costs.outlier")}
      </b>
    );
  });
  return (
    <DataTable
      isScrolled
      isStacked
      className={css.costs}
      label={t("audit.costs.perNode")}
      rows={nodes}
      keyOf={({ node }) => node}
      columns={[
        {
          head: t("audit.costs.node"),
          isRowHead: true,
          className: css.key,
          cell: ({ node }) => <ViewLink view={{ page: "node", name: node }}>{node}</ViewLink>,
        },
        ...amounts,
      ]}
    />
  );
}

/** Returns the pool whose new node costs the most cpu: its share is the largest. No autoscaler adds a node of the
 *  control plane. */
function dearest(groups: readonly GroupCost[]): GroupCost | undefined {
  const added = groups.filter(({ isControlPlane = false }) => !isControlPlane);
  return (added.length === 0 ? groups : added).toSorted((a, b) => b.of.cpu.percent - a.of.cpu.percent)[0];
}

function useSentence(data: CostsAnswer, query: string, count: number): string {
  const { t } = useTranslation();
  const group = dearest(data.groups);
  if (query !== "") return t("audit.costs.of", { name: query });
  if (group === undefined || count === 0) return t("audit.costs.none");
  const { pool } = group;
  const amounts = { cpu: group.of.cpu.newNode, memory: group.of.memory.newNode };
  return pool === "" ? t("audit.costs.noPool", amounts) : t("audit.costs.sentence", { ...amounts, pool });
}

function CostTables({ data, view }: { readonly data: CostsAnswer; readonly view: AuditView }) {
  const { t } = useTranslation();
  const dayMs = useShownDay();
  const agents = data.agents.filter(({ daemonSet }) => daemonSet.includes(view.query));
  const sentence = useSentence(data, view.query, agents.length);
  return (
    <main>
      <Headline word={t("audit.costs.title")} sentence={sentence}>
        <span>{data.usageUnread ?? t("audit.costs.means")}</span>
        <span className="i3">{t("taints.asOf", { time: momentText(data.at, dayMs, true) })}</span>
      </Headline>
      <div className={`${css.body} data`}>
        <FilterChips view={view} />
        {view.query === "" ? (
          <Section title={t("audit.costs.pools")}>
            <PoolTable groups={data.groups} />
          </Section>
        ) : null}
        <Section title={t("audit.costs.agents")}>
          <AgentTable agents={agents} />
        </Section>
        {data.nodes.length === 0 || view.query === "" ? null : (
          <Section title={t("audit.costs.perNode")}>
            <NodeTable nodes={data.nodes.slice(0, MAX_NODES)} />
            {data.nodes.length > MAX_NODES ? (
              <p className="i3">{t("audit.costs.moreNodes", { count: data.nodes.length - MAX_NODES })}</p>
            ) : null}
          </Section>
        )}
      </div>
    </main>
  );
}

/** What agents request and use: by pool, by DaemonSet, and for one DaemonSet by node. */
export function CostsPage({ view }: { readonly view: AuditView }) {
  const { t } = useTranslation();
  const isKey = /^[^/]+\/[^/]+$/.test(view.query);
  const { data, error } = useCosts(isKey ? view.query : undefined, useFreshness().kind === "live");
  if (data !== undefined) return <CostTables data={data} view={view} />;
  return (
    <main>
      <Headline word={t("audit.costs.title")} sentence={t(error === null ? "audit.costs.asking" : "audit.costs.notKnown")}>
        {error === null ? null : <span role="alert">{error instanceof ApiProblem ? error.message : t("taints.noAnswer")}</span>}
      </Headline>
    </main>
  );
}
