import { humanDuration } from "@daemonscope/kube/human-duration";
import type { SourceName, SourceStatuses } from "@daemonscope/shared/source-status";

export interface Readiness {
  readonly ready: boolean;
  /** One sentence without names of objects. */
  readonly reason: string;
}

/** What a page cannot do without; events are an extra. */
const NEEDED: readonly SourceName[] = ["nodes", "pods", "daemonsets", "controllerrevisions"];
/** Data older than this are no basis for a decision. */
const STALE_LIMIT_MS = 60_000;

/** Ready once every needed source was read, and while none that we may read is older than its limit. A forbidden source is a degraded page, not a dead one. */
export function readinessOf(statuses: SourceStatuses, wallNowMs: number): Readiness {
  const allowed = NEEDED.filter((name) => statuses[name].state !== "forbidden");
  const syncing = allowed.filter((name) => statuses[name].state === "syncing" || statuses[name].provenAtMs === undefined);
  if (syncing.length > 0) return { ready: false, reason: `waiting for the first list of ${syncing.join(", ")}` };
  const old = allowed.filter((name) => statuses[name].state !== "live" && wallNowMs - (statuses[name].provenAtMs ?? 0) > STALE_LIMIT_MS);
  if (old.length === 0) return { ready: true, reason: "ok" };
  const oldestMs = Math.max(...old.map((name) => wallNowMs - (statuses[name].provenAtMs ?? 0)));
  return { ready: false, reason: `no sign of life of ${old.join(", ")} for ${humanDuration(oldestMs)}` };
}
