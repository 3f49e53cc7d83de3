import type { ClusterSummary, ClustersAnswer } from "@daemonscope/shared/http/clusters";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { queryClient } from "../../data/api/query-client.ts";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import { verdictIcon } from "../../data/cell/verdict-icon.ts";
import { wordRank } from "../../data/clusters/matrix-cell.ts";
import { pageCluster, serverUrl } from "../../data/url/base-url.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { SwitcherList, type SwitcherOption } from "../../ui/controls/SwitcherList.tsx";
import { lastedText } from "../../words/format/age-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";

async function fetchClusters(signal: AbortSignal): Promise<ClustersAnswer> {
  const response = await fetch(new URL(PATHS.clusters.slice(1), serverUrl()), { signal });
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()) as ClustersAnswer;
}

/** The worst word among the DaemonSets of a cluster; undefined if it has none, or the data may be old. */
const worstOf = ({ agents }: ClusterSummary) => [...(agents ?? [])].sort((a, b) => wordRank(b) - wordRank(a))[0]?.word;

function optionOf(t: Translate, cluster: ClusterSummary, current: string | undefined): SwitcherOption {
  const { name, nodes, hearing, silentMs } = cluster;
  const worst = hearing === "live" ? worstOf(cluster) : undefined;
  const word = worst === undefined || worst === "healthy" ? undefined : t(`verdict.row.${worst}`);
  const age = silentMs === undefined ? "" : ` ${lastedText(t, silentMs)}`;
  return {
    id: name,
    text: name,
    note: nodes === undefined ? undefined : t("clusters.nodeCount", { count: nodes }),
    status: hearing === "live" ? word : `${t(`clusters.hearing.${hearing}`)}${age}`,
    mark: <CellSwatch look={worst === undefined ? plainCellStyle("unknown") : verdictIcon(worst)} size={16} />,
    isCurrent: name === current,
    choose: () => location.assign(new URL(`clusters/${name}/`, serverUrl())),
  };
}

/** The clusters of the server, with their state when the list opened. */
export function useClusterOptions(): readonly SwitcherOption[] {
  const { t } = useTranslation();
  const current = pageCluster();
  const { data } = useQuery(
    { queryKey: ["clusters"], queryFn: ({ signal }) => fetchClusters(signal), enabled: current !== undefined, staleTime: 5000 },
    queryClient,
  );
  return useMemo(() => {
    const clusters = data?.clusters ?? [];
    const all: SwitcherOption = {
      id: "",
      text: t("clusters.allClusters"),
      note: t("clusters.clusterCount", { count: clusters.length }),
      isCurrent: current === "",
      choose: () => location.assign(serverUrl()),
    };
    return [all, ...clusters.map((cluster) => optionOf(t, cluster, current))];
  }, [data, t, current]);
}

export function ClusterList({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <SwitcherList label={t("chrome.cluster")} placeholder={t("clusters.findCluster")} options={useClusterOptions()} onClose={onClose} />
  );
}
