import { useClusterQuery } from "../../data/api/use-cluster-query.ts";
import type { Freshness } from "../../data/freshness/freshness.ts";
import { useFreshness } from "../../data/hooks/cluster-context.ts";

/** Maximum age of an answer that the stream does not contain. Each request for events lists all of them, so a shorter
 *  interval would cost the server more. */
const POLL_INTERVAL_MS = 5000;

/** Returns the interval of requests. Without live data there is nothing new to request. */
export const pollMsOf = ({ kind }: Pick<Freshness, "kind">): number | false => kind === "live" && POLL_INTERVAL_MS;

/** Requests an answer that the stream does not contain. Polls while the data is live and the page is visible. */
export function usePolledAnswer<T>(path: string, query: Readonly<Record<string, string>>) {
  return useClusterQuery<T>(path, query, { pollMs: pollMsOf(useFreshness()) });
}
