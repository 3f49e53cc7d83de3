import { PATHS } from "@daemonscope/shared/http/paths";
import type { ReachAnswer } from "@daemonscope/shared/http/reach";
import { useClusterQuery } from "../../../data/api/use-cluster-query.ts";
import { useFreshness } from "../../../data/hooks/cluster-context.ts";

const LOOK_EVERY_MS = 5000;

/** Returns the network paths to a DaemonSet's pods. Polls while the data is live and the page is visible. */
export function useReach(namespace: string, daemonSet: string) {
  const isLive = useFreshness().kind === "live";
  return useClusterQuery<ReachAnswer>(PATHS.reach, { namespace, daemonSet }, { lookAgainMs: isLive ? LOOK_EVERY_MS : false });
}
