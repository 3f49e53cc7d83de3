import type { WriteAccessAnswer } from "@daemonscope/shared/http/actions";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useClusterQuery } from "../../data/api/use-cluster-query.ts";
import { useFreshness } from "../../data/hooks/cluster-context.ts";

/** The answer becomes stale, because a user who signs in again may have other rights. */
const STALE_MS = 60_000;

/** Returns whether the user may act here. Undefined until the answer arrives, while the page shows history, and unless
 *  `isWanted`. */
export function useWriteAccess(isWanted = true): WriteAccessAnswer | undefined {
  const isPast = useFreshness().kind === "past";
  const { data } = useClusterQuery<WriteAccessAnswer>(PATHS.acting, {}, { staleMs: STALE_MS, enabled: isWanted && !isPast });
  return isPast ? undefined : data;
}
