import type { EventsAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useFreshness } from "../hooks/cluster-context.ts";
import { useClusterQuery } from "./use-cluster-query.ts";

/** Maximum age of shown events. Each request lists all events again, so a shorter interval would cost the server
 *  more. */
const EVERY_MS = 5000;

/** The subject of the events. */
export type EventsQuery =
  | { readonly of: "daemonSet"; readonly namespace: string; readonly daemonSet: string }
  | { readonly of: "node"; readonly node: string }
  | { readonly of: "all" };

/** Requests events, repeatedly while the page is live and shows them. */
export function useEvents({ of: _of, ...query }: EventsQuery) {
  const isLive = useFreshness().kind === "live";
  return useClusterQuery<EventsAnswer>(PATHS.events, query, { pollMs: isLive ? EVERY_MS : false });
}
