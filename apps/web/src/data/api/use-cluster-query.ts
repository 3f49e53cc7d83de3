import { HISTORICAL_PATHS, MOMENT_PARAMETER } from "@daemonscope/shared/http/history";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { clusterNowMs } from "../cluster/cluster-now.ts";
import { useCluster, useClusterStore, useIsNow } from "../hooks/cluster-context.ts";
import { fetchAnswer, LiveOnlyError, retryDelayMs, shouldRetry } from "./fetch-answer.ts";
import { postPreview } from "./post-preview.ts";
import { queryClient } from "./query-client.ts";

/** Options for refreshing an answer. */
interface RefetchPolicy {
  /** Changes when the subject has changed. */
  readonly version?: unknown;
  /** Interval of repeated requests while the answer is shown, in milliseconds. If undefined, only another version
   *  repeats the request. */
  readonly pollMs?: number | false;
  readonly enabled?: boolean;
  /** The previous answer remains until the new one arrives, if it has the same subject. */
  readonly keepsPrevious?: boolean;
  /** The parameters that name the subject; if undefined, all. */
  readonly about?: readonly string[];
  readonly staleMs?: number;
  /** The request does not fit a URL: the parameters are JSON, and become the fields of its body. */
  readonly isPosted?: boolean;
}

export interface ClusterAnswer<T> {
  readonly data: T | undefined;
  /** Cluster time at which `data` arrived: the reference for ages and moments of the cluster. */
  readonly readAtMs: number;
  readonly error: Error | null;
  /** There is neither an answer nor an error. */
  readonly isPending: boolean;
  /** `data` answers the previous request. */
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

/** A request: its log, path, parameters, version, and moment of the history. */
export type QueryKey = readonly [
  log: string | undefined,
  path: string,
  query: Readonly<Record<string, string>>,
  version: unknown,
  askedAtMs: number | undefined,
];

/** While the history plays, the previous answer remains if its moment is at most this much earlier. */
const MAX_KEPT_AGE_MS = 2000;

/** Reports whether an answer may remain on the page until another one arrives: it is of the same log, the same subject,
 *  and nearly the same moment. `about`: the parameters that name the subject; the others select a part of it. */
export function keepPreviousData(
  [log, path, query, , askedAtMs]: QueryKey,
  before: QueryKey | undefined,
  about: readonly string[] = Object.keys(query),
): boolean {
  if (before === undefined || before[0] !== log || before[1] !== path) return false;
  const stepMs = askedAtMs === before[4] ? 0 : (askedAtMs ?? Number.NaN) - (before[4] ?? Number.NaN);
  if (!(stepMs >= 0 && stepMs <= MAX_KEPT_AGE_MS)) return false;
  return about.every((name) => before[2][name] === query[name]);
}

/** Requests data of the shown cluster, and of the shown moment if that is history. The log is part of the key, and the
 *  server names the log of its answer. An answer of another cluster, scenario or subject is therefore never shown, not
 *  even until the next one arrives. If data exists only live, history and recordings get a LiveOnlyError. */
export function useClusterQuery<T>(path: string, query: Readonly<Record<string, string>>, policy: RefetchPolicy = {}): ClusterAnswer<T> {
  const { version, pollMs = false, enabled = true, keepsPrevious = false, about, staleMs = 0, isPosted = false } = policy;
  const log = useCluster(({ state }) => state?.epoch);
  const store = useClusterStore();
  const askedAtMs = useCluster(({ moment }) => moment?.askedAtMs);
  const isPast = useCluster(({ moment }) => moment !== undefined);
  const isNow = useIsNow();
  const isRecorded = useCluster(({ state }) => state?.cluster.recorded !== undefined);
  const isOnlyNow = !isNow && !HISTORICAL_PATHS.has(path);
  // At one moment of the history nothing changes.
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
      placeholderData: (previous, before) => (keepsPrevious && keepPreviousData(key, before?.queryKey, about) ? previous : undefined),
      enabled: enabled && log !== undefined && !isOnlyNow && (askedAtMs !== undefined || !isPast),
      refetchInterval: isPast ? false : pollMs,
      retry: shouldRetry,
      retryDelay: retryDelayMs,
      gcTime: 10_000,
      staleTime: staleMs,
      structuralSharing: false,
    },
    queryClient,
  );
  const { t } = useTranslation();
  const onlyNow = useMemo(
    () => (isOnlyNow ? new LiveOnlyError(t(isRecorded ? "timeline.onlyRecorded" : "timeline.onlyNow")) : undefined),
    [t, isOnlyNow, isRecorded],
  );
  if (onlyNow !== undefined) return { data: undefined, readAtMs: 0, error: onlyNow, isPending: false, isOfBefore: false };
  return { data: data?.answer, readAtMs: data?.atMs ?? 0, error, isPending, isOfBefore: isPlaceholderData };
}
