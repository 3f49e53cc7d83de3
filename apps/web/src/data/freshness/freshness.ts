import { hasSynced, REQUIRED_SOURCES_OF_PAGE, SOURCES, type SourceName, type SourceStatus } from "@daemonscope/kube/source-status";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { HEARTBEAT_MS } from "@daemonscope/shared/state/frame";
import type { ClusterView } from "../cluster/cluster-view.ts";
import type { StateFetchProblem } from "../cluster/state-fetch-problem.ts";

/** The reason for the freshness of the shown data. `detail` is the unchanged message of a server. */
export type FreshnessReason =
  | {
      readonly kind:
        | "serverLost"
        | "streamWithheld"
        | "serverSilent"
        | "serverRestarted"
        | "mayNotReadDaemonSets"
        | "live"
        | "liveWhereAllowed";
    }
  /** A simulated cluster with a stopped clock: its data is current and does not change. */
  | { readonly kind: "paused" }
  /** A moment of history. `notLiveSources`: kinds that were not live then, so that their data is older. */
  | { readonly kind: "past"; readonly notLiveSources: readonly SourceName[] }
  /** The whole state is being fetched: for the first time, or because the shown state is behind. */
  | { readonly kind: "awaited" | "behind"; readonly problem: StateFetchProblem | undefined }
  | { readonly kind: "apiLost"; readonly detail: string | undefined }
  | { readonly kind: "silentWatch"; readonly source: SourceName }
  | { readonly kind: "said"; readonly detail: string }
  | { readonly kind: "revoked"; readonly source: SourceName; readonly detail: string }
  | { readonly kind: "refused"; readonly detail: string }
  /** The nodes are being fetched from the server for the first time. */
  | { readonly kind: "partly"; readonly read: number; readonly of: number; readonly problem: StateFetchProblem | undefined }
  /** First lists that are not complete. */
  | { readonly kind: "reading"; readonly sources: readonly InitialListProgress[] };

/**
 * The progress of a first list: the objects that are read and the expected total. `expected` is undefined if unknown.
 */
interface InitialListProgress {
  readonly source: SourceName;
  readonly readSoFar: number;
  readonly expected: number | undefined;
}

/** The freshness of the shown data. freshness-text.ts formats it. */
export interface Freshness {
  readonly kind: "connecting" | "live" | "stale" | "disconnected" | "past";
  readonly why: FreshnessReason;
  /** Time since the data became stale or disconnected. */
  readonly ageMs: number | undefined;
  /** Cluster time at which all shown data was true, if that is not now. */
  readonly asOfMs: number | undefined;
  /** Kinds that may not be read. A needed kind is listed only if it was never read. */
  readonly forbidden: readonly { readonly source: SourceName; readonly detail: string }[];
  /** Objects that exist but could not be read, by kind. */
  readonly leftOut: readonly { readonly source: SourceName; readonly count: number; readonly first: string }[];
}

/** Reports whether the shown data is outdated. While connecting, the page shows no outdated data. */
export const isDataStale = ({ kind }: Pick<Freshness, "kind">): boolean => kind === "stale" || kind === "disconnected";

/** A fetch of the whole state that takes longer is reported. */
const CATCH_UP_MS = 2000;

/** Returns the kinds and the objects that are not shown. */
function gapsOf({ state }: ClusterView): Pick<Freshness, "forbidden" | "leftOut"> {
  if (state === undefined) return { forbidden: [], leftOut: [] };
  return {
    // A revoked right leaves old data, which is reported as stale. Events are optional in both cases.
    forbidden: SOURCES.filter((source) => {
      const status = state.sources[source];
      return status.state === "forbidden" && (!hasSynced(status) || !REQUIRED_SOURCES_OF_PAGE.includes(source));
    }).map((source) => ({ source, detail: state.sources[source].detail ?? "" })),
    leftOut: SOURCES.flatMap((source) => {
      const { leftOut } = state.sources[source];
      return leftOut === undefined ? [] : [{ source, ...leftOut }];
    }),
  };
}

/** Returns why a watch that was read is silent: a revoked right, a server message, or an unknown cause. */
function silenceOf(first: { readonly source: SourceName; readonly status: SourceStatus } | undefined): FreshnessReason {
  if (first === undefined) return { kind: "silentWatch", source: "daemonsets" };
  const { source, status } = first;
  if (status.detail === undefined) return { kind: "silentWatch", source };
  return status.state === "forbidden" ? { kind: "revoked", source, detail: status.detail } : { kind: "said", detail: status.detail };
}

/** Returns the number of pods that the DaemonSets report. Undefined before the DaemonSets were read. */
function reportedPods({ sources, daemonSets }: ClusterState): number | undefined {
  if (!hasSynced(sources.daemonsets)) return undefined;
  return daemonSets.reduce((sum, record) => sum + (record?.reported.currentNumberScheduled ?? 0), 0);
}

