import { hasSynced, REQUIRED_SOURCES_OF_PAGE, type SourceStatuses } from "@daemonscope/kube/source-status";
import { humanDuration } from "@daemonscope/kube/values/human-duration";

export interface Readiness {
  readonly ready: boolean;
  /** One sentence without names of objects. */
  readonly reason: string;
}

/** Older data are no basis for a decision. */
const STALE_LIMIT_MS = 60_000;

/** Reports ready once every needed source was read and is part of the `published` state, and while none is stale. A
 *  source that is forbidden from the start degrades the page, but only DaemonSets make it unready then. A source that
 *  became forbidden later has old data. */
export function readinessOf(statuses: SourceStatuses, published: SourceStatuses, wallNowMs: number): Readiness {
  if (statuses.daemonsets.state === "forbidden" && !hasSynced(statuses.daemonsets))
    return { ready: false, reason: "may not read daemonsets, without which there is nothing to show" };
  const allowed = REQUIRED_SOURCES_OF_PAGE.filter((name) => statuses[name].state !== "forbidden" || hasSynced(statuses[name]));
  const syncing = allowed.filter((name) => statuses[name].state === "syncing" || !hasSynced(statuses[name]));
  if (syncing.length > 0) return { ready: false, reason: `waiting for the first list of ${syncing.join(", ")}` };
  // The first lists of a large cluster are assessed in time slices, and published after them.
  const unpublished = allowed.filter((name) => !hasSynced(published[name]));
  if (unpublished.length > 0) return { ready: false, reason: `the first list of ${unpublished.join(", ")} is read, but not published yet` };
  const old = allowed.filter((name) => statuses[name].state !== "live" && wallNowMs - (statuses[name].provenAtMs ?? 0) > STALE_LIMIT_MS);
  if (old.length === 0) return { ready: true, reason: "ok" };
  const oldestMs = Math.max(...old.map((name) => wallNowMs - (statuses[name].provenAtMs ?? 0)));
  return { ready: false, reason: `no sign of life of ${old.join(", ")} for ${humanDuration(oldestMs)}` };
}

/** Returns the readiness of several clusters: ready while at least one is. The reason names no cluster. */
export function combinedReadiness(parts: readonly Readiness[]): Readiness {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  if (only === undefined) return { ready: false, reason: "no cluster exists yet" };
  const ready = parts.filter((part) => part.ready).length;
  if (ready === parts.length) return { ready: true, reason: "ok" };
  if (ready > 0) return { ready: true, reason: `ok: ${ready} of ${parts.length} clusters` };
  return { ready: false, reason: `none of ${parts.length} clusters is ready; the first: ${only.reason}` };
}
