import { humanDuration } from "@daemonscope/kube/human-duration";
import { HEARTBEAT_MS } from "@daemonscope/shared/frame";
import { NEEDED_SOURCES, SOURCES, type SourceName, wasRead } from "@daemonscope/shared/source-status";
import type { ClusterView } from "./cluster-store.ts";

/** How far what is on screen may be believed. `text` is the chip; `sentence` says the cause and what happens next. */
export interface Freshness {
  readonly kind: "connecting" | "live" | "stale" | "disconnected";
  readonly text: string;
  readonly sentence: string;
  /** Cluster time as of which everything on screen is true, when that is not now. */
  readonly asOfMs: number | undefined;
  /** Kinds that may not be read and never were. */
  readonly forbidden: readonly { readonly source: SourceName; readonly detail: string }[];
  /** Objects that are there and could not be read, by kind. */
  readonly leftOut: readonly { readonly source: SourceName; readonly count: number; readonly first: string }[];
}

/** How long fetching the whole state may take before it is news. */
const CATCH_UP_MS = 2000;

const ago = (ms: number): string => humanDuration(Math.max(0, ms));

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

/** Judges a view at a real time. Never `live` when the server is silent, or when one of its needed kinds is neither live nor forbidden from the start. */
export function freshnessOf(view: ClusterView, nowMs: number): Freshness {
  const { state, doubt } = view;
  const gaps = gapsOf(view);
  const was = (kind: "stale" | "disconnected", sinceMs: number, asOfMs: number, sentence: string): Freshness => ({
    kind,
    text: `${kind} ${ago(nowMs - Math.min(sinceMs, doubt?.sinceMs ?? sinceMs))}`,
    sentence,
    asOfMs: Math.min(asOfMs, doubt?.asOfMs ?? asOfMs),
    ...gaps,
  });
  const connecting = (text: string, sentence: string): Freshness => ({ kind: "connecting", text, sentence, asOfMs: undefined, ...gaps });
  if (view.connection === "lost")
    return was(
      "disconnected",
      view.lostAtMs ?? nowMs,
      view.clusterAtMs,
      "The Daemonscope server does not answer. This page tries again by itself.",
    );
  if (state === undefined) return connecting("connecting", view.problem ?? "Waiting for the first state of the cluster.");
  const heardAtMs = view.heardAtMs ?? nowMs;
  if (nowMs - heardAtMs > 2 * HEARTBEAT_MS) return was("stale", heardAtMs, view.clusterAtMs, "The Daemonscope server has gone silent.");
  if (view.epoch !== undefined && view.epoch !== state.epoch)
    return was("stale", heardAtMs, state.at, "The server has begun anew, and its state is on the way.");
  const { behind } = view;
  if (behind !== undefined && nowMs - behind.sinceMs > CATCH_UP_MS)
    return was(
      "stale",
      behind.sinceMs,
      behind.asOfMs,
      `What is shown is behind, and the whole state is on its way. ${view.problem ?? ""}`.trim(),
    );
  const refused = state.sources.daemonsets;
  if (refused.state === "forbidden" && !wasRead(refused))
    return connecting("no right to read", refused.detail ?? "DaemonSets may not be read.");
  const named = NEEDED_SOURCES.map((source) => ({ source, status: state.sources[source] }));
  if (doubt !== undefined) {
    const troubled = named.filter(({ status }) => wasRead(status) && status.state !== "live");
    const lost = troubled.find(({ status }) => status.state === "retrying");
    const revoked = troubled.find(({ status }) => status.state === "forbidden");
    if (lost !== undefined)
      return was(
        "disconnected",
        doubt.sinceMs,
        doubt.asOfMs,
        `The API server is not reached: ${lost.status.detail ?? "no detail"}. Tried again by itself.`,
      );
    const first = revoked ?? troubled[0];
    const said = first?.status.detail ?? `The watch of ${first?.source ?? ""} is silent`;
    return was("stale", doubt.sinceMs, doubt.asOfMs, revoked === undefined ? `${said}.` : `May no longer read ${revoked.source}: ${said}.`);
  }
  const unread = named.filter(({ status }) => !wasRead(status) && status.state !== "forbidden");
  const failing = unread.find(({ status }) => status.state !== "syncing" && status.state !== "live");
  if (failing !== undefined)
    return connecting("connecting", `The API server is not reached: ${failing.status.detail ?? "no detail"}. Tried again by itself.`);
  if (unread.length > 0)
    return connecting(`reading ${unread[0]?.source ?? ""}`, `Reading ${unread.map(({ source }) => source).join(", ")} for the first time.`);
  return {
    kind: "live",
    text: "live",
    sentence:
      gaps.forbidden.length === 0
        ? "Every watch is open and its server answers."
        : "Every watch that is allowed is open, and its server answers.",
    asOfMs: undefined,
    ...gaps,
  };
}