function firstList(state: ClusterState, source: SourceName): InitialListProgress {
  const { readSoFar = 0, expected } = state.sources[source];
  const reported = source === "pods" ? reportedPods(state) : undefined;
  // An older count may be less than the number of objects that are read.
  const known = expected ?? (reported !== undefined && reported >= readSoFar ? reported : undefined);
  return { source, readSoFar, expected: known };
}

/**
 * Judges a view at a real time. Never `live` if the server is silent, or if a needed kind is neither live nor forbidden
 * from the start.
 */
export function freshnessOf(view: ClusterView, nowMs: number): Freshness {
  const { state, doubt, problem } = view;
  const gaps = gapsOf(view);
  const outdated = (kind: "stale" | "disconnected", sinceMs: number, asOfMs: number, why: FreshnessReason): Freshness => ({
    kind,
    why,
    ageMs: Math.max(0, nowMs - Math.min(sinceMs, doubt?.sinceMs ?? sinceMs)),
    asOfMs: Math.min(asOfMs, doubt?.asOfMs ?? asOfMs),
    ...gaps,
  });
  if (view.moment !== undefined) {
    const notLiveSources = REQUIRED_SOURCES_OF_PAGE.filter(
      (source) => state !== undefined && hasSynced(state.sources[source]) && state.sources[source].state !== "live",
    );
    return { kind: "past", why: { kind: "past", notLiveSources }, ageMs: undefined, asOfMs: view.moment.atMs, ...gaps };
  }
  const connecting = (why: FreshnessReason): Freshness => ({ kind: "connecting", why, ageMs: undefined, asOfMs: undefined, ...gaps });
  if (view.connection === "lost" || view.connection === "withheld") {
    const kind = view.connection === "lost" ? "serverLost" : "streamWithheld";
    return outdated("disconnected", view.lostAtMs ?? nowMs, view.clusterAtMs, { kind });
  }
  if (state === undefined) return connecting({ kind: "awaited", problem });
  const lastReceivedAtMs = view.lastReceivedAtMs ?? nowMs;
  // A browser's cache may hold a state that this page can read. No later message of the server can be read.
  if (problem?.kind === "otherSchema") return outdated("stale", lastReceivedAtMs, view.clusterAtMs, { kind: "awaited", problem });
  if (nowMs - lastReceivedAtMs > 2 * HEARTBEAT_MS) return outdated("stale", lastReceivedAtMs, view.clusterAtMs, { kind: "serverSilent" });
  const { behind } = view;
  if (view.epoch !== undefined && view.epoch !== state.epoch)
    return outdated("stale", behind?.sinceMs ?? lastReceivedAtMs, state.at, { kind: "serverRestarted" });
  const partly = view.nodesRead && ({ kind: "partly", ...view.nodesRead, problem } as const);
  if (behind !== undefined && nowMs - behind.sinceMs > CATCH_UP_MS)
    return outdated("stale", behind.sinceMs, behind.asOfMs, partly ?? { kind: "behind", problem });
  const refused = state.sources.daemonsets;
  if (refused.state === "forbidden" && !hasSynced(refused))
    return connecting(refused.detail === undefined ? { kind: "mayNotReadDaemonSets" } : { kind: "refused", detail: refused.detail });
  const required = REQUIRED_SOURCES_OF_PAGE.map((source) => ({ source, status: state.sources[source] }));
  if (doubt !== undefined) {
    const troubled = required.filter(({ status }) => hasSynced(status) && status.state !== "live");
    const lost = troubled.find(({ status }) => status.state === "retrying");
    if (lost !== undefined) return outdated("disconnected", doubt.sinceMs, doubt.asOfMs, { kind: "apiLost", detail: lost.status.detail });
    const revoked = troubled.find(({ status }) => status.state === "forbidden");
    return outdated("stale", doubt.sinceMs, doubt.asOfMs, silenceOf(revoked ?? troubled[0]));
  }
  if (partly !== undefined) return connecting(partly);
  const unread = required.filter(({ status }) => !hasSynced(status) && status.state !== "forbidden");
  const failing = unread.find(({ status }) => status.state !== "syncing" && status.state !== "live");
  if (failing !== undefined) return connecting({ kind: "apiLost", detail: failing.status.detail });
  if (unread.length > 0) return connecting({ kind: "reading", sources: unread.map(({ source }) => firstList(state, source)) });
  return {
    kind: "live",
    why: { kind: view.clockRate === 0 ? "paused" : gaps.forbidden.length === 0 ? "live" : "liveWhereAllowed" },
    ageMs: undefined,
    asOfMs: undefined,
    ...gaps,
  };
}
