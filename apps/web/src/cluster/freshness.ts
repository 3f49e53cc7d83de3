import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { HEARTBEAT_MS } from "@daemonscope/shared/frame";
import { NEEDED_SOURCES, SOURCES, type SourceName, type SourceStatus, wasRead } from "@daemonscope/shared/source-status";
import type { ClusterView } from "./cluster-view.ts";
import type { FetchProblem } from "./fetch-problem.ts";

/** Why what is on screen may be believed, or how far; `detail` is what a server said, in its own words. */
export type FreshnessWhy =
  | { readonly kind: "serverLost" | "serverSilent" | "serverAnew" | "mayNotReadDaemonSets" | "live" | "liveWhereAllowed" }
  /** A simulated cluster whose clock stands: all is as it is, and nothing goes on. */
  | { readonly kind: "paused" }
  /** A moment of the past; `unheard`: kinds that were not heard then, so that what is shown was known before. */
  | { readonly kind: "past"; readonly unheard: readonly SourceName[] }
  /** The whole state is on its way: for the first time, or because what is shown is behind. */
  | { readonly kind: "awaited" | "behind"; readonly problem: FetchProblem | undefined }
  | { readonly kind: "apiLost"; readonly detail: string | undefined }
  | { readonly kind: "silentWatch"; readonly source: SourceName }
  | { readonly kind: "said"; readonly detail: string }
  | { readonly kind: "revoked"; readonly source: SourceName; readonly detail: string }
  | { readonly kind: "refused"; readonly detail: string }
  /** Nodes of the server that are on their way for the first time. */
  | { readonly kind: "partly"; readonly read: number; readonly of: number; readonly problem: FetchProblem | undefined }
  /** The first lists that are not complete. */
  | { readonly kind: "reading"; readonly sources: readonly FirstList[] };

/** How many objects of a first list came so far, and of how many; undefined where nobody knows. */
export interface FirstList {
  readonly source: SourceName;
  readonly readSoFar: number;
  readonly expected: number | undefined;
}

/** How far what is on screen may be believed; freshness-words.ts says it. */
export interface Freshness {
  readonly kind: "connecting" | "live" | "stale" | "disconnected" | "past";
  readonly why: FreshnessWhy;
  /** For how long it has been stale or disconnected. */
  readonly ageMs: number | undefined;
  /** Cluster time as of which everything on screen is true, when that is not now. */
  readonly asOfMs: number | undefined;
  /** Kinds that may not be read and never were. */
  readonly forbidden: readonly { readonly source: SourceName; readonly detail: string }[];
  /** Objects that are there and could not be read, by kind. */
  readonly leftOut: readonly { readonly source: SourceName; readonly count: number; readonly first: string }[];
}

/** Whether what is shown was so, and need not be any more. While connecting nothing is shown that was. */
export const isOld = ({ kind }: Pick<Freshness, "kind">): boolean => kind === "stale" || kind === "disconnected";

/** How long fetching the whole state may take before it is news. */
const CATCH_UP_MS = 2000;

/** Kinds that are not shown, and objects that are not. */
function gapsOf({ state }: ClusterView): Pick<Freshness, "forbidden" | "leftOut"> {
  if (state === undefined) return { forbidden: [], leftOut: [] };
  return {
    // A right that was taken away is old data, and said as such; events are an extra either way.
    forbidden: SOURCES.filter((source) => {
      const status = state.sources[source];
      return status.state === "forbidden" && (!wasRead(status) || !NEEDED_SOURCES.includes(source));
    }).map((source) => ({ source, detail: state.sources[source].detail ?? "" })),
    leftOut: SOURCES.flatMap((source) => {
      const { leftOut } = state.sources[source];
      return leftOut === undefined ? [] : [{ source, ...leftOut }];
    }),
  };
}

/** Why a watch that was read is silent now: its right was taken away, or nobody knows. */
function silenceOf(first: { readonly source: SourceName; readonly status: SourceStatus } | undefined): FreshnessWhy {
  if (first === undefined) return { kind: "silentWatch", source: "daemonsets" };
  const { source, status } = first;
  if (status.detail === undefined) return { kind: "silentWatch", source };
  return status.state === "forbidden" ? { kind: "revoked", source, detail: status.detail } : { kind: "said", detail: status.detail };
}

