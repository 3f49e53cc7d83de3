import { PATHS } from "@daemonscope/shared/http/paths";
import type { RightsAnswer } from "@daemonscope/shared/http/rights";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { fetchJson } from "../api/fetch-answer.ts";
import { queryClient } from "../api/query-client.ts";
import { personSession } from "../api/session.ts";
import { useFreshness } from "../cluster/cluster-context.ts";

/** The server asks the cluster as often. */
const ASK_EVERY_MS = 60_000;

/** Returns what the user may see; undefined until that is known, and where no user signs in. */
export function useRightsQuery(): RightsAnswer | undefined {
  const session = personSession();
  const { kind } = useFreshness();
  // A stream may end because rights changed: ask at once.
  const options = {
    queryKey: ["rights", session, kind === "live"],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => fetchJson<RightsAnswer>(PATHS.rights, {}, signal),
    enabled: session !== undefined,
    refetchInterval: ASK_EVERY_MS,
    placeholderData: keepPreviousData<RightsAnswer>,
  };
  const { data } = useQuery<RightsAnswer>(options, queryClient);
  return session === undefined ? undefined : data;
}
