import { clusterNowMs } from "./cluster-now.ts";
import type { ClusterView } from "./cluster-view.ts";
import { freshnessOf } from "./freshness.ts";

/** The cluster time that ages are told at: now while what is shown is live, and the last time that it was known to be so once it is not. Ages of what nobody hears of do not count on. */
export function toldNowMs(view: ClusterView, realNowMs: number): number {
  return freshnessOf(view, realNowMs).asOfMs ?? clusterNowMs(view, realNowMs);
}