/** How many pods there are by what the DaemonSets report; undefined before they were read. */
function reportedPods({ sources, daemonSets }: ClusterState): number | undefined {
  if (!wasRead(sources.daemonsets)) return undefined;
  return daemonSets.reduce((sum, record) => sum + (record?.reported.currentNumberScheduled ?? 0), 0);
}

function firstList(state: ClusterState, source: SourceName): FirstList {
  const { readSoFar = 0, expected } = state.sources[source];
  const reported = source === "pods" ? reportedPods(state) : undefined;
  // A count of a moment before may be less than what came.
  const known = expected ?? (reported !== undefined && reported >= readSoFar ? reported : undefined);
  return { source, readSoFar, expected: known };
}

/** Judges a view at a real time. Never `live` when the server is silent, or when one of its needed kinds is neither live nor forbidden from the start. */
export function freshnessOf(view: ClusterView, nowMs: number): Freshness {
  const { state, doubt } = view;
  const gaps = gapsOf(view);
  const was = (kind: "stale" | "disconnected", sinceMs: number, asOfMs: number, why: FreshnessWhy): Freshness => ({
    kind,
    why,
    ageMs: Math.max(0, nowMs - Math.min(sinceMs, doubt?.sinceMs ?? sinceMs)),
    asOfMs: Math.min(asOfMs, doubt?.asOfMs ?? asOfMs),
    ...gaps,
  });
  if (view.moment !== undefined) {
    const unheard = NEEDED_SOURCES.filter(
      (source) => state !== undefined && wasRead(state.sources[source]) && state.sources[source].state !== "live",
    );
    return { kind: "past", why: { kind: "past", unheard }, ageMs: undefined, asOfMs: view.moment.atMs, ...gaps };
  }
  const connecting = (why: FreshnessWhy): Freshness => ({ kind: "connecting", why, ageMs: undefined, asOfMs: undefined, ...gaps });
  if (view.connection === "lost") return was("disconnected", view.lostAtMs ?? nowMs, view.clusterAtMs, { kind: "serverLost" });
  if (state === undefined) return connecting({ kind: "awaited", problem: view.problem });
  const heardAtMs = view.heardAtMs ?? nowMs;
  if (nowMs - heardAtMs > 2 * HEARTBEAT_MS) return was("stale", heardAtMs, view.clusterAtMs, { kind: "serverSilent" });
  const { behind } = view;
  if (view.epoch !== undefined && view.epoch !== state.epoch)
    return was("stale", behind?.sinceMs ?? heardAtMs, state.at, { kind: "serverAnew" });
  const partly = view.nodesRead && ({ kind: "partly", ...view.nodesRead, problem: view.problem } as const);
  if (behind !== undefined && nowMs - behind.sinceMs > CATCH_UP_MS)
    return was("stale", behind.sinceMs, behind.asOfMs, partly ?? { kind: "behind", problem: view.problem });
  const refused = state.sources.daemonsets;
  if (refused.state === "forbidden" && !wasRead(refused))
    return connecting(refused.detail === undefined ? { kind: "mayNotReadDaemonSets" } : { kind: "refused", detail: refused.detail });
  const named = NEEDED_SOURCES.map((source) => ({ source, status: state.sources[source] }));
  if (doubt !== undefined) {
    const troubled = named.filter(({ status }) => wasRead(status) && status.state !== "live");
    const lost = troubled.find(({ status }) => status.state === "retrying");
    if (lost !== undefined) return was("disconnected", doubt.sinceMs, doubt.asOfMs, { kind: "apiLost", detail: lost.status.detail });
    const revoked = troubled.find(({ status }) => status.state === "forbidden");
    return was("stale", doubt.sinceMs, doubt.asOfMs, silenceOf(revoked ?? troubled[0]));
  }
  if (partly !== undefined) return connecting(partly);
  const unread = named.filter(({ status }) => !wasRead(status) && status.state !== "forbidden");
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
