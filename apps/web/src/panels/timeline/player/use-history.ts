import type { CountSample, HistoryAnswer } from "@daemonscope/shared/http/history";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { fetchJson } from "../../../data/api/fetch-answer.ts";
import { queryClient } from "../../../data/api/query-client.ts";
import { useClusterStore } from "../../../data/hooks/cluster-context.ts";

const POLL_INTERVAL_MS = 3000;
/** Number of counts over time that a request asks for. */
const SAMPLES = 400;

function mergeCounts(before: readonly CountSample[] = [], after: readonly CountSample[] = []): readonly CountSample[] {
  const [first] = after;
  return first === undefined ? before : [...before.filter(([atMs]) => atMs < first[0]), ...after];
}

/** A frame bears the time at which its tick began, and enters the history later. A busy server needs seconds for it. */
const REREAD_MS = 10_000;

/** Returns the start of the next request: it repeats the last seconds, because events may have been added to them. */
export function nextFromMs(before: HistoryAnswer | undefined): number | undefined {
  return before?.retained ? Math.max(before.fromMs, before.toMs - REREAD_MS) : undefined;
}

/** Merges the known history with the server's answer for the time since then. */
export function mergeHistory(before: HistoryAnswer | undefined, after: HistoryAnswer): HistoryAnswer {
  if (before === undefined || after.retained === null) return after;
  const { fromMs } = after;
  const keptFromMs = after.retained.fromMs;
  const keys = new Set([...Object.keys(before.counts), ...Object.keys(after.counts)]);
  return {
    ...after,
    fromMs: Math.max(before.fromMs, keptFromMs),
    happenings: [...before.happenings.filter(({ atMs }) => atMs < fromMs && atMs >= keptFromMs), ...after.happenings],
    counts: Object.fromEntries([...keys].map((key) => [key, mergeCounts(before.counts[key], after.counts[key])])),
  };
}

/** Returns the epoch of the live cluster, regardless of the shown moment. */
export function useLiveLog(): string | undefined {
  const { live } = useClusterStore();
  return useSyncExternalStore(live.subscribe, () => live.peek().state?.epoch);
}

/** Returns the kept history and its timeline events, refreshed every few seconds by requests for new events only.
 *  `countsKey`: a DaemonSet, or `*` for the counts of all. */
export function useHistory(log: string | undefined, countsKey: string) {
  const queryKey = ["history", log, countsKey] as const;
  return useQuery<HistoryAnswer>(
    {
      queryKey,
      queryFn: async ({ signal }) => {
        const before = queryClient.getQueryData<HistoryAnswer>(queryKey);
        const fromMs = nextFromMs(before);
        const since: Record<string, string> = fromMs === undefined ? {} : { from: String(fromMs) };
        return mergeHistory(
          before,
          await fetchJson<HistoryAnswer>(PATHS.history, { samples: String(SAMPLES), of: countsKey, ...since }, signal),
        );
      },
      enabled: log !== undefined,
      refetchInterval: POLL_INTERVAL_MS,
      staleTime: POLL_INTERVAL_MS,
      gcTime: 60_000,
      retry: false,
      structuralSharing: false,
    },
    queryClient,
  );
}
