import { humanDuration } from "@daemonscope/kube/human-duration";
import { HEARTBEAT_MS } from "@daemonscope/shared/frame";
import type { SourceName } from "@daemonscope/shared/source-status";
import type { ClusterView } from "./cluster-store.ts";

/** How far what is on screen may be believed. `text` is the chip; `sentence` says the cause and what happens next. */
export interface Freshness {
  readonly kind: "connecting" | "live" | "stale" | "disconnected";
  readonly text: string;
  readonly sentence: string;
  /** Real time since when it is not live. */
  readonly sinceMs: number | undefined;
  /** Kinds that may not be read. */
  readonly forbidden: readonly { readonly source: SourceName; readonly detail: string }[];
}

/** Without these nothing on the page is true; events only add to it. */
const NEEDED: readonly SourceName[] = ["nodes", "pods", "daemonsets", "controllerrevisions"];

const ago = (ms: number): string => humanDuration(Math.max(0, ms));

/** Judges a view at a real time. Never `live` when the server is silent, or when one of its needed sources is not live. */
export function freshnessOf(view: ClusterView, nowMs: number, sourceTroubleSinceMs: number | undefined): Freshness {
  const { state } = view;
  const forbidden =
    state === undefined
      ? []
      : Object.entries(state.sources).flatMap(([source, status]) =>
          status.state === "forbidden" ? [{ source: source as SourceName, detail: status.detail ?? "" }] : [],
        );
  if (view.connection === "lost") {
    const since = view.lostAtMs ?? nowMs;
    return {
      kind: "disconnected",
      text: `disconnected ${ago(nowMs - since)}`,
      sentence: "The Daemonscope server does not answer. This page tries again by itself.",
      sinceMs: since,
      forbidden,
    };
  }
  if (state === undefined)
    return {
      kind: "connecting",
      text: "connecting",
      sentence: view.problem ?? "Waiting for the first state of the cluster.",
      sinceMs: undefined,
      forbidden,
    };
  const silence = nowMs - (view.heardAtMs ?? nowMs);
  if (silence > 2 * HEARTBEAT_MS)
    return {
      kind: "stale",
      text: `stale ${ago(silence)}`,
      sentence: "The Daemonscope server has gone silent.",
      sinceMs: view.heardAtMs,
      forbidden,
    };
  const since = sourceTroubleSinceMs ?? nowMs;
  const named = NEEDED.map((source) => ({ source, status: state.sources[source] }));
  const retrying = named.find(({ status }) => status.state === "retrying");
  if (retrying !== undefined)
    return {
      kind: "disconnected",
      text: `disconnected ${ago(nowMs - since)}`,
      sentence: `The API server is not reached: ${retrying.status.detail ?? "no detail"}. Tried again by itself.`,
      sinceMs: since,
      forbidden,
    };
  const stale = named.find(({ status }) => status.state === "stale");
  if (stale !== undefined)
    return {
      kind: "stale",
      text: `stale ${ago(nowMs - since)}`,
      sentence: stale.status.detail ?? `The watch of ${stale.source} is silent.`,
      sinceMs: since,
      forbidden,
    };
  const syncing = named.filter(({ status }) => status.state === "syncing");
  if (syncing.length > 0)
    return {
      kind: "connecting",
      text: `reading ${syncing[0]?.source ?? ""}`,
      sentence: `Reading ${syncing.map(({ source }) => source).join(", ")} for the first time.`,
      sinceMs: undefined,
      forbidden,
    };
  return { kind: "live", text: "live", sentence: "Every watch is open and its server answers.", sinceMs: undefined, forbidden };
}
