import { hasSynced, REQUIRED_SOURCES_OF_PAGE, type SourceStatuses } from "@daemonscope/kube/source-status";
import type { ClusterSummary } from "@daemonscope/shared/http/clusters";

/** Returns the connection state of a cluster, from its needed sources at its time `atMs`. The sentence is that of
 *  the first failing source. Kinds that are forbidden and were never read do not count, except DaemonSets, without
 *  which nothing can be shown. */
export function clusterConnectivity(sources: SourceStatuses, atMs: number): Pick<ClusterSummary, "hearing" | "detail" | "silentMs"> {
  const { daemonsets } = sources;
  const withDetail = (detail: string | undefined) => (detail === undefined ? {} : { detail });
  if (daemonsets.state === "forbidden" && !hasSynced(daemonsets)) return { hearing: "forbidden", ...withDetail(daemonsets.detail) };
  const needed = REQUIRED_SOURCES_OF_PAGE.map((name) => sources[name]).filter(
    (status) => status.state !== "forbidden" || hasSynced(status),
  );
  const failing = needed.filter(({ state }) => state !== "live" && state !== "syncing");
  const [first] = failing;
  if (first !== undefined) {
    const proven = failing.flatMap(({ provenAtMs }) => (provenAtMs === undefined ? [] : [provenAtMs]));
    const oldestMs = proven.length < failing.length ? undefined : Math.min(...proven);
    return {
      hearing: "silent",
      ...withDetail(first.detail),
      ...(oldestMs === undefined ? {} : { silentMs: Math.max(0, atMs - oldestMs) }),
    };
  }
  return needed.every(({ state }) => state === "live")
    ? { hearing: "live" }
    : { hearing: "reading", ...withDetail(needed.find(({ state }) => state !== "live")?.detail) };
}
