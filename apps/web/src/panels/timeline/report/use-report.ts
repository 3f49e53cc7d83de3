import { parseTime } from "@daemonscope/shared/http/moment";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { RolloutsAnswer } from "@daemonscope/shared/http/rollouts";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { fetchJson } from "../../../data/api/fetch-answer.ts";
import { queryClient } from "../../../data/api/query-client.ts";

const POLL_INTERVAL_MS = 4000;
/** The server replays a log for each report. A slow report is requested less often, so that it costs the server at
 *  most this share of its time. */
const MAX_TIME_SHARE = 1 / 20;

/** Returns the report of the rollout with this start, and of the one before. Refreshes it while the rollout runs,
 *  regardless of the page's moment. */
export function useReport(log: string | undefined, view: { readonly namespace: string; readonly name: string }, reported: string) {
  const tookMs = useRef(0);
  const { namespace, name } = view;
  const startedAtMs = parseTime(reported);
  const { data, error } = useQuery(
    {
      queryKey: ["report", log, namespace, name, startedAtMs],
      queryFn: async ({ signal }) => {
        const began = performance.now();
        const answer = await fetchJson<RolloutsAnswer>(
          PATHS.rollouts,
          { namespace, daemonSet: name, started: String(startedAtMs) },
          signal,
        );
        tookMs.current = performance.now() - began;
        return answer;
      },
      enabled: log !== undefined && startedAtMs !== undefined,
      refetchInterval: ({ state }) =>
        state.data?.report?.ending === "underWay" ? Math.max(POLL_INTERVAL_MS, tookMs.current / MAX_TIME_SHARE) : false,
      staleTime: POLL_INTERVAL_MS,
      retry: false,
      structuralSharing: false,
    },
    queryClient,
  );
  return { answer: data, problem: startedAtMs === undefined ? reported : (error ?? undefined) };
}
