import { compareVerdicts } from "@daemonscope/daemonset/rollout/verdict-word";
import { DAEMON_SET_SECTIONS, NODE_SECTIONS } from "@daemonscope/shared/http/sections";
import { daemonSetsOf } from "@daemonscope/shared/state/cluster-state";
import { sortedNames } from "@daemonscope/shared/state/row-ids";
import { useMemo } from "react";
import { useCluster } from "../data/hooks/cluster-context.ts";
import { guessSection } from "../data/url/guess-section.ts";
import { nearestPaths } from "../data/url/nearest-paths.ts";
import { TABS } from "../data/url/tab-list.ts";
import { formatView, parseView } from "../data/url/url.ts";
import { NotFound } from "../ui/loading/NotFound.tsx";

const linkOf = (near: string) => parseView(`/${near}`, "");
/** Paths of the tabs. The path of the first page is empty, and `daemonsets` leads to it too. */
const TAB_PATHS = TABS.map(({ view }) => formatView(view) || "daemonsets");
const MAX_SUGGESTIONS = 3;

/** A path without a page: offers the pages with similar paths. */
export function UnknownPage({ path }: { readonly path: string }) {
  const section = guessSection(path);
  return section === undefined ? <NearPages path={path} /> : <SectionOfEach path={path} section={section} />;
}

function NearPages({ path }: { readonly path: string }) {
  const rows = useCluster(({ state }) => state && sortedNames(state.rows));
  const columns = useCluster(({ state }) => state && sortedNames(state.columns));
  const paths = useMemo(() => {
    const things = [...(columns ?? []).map((key) => `daemonsets/${key}`), ...(rows ?? []).map((name) => `nodes/${name}`)];
    // An existing page, with a section that does not exist.
    const page = things.find((each) => path.startsWith(`/${each}/`));
    if (page === undefined) return [...TAB_PATHS, ...things];
    const sections: readonly string[] = page.startsWith("nodes/") ? NODE_SECTIONS : DAEMON_SET_SECTIONS;
    return [...sections.slice(1).map((section) => `${page}/${section}`), page];
  }, [rows, columns, path]);
  return <NotFound kind="page" name={path} known={paths} nearest={nearestPaths} linkOf={linkOf} />;
}

/** A section that each DaemonSet has, requested without a DaemonSet. Offers that section of the DaemonSets with the
 *  worst verdicts. */
function SectionOfEach({ path, section }: { readonly path: string; readonly section: string }) {
  const records = useCluster(({ state }) => state && daemonSetsOf(state));
  const paths = [...(records ?? [])].sort(compareVerdicts).map(({ key }) => `daemonsets/${key}/${section}`);
  return <NotFound kind="section" name={path} known={paths} nearest={(_path, known) => known.slice(0, MAX_SUGGESTIONS)} linkOf={linkOf} />;
}
