import type { WriteAccessAnswer } from "@daemonscope/shared/http/actions";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useClusterQuery } from "../../data/api/use-cluster-query.ts";
import { useFreshness } from "../../data/hooks/cluster-context.ts";

/** A user who signs out and in again may have other rights. */
const KNOWN_FOR_MS = 60_000;

/** Returns whether the user may act here. Undefined until the answer arrives, and while the page shows history. */
export function useWriteAccess(): WriteAccessAnswer | undefined {
  const isPast = useFreshness().kind === "past";
  const { data } = useClusterQuery<WriteAccessAnswer>(PATHS.acting, {}, { staleMs: KNOWN_FOR_MS, enabled: !isPast });
  return isPast ? undefined : data;
}
