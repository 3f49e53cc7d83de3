import { DAEMON_SET_SECTIONS, NODE_SECTIONS } from "@daemonscope/shared/http/sections";
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
  const paths = useMemo(() => {
    const things = [...(columns ?? []).map((key) => `daemonsets/${key}`), ...(rows ?? []).map((name) => `nodes/${name}`)];
    // A page that is there, and a section of it that is not.
    const page = things.find((each) => path.startsWith(`/${each}/`));
    if (page === undefined) return [...TABS.map(({ view }) => formatView(view)), ...things];
    const sections: readonly string[] = page.startsWith("nodes/") ? NODE_SECTIONS : DAEMON_SET_SECTIONS;
    return [...sections.slice(1).map((section) => `${page}/${section}`), page];
  }, [rows, columns, path]);
  return <NotThere kind="page" name={path} known={paths} nearest={nearestPaths} linkOf={(near) => parseView(`/${near}`, "")} />;
}
