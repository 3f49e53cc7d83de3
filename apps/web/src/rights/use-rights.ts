import { PATHS } from "@daemonscope/shared/http/paths";
import type { RightsAnswer } from "@daemonscope/shared/http/rights";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { fetchJson } from "../api/fetch-answer.ts";
import { sessionId } from "../api/session.ts";
import { useFreshness } from "../cluster/cluster-context.ts";

/** The server asks the cluster as often. */
const ASK_EVERY_MS = 60_000;

/** The session that the page was loaded in; undefined where nobody signs in, or who did sees what the server sees. */
function personSession(): string | undefined {
  const session = sessionId();
  return session === undefined || session === "owner" ? undefined : session;
}

/** What the person who looks may see; undefined until that is known, and where nobody signs in. */
export function useRights(): RightsAnswer | undefined {
  const session = personSession();
  const { kind } = useFreshness();
  // A stream that ends may have ended for other rights: asked at once.
  const { data } = useQuery<RightsAnswer>({
    queryKey: ["rights", session, kind === "live"],
    queryFn: ({ signal }) => fetchJson<RightsAnswer>(PATHS.rights, {}, signal),
    enabled: session !== undefined,
    refetchInterval: ASK_EVERY_MS,
    placeholderData: keepPreviousData,
  });
  return session === undefined ? undefined : data;
}
