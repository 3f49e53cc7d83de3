import type { EventsAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useFreshness } from "../cluster/cluster-context.ts";
import { useClusterQuery } from "./use-cluster-query.ts";

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
  return useClusterQuery<EventsAnswer>(PATHS.events, query, { lookAgainMs: isLive ? EVERY_MS : false });
}
