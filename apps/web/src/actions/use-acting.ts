import type { ActingAnswer } from "@daemonscope/shared/http/acting";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useClusterQuery } from "../api/use-cluster-query.ts";
import { useFreshness } from "../cluster/cluster-context.ts";

/** Whoever signs out and in again is another. */
const KNOWN_FOR_MS = 60_000;

/** Whether whoever looks may act here; undefined while that is asked, and while the page is of the past. */
export function useActing(): ActingAnswer | undefined {
  const isPast = useFreshness().kind === "past";
  const { data } = useClusterQuery<ActingAnswer>(PATHS.acting, {}, { staleMs: KNOWN_FOR_MS, enabled: !isPast });
  return isPast ? undefined : data;
}
