import type { EventsAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useQuery } from "@tanstack/react-query";
import { fetchJson, isWorthAnother } from "../api/queries.ts";
import { useFreshness } from "../cluster/cluster-context.ts";

/** How old what is shown may get. Each time lists events anew, so it is no heartbeat. */
const EVERY_MS = 5000;

/** Whose events. */
export type EventsAbout =
  | { readonly of: "daemonSet"; readonly namespace: string; readonly daemonSet: string }
  | { readonly of: "node"; readonly node: string }
  | { readonly of: "all" };

/** Events, read again and again as long as the page is live and somebody looks at it. */
export function useEvents({ of: _of, ...query }: EventsAbout) {
  const isLive = useFreshness().kind === "live";
  return useQuery<EventsAnswer>({
    queryKey: [PATHS.events, query],
    queryFn: ({ signal }) => fetchJson<EventsAnswer>(PATHS.events, query, signal),
    refetchInterval: isLive ? EVERY_MS : false,
    retry: isWorthAnother,
    gcTime: 10_000,
    structuralSharing: false,
  });
}
