import { PATHS } from "@daemonscope/shared/http/paths";
import type { ReachAnswer } from "@daemonscope/shared/http/reach";
import { useClusterQuery } from "../api/use-cluster-query.ts";
import { useFreshness } from "../cluster/cluster-context.ts";

const LOOK_EVERY_MS = 5000;

/** The ways to talk to a DaemonSet's pods, read again and again as long as the page is live and somebody looks at it. */
export function useReach(namespace: string, daemonSet: string) {
  const isLive = useFreshness().kind === "live";
  return useClusterQuery<ReachAnswer>(PATHS.reach, { namespace, daemonSet }, { lookAgainMs: isLive ? LOOK_EVERY_MS : false });
}
