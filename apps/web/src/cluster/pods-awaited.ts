import { wasRead } from "@daemonscope/shared/source-status";
import type { ClusterView } from "./cluster-view.ts";

/** Whether pods that may be read are still to come to the server. */
export function arePodsAwaited({ state }: Pick<ClusterView, "state">): boolean {
  return state !== undefined && !wasRead(state.sources.pods) && state.sources.pods.state !== "forbidden";
}
