import { PATHS } from "@daemonscope/shared/http/paths";
import type { RightsAnswer } from "@daemonscope/shared/http/rights";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { fetchJson } from "../../data/api/fetch-answer.ts";
import { queryClient } from "../../data/api/query-client.ts";
import { personSession } from "../../data/api/session.ts";
import { useFreshness } from "../../data/hooks/cluster-context.ts";

/** The server queries the cluster at the same interval. */
const ASK_EVERY_MS = 60_000;

/** Returns the user's access scope; undefined until it is known, and if no user signs in. */
export function useRightsQuery(): RightsAnswer | undefined {
  const session = personSession();
  const { kind } = useFreshness();
  // A stream may end because rights changed, so the query repeats at once.
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
