import { PATHS } from "@daemonscope/shared/http/paths";
import type { ReachAnswer } from "@daemonscope/shared/http/reach";
import { useQuery } from "@tanstack/react-query";
import { fetchJson, isWorthAnother } from "../api/queries.ts";
import { useFreshness } from "../cluster/cluster-context.ts";

const LOOK_EVERY_MS = 5000;

/** The ways to talk to a DaemonSet's pods, read again and again as long as the page is live and somebody looks at it. */
export function useReach(namespace: string, daemonSet: string) {
  const isLive = useFreshness().kind === "live";
  return useQuery<ReachAnswer>({
    queryKey: [PATHS.reach, namespace, daemonSet],
    queryFn: ({ signal }) => fetchJson<ReachAnswer>(PATHS.reach, { namespace, daemonSet }, signal),
    refetchInterval: isLive ? LOOK_EVERY_MS : false,
    retry: isWorthAnother,
    gcTime: 10_000,
    structuralSharing: false,
  });
}
