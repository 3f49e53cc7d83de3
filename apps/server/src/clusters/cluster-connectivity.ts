import { hasSynced, REQUIRED_SOURCES_OF_PAGE, type SourceStatuses } from "@daemonscope/kube/source-status";
import type { ClusterSummary } from "@daemonscope/shared/http/clusters";

/** Returns the connection state of a cluster, from its needed sources at its time `atMs`. The sentence is that of
 *  the first failing source. Kinds that are forbidden and were never read do not count, except DaemonSets, without
 *  which nothing can be shown. */
export function clusterConnectivity(sources: SourceStatuses, atMs: number): Pick<ClusterSummary, "hearing" | "detail" | "silentMs"> {
  const { daemonsets } = sources;
  const told = (detail: string | undefined) => (detail === undefined ? {} : { detail });
  if (daemonsets.state === "forbidden" && !hasSynced(daemonsets)) return { hearing: "forbidden", ...told(daemonsets.detail) };
  const needed = REQUIRED_SOURCES_OF_PAGE.map((name) => sources[name]).filter(
    (status) => status.state !== "forbidden" || hasSynced(status),
  );
  const unheard = needed.filter(({ state }) => state !== "live" && state !== "syncing");
  const [first] = unheard;
  if (first !== undefined) {
    const proven = unheard.flatMap(({ provenAtMs }) => (provenAtMs === undefined ? [] : [provenAtMs]));
    const oldestMs = proven.length < unheard.length ? undefined : Math.min(...proven);
    return { hearing: "silent", ...told(first.detail), ...(oldestMs === undefined ? {} : { silentMs: Math.max(0, atMs - oldestMs) }) };
  }
  return needed.every(({ state }) => state === "live")
    ? { hearing: "live" }
    : { hearing: "reading", ...told(needed.find(({ state }) => state !== "live")?.detail) };
}
