import { hasSynced, REQUIRED_SOURCES_OF_PAGE, type SourceStatuses } from "@daemonscope/kube/source-status";
import type { ClusterClock } from "@daemonscope/kube-client/flow-control/clock";

/** Reports whether time may pass in the model: a needed source is live, or no needed source was read yet. */
export function canTimeAdvance(statuses: SourceStatuses): boolean {
  const needed = REQUIRED_SOURCES_OF_PAGE.map((source) => statuses[source]);
  return needed.some(({ state }) => state === "live") || !needed.some(hasSynced);
}

/** Returns the cluster time up to which the cluster is confirmed. It is now if `canTimeAdvance`, else the time of the
 *  last proof. Time alone makes pods available and rollouts stuck, so the model's time must not pass the
 *  confirmed time.
 *  `wallNowMs`: on the clock that dates the proofs. */
export function confirmedUntilMs(statuses: SourceStatuses, clock: Pick<ClusterClock, "nowMs" | "rate">, wallNowMs: number): number {
  const nowMs = clock.nowMs();
  if (canTimeAdvance(statuses)) return nowMs;
  const ages = REQUIRED_SOURCES_OF_PAGE.map((source) => Math.max(0, wallNowMs - (statuses[source].provenAtMs ?? Number.NEGATIVE_INFINITY)));
  return nowMs - Math.min(...ages) * clock.rate;
}
