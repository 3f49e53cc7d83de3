import { useCluster } from "../../data/hooks/cluster-context.ts";
import { nodesLoadingState } from "../../data/hooks/nodes-loading-state.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";

/** Progress of loading the nodes, shown until all are loaded. `isAfter`: follows other words. */
export function NodesRead({ isAfter = false }: { readonly isAfter?: boolean }) {
  const { t } = useTranslation();
  const read = useCluster((view) => nodesLoadingState(view)?.read);
  const of = useCluster((view) => nodesLoadingState(view)?.of);
  if (read === undefined) return null;
  return (
    <span className="i2" role="status" aria-live="off" data-nodes-read={read}>
      {isAfter ? " · " : null}
      {of === undefined
        ? t(read === 0 ? "freshness.noNodeYet" : "freshness.nodesReadSoFar", { count: read })
        : t("freshness.nodesRead", { read, count: of })}
    </span>
  );
}
