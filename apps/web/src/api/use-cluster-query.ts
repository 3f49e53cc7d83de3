import { MOMENT_PARAMETER, OF_ANY_MOMENT } from "@daemonscope/shared/http/history";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useCluster, useClusterStore, useIsNow } from "../cluster/cluster-context.ts";
import { clusterNowMs } from "../cluster/cluster-now.ts";
import { fetchAnswer, isWorthAnother, OnlyNow, waitsMs } from "./fetch-answer.ts";
import { postPreview } from "./post-preview.ts";
import { queryClient } from "./query-client.ts";
import { type QueryKey, staysUntil } from "./stays-until.ts";

/** How an answer is kept up. */
export interface Upkeep {
  /** Changes when what is asked about has changed. */
  readonly version?: unknown;
  /** How often it is asked again while somebody looks, in milliseconds; left out, only with another version. */
  readonly lookAgainMs?: number | false;
  readonly enabled?: boolean;
  /** The answer before stays until the new one is there, as long as it is about the same. */
  readonly keepsPrevious?: boolean;
  /** The parameters that say about what it is; left out, all. */
  readonly about?: readonly string[];
  readonly staleMs?: number;
  /** It does not fit an address: the parameters are JSON, and the fields of a question that is sent as a body. */
  readonly isPosted?: boolean;
}

export interface ClusterAnswer<T> {
  readonly data: T | undefined;
  /** Cluster time at which `data` came: beside ages and moments of the cluster no other clock is told. */
  readonly readAtMs: number;
  readonly error: Error | null;
  /** There is neither an answer nor a reason why not. */
  readonly isPending: boolean;
  /** `data` is an answer to what was asked before this. */
  readonly isOfBefore: boolean;
}

const bodyOf = (fields: Readonly<Record<string, string>>): string =>
  `{${Object.entries(fields)
    .map(([name, json]) => `${JSON.stringify(name)}:${json}`)
    .join(",")}}`;

interface Read<T> {
  readonly answer: T;
  readonly atMs: number;
}

/** Asks the server something of the cluster that is shown. The log of that cluster is part of the key, and the server says which log it answered from: an answer of
 *  another cluster or story, or about another thing, is never shown, also not until the next one is there. While a moment of the past is shown it is asked of that one; what is read
 *  only of now is OnlyNow there, and of a recording. */
export function useClusterQuery<T>(path: string, query: Readonly<Record<string, string>>, upkeep: Upkeep = {}): ClusterAnswer<T> {
  const { version, lookAgainMs = false, enabled = true, keepsPrevious = false, about, staleMs = 0, isPosted = false } = upkeep;
  const log = useCluster(({ state }) => state?.epoch);
  const store = useClusterStore();
  const askedAtMs = useCluster(({ moment }) => moment?.askedAtMs);
  const isPast = useCluster(({ moment }) => moment !== undefined);
  const isNow = useIsNow();
  const isRecorded = useCluster(({ state }) => state?.cluster.recorded !== undefined);
  const isOnlyNow = !isNow && !OF_ANY_MOMENT.has(path);
  // Nothing changes in the past but the moment.
  const key: QueryKey = [log, path, query, isPast ? undefined : version, askedAtMs];
  const { data, error, isPending, isPlaceholderData } = useQuery<Read<T>, Error, Read<T>, QueryKey>(
    {
      queryKey: key,
      queryFn: async ({ signal }) => ({
        answer: isPosted
          ? await postPreview<T>(path, bodyOf(query), log, signal)
          : await fetchAnswer<T>(path, askedAtMs === undefined ? query : { ...query, [MOMENT_PARAMETER]: String(askedAtMs) }, log, signal),
        atMs: clusterNowMs(store.snapshot(), Date.now()),
      }),
      placeholderData: (previous, before) => (keepsPrevious && staysUntil(key, before?.queryKey, about) ? previous : undefined),
      enabled: enabled && log !== undefined && !isOnlyNow && (askedAtMs !== undefined || !isPast),
      refetchInterval: isPast ? false : lookAgainMs,
      retry: isWorthAnother,
      retryDelay: waitsMs,
      gcTime: 10_000,
      staleTime: staleMs,
      structuralSharing: false,
    },
    queryClient,
  );
  const { t } = useTranslation();
  const onlyNow = useMemo(
    () => (isOnlyNow ? new OnlyNow(t(isRecorded ? "timeline.onlyRecorded" : "timeline.onlyNow")) : undefined),
    [t, isOnlyNow, isRecorded],
  );
  if (onlyNow !== undefined) return { data: undefined, readAtMs: 0, error: onlyNow, isPending: false, isOfBefore: false };
  return { data: data?.answer, readAtMs: data?.atMs ?? 0, error, isPending, isOfBefore: isPlaceholderData };
}
