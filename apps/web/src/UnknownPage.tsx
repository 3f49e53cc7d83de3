import { useMemo } from "react";
import { TABS } from "./chrome/tab-list.ts";
import { useCluster } from "./cluster/cluster-context.ts";
import { NotThere } from "./NotThere.tsx";
import { nearestPaths } from "./nearest-paths.ts";
import { formatView, parseView } from "./url.ts";

/** A path that is no page: offers the pages that are like it. */
export function UnknownPage({ path }: { readonly path: string }) {
  const rows = useCluster(({ state }) => state?.rows);
  const columns = useCluster(({ state }) => state?.columns);
  const paths = useMemo(
    () => [
      ...TABS.map(({ view }) => formatView(view)),
      ...(columns ?? []).map((key) => `daemonsets/${key}`),
      ...(rows ?? []).map((name) => `nodes/${name}`),
    ],
    [rows, columns],
  );
  return <NotThere what="page" name={path} known={paths} nearest={nearestPaths} linkOf={(near) => parseView(`/${near}`, "")} />;
}
