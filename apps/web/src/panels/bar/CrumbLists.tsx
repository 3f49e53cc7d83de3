import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { compareVerdicts, type VerdictWord, verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { appendTo } from "@daemonscope/kube/base/append-to";
import { daemonSetsOf, nodesOf } from "@daemonscope/shared/state/cluster-state";
import { sortedNames } from "@daemonscope/shared/state/row-ids";
import { useMemo } from "react";
import { verdictIcon } from "../../data/cell/verdict-icon.ts";
import { useCluster } from "../../data/hooks/cluster-context.ts";
import { compareGroups, groupOf, NO_GROUP } from "../../data/rows/grouping.ts";
import { navigate, useView } from "../../data/url/navigation.ts";
import { withQuery } from "../../data/url/section-query.ts";
import { daemonSetView, FLEET_VIEW, NODES_VIEW, type View } from "../../data/url/url.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { SwitcherList, type SwitcherOption } from "../../ui/controls/SwitcherList.tsx";
import { countText } from "../../words/format/figures.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { namespaceOf } from "./namespace-of.ts";

interface ListProps {
  readonly onClose: () => void;
}

const NO_RECORDS: readonly DaemonSetRecord[] = [];
const useRecords = (): readonly DaemonSetRecord[] => useCluster(({ state }) => state && daemonSetsOf(state)) ?? NO_RECORDS;

const markOf = (word: VerdictWord) => <CellSwatch look={verdictIcon(word)} size={16} />;

/** Returns the view of a namespace: its events on the page of events, else its DaemonSets. */
function namespaceView(view: View, namespace: string | undefined): View {
  const query = namespace === undefined ? "" : `${namespace}/`;
  return view.page === "events" ? { ...view, at: withQuery(view.at, { find: query }) } : { ...FLEET_VIEW, query };
}

function useNamespaceOptions(): readonly SwitcherOption[] {
  const { t } = useTranslation();
  const view = useView();
  const current = namespaceOf(view);
  const records = useRecords();
  return useMemo(() => {
    const byNamespace = new Map<string, DaemonSetRecord[]>();
    for (const record of records) appendTo(byNamespace, record.namespace, record);
    const option = (name: string | undefined, text: string, own: readonly DaemonSetRecord[]): SwitcherOption => {
      const [worst] = [...own].sort(compareVerdicts);
      return {
        id: name ?? "/",
        text,
        status: countText(own.length),
        mark: name === undefined || worst === undefined ? undefined : markOf(verdictWordOf(worst)),
        isCurrent: name === current,
        choose: () => navigate(namespaceView(view, name)),
      };
    };
    const names = [...byNamespace.keys()].sort();
    return [option(undefined, t("chrome.allNamespaces"), records), ...names.map((name) => option(name, name, byNamespace.get(name) ?? []))];
  }, [records, view, current, t]);
}

/** The DaemonSets of the namespace first, then all others. */
function useDaemonSetOptions(): readonly SwitcherOption[] {
  const view = useView();
  const records = useRecords();
  const [namespace, name] = view.page === "daemonSet" ? [view.namespace, view.name] : [undefined, undefined];
  return useMemo(() => {
    const isOwn = (record: DaemonSetRecord) => record.namespace === namespace;
    return [...records.filter(isOwn), ...records.filter((record) => !isOwn(record))].map((record) => ({
      id: record.key,
      text: record.name,
      note: isOwn(record) ? undefined : record.namespace,
      mark: markOf(verdictWordOf(record)),
      isCurrent: isOwn(record) && record.name === name,
      choose: () => navigate(daemonSetView(record.key)),
    }));
  }, [records, namespace, name]);
}

/** All pools with their numbers of nodes. A choice leads to the map of nodes. */
function usePoolOptions(): readonly SwitcherOption[] {
  const { t } = useTranslation();
  const view = useView();
  const current = view.page === "nodes" && view.group === "pool" ? view.only : undefined;
  const nodes = useCluster(({ state }) => state && nodesOf(state));
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const node of nodes ?? []) counts.set(groupOf(node, "pool"), (counts.get(groupOf(node, "pool")) ?? 0) + 1);
    const option = (pool: string | undefined, text: string, count: number): SwitcherOption => ({
      id: pool ?? "/",
      text,
      status: countText(count),
      isCurrent: pool === current,
      choose: () => navigate({ ...(view.page === "nodes" ? view : NODES_VIEW), group: "pool", only: pool }),
    });
    const pools = [...counts].sort(([a], [b]) => compareGroups(a, b));
    return [
      option(undefined, t("chrome.allPools"), nodes?.length ?? 0),
      ...pools.map(([pool, count]) => option(pool, pool === NO_GROUP ? t("fleet.noPool") : pool, count)),
    ];
  }, [nodes, view, current, t]);
}

function useNodeOptions(): readonly SwitcherOption[] {
  const view = useView();
  const current = view.page === "node" ? view.name : undefined;
  const names = useCluster(({ state }) => state && sortedNames(state.rows));
  return useMemo(
    () =>
      (names ?? []).map((name) => ({
        id: name,
        text: name,
        isCurrent: name === current,
        choose: () => navigate({ page: "node", name }),
      })),
    [names, current],
  );
}

export function NamespaceList({ onClose }: ListProps) {
  const { t } = useTranslation();
  const options = useNamespaceOptions();
  return <SwitcherList label={t("chrome.namespace")} placeholder={t("clusters.findNamespace")} options={options} onClose={onClose} />;
}

export function DaemonSetList({ onClose }: ListProps) {
  const { t } = useTranslation();
  const options = useDaemonSetOptions();
  return <SwitcherList label={t("chrome.last.daemonSet")} placeholder={t("clusters.find.daemonSet")} options={options} onClose={onClose} />;
}

export function PoolList({ onClose }: ListProps) {
  const { t } = useTranslation();
  const options = usePoolOptions();
  return <SwitcherList label={t("chrome.pool")} placeholder={t("clusters.findPool")} options={options} onClose={onClose} />;
}

export function NodeList({ onClose }: ListProps) {
  const { t } = useTranslation();
  const options = useNodeOptions();
  return <SwitcherList label={t("chrome.last.node")} placeholder={t("clusters.find.node")} options={options} onClose={onClose} />;
}
