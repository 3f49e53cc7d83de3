import { useCallback, useMemo, useSyncExternalStore } from "react";
import { hrefInCluster, navigateClusters } from "../../data/clusters/clusters-view.ts";
import type { Matrix } from "../../data/clusters/matrix.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { commandEntries } from "../../panels/palette/command-entries.ts";
import type { PaletteEntry } from "../../panels/palette/find-entries.ts";
import { PaletteDialog } from "../../panels/palette/PaletteDialog.tsx";
import { commandBoard } from "../../ui/keys/command-board.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";

/** Navigates to a cluster, to a DaemonSet of all clusters, or to a DaemonSet of one cluster. */
export function ClustersPalette({ matrix, onClose }: { readonly matrix: Matrix | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const offered = useSyncExternalStore(commandBoard.subscribe, commandBoard.offered);
  const entries = useMemo((): readonly PaletteEntry[] => {
    const { clusters = [], rows = [] } = matrix ?? {};
    return [
      ...commandEntries(t, offered),
      ...clusters
        .filter(({ hearing }) => hearing !== "unusable")
        .map(
          ({ name, context }): PaletteEntry => ({
            kind: "cluster",
            text: name,
            also: [context],
            run: () => location.assign(hrefInCluster(name)),
          }),
        ),
      ...rows.map(
        ({ key }): PaletteEntry => ({
          kind: "daemonSet",
          text: key,
          run: () => navigateClusters({ open: key, version: undefined, query: "" }),
        }),
      ),
      ...rows.flatMap(({ key, points }) =>
        points.flatMap((point, at): PaletteEntry[] => {
          const cluster = clusters[at]?.name;
          if (point.kind !== "there" || cluster === undefined) return [];
          return [{ kind: "daemonSet", text: `${cluster} ${key}`, run: () => location.assign(hrefInCluster(cluster, daemonSetView(key))) }];
        }),
      ),
    ];
  }, [t, offered, matrix]);
  const entriesFor = useCallback(() => ({ entries, omittedCount: 0 }), [entries]);
  return <PaletteDialog useEntries={entriesFor} onClose={onClose} />;
}
