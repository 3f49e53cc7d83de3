import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import { daemonSetNamed } from "@daemonscope/shared/state/cluster-state";
import { useState, useSyncExternalStore } from "react";
import { memoizeEqual } from "../cluster/memoize-equal.ts";
import { useClusterStore } from "./cluster-context.ts";

/**
 * Returns the counts of the status as of the newest frame. The rest of the page renders at reading pace, up to 600 ms
 * later.
 */
export function useReportedCounts({ key, reported }: Pick<DaemonSetRecord, "key" | "reported">): DaemonSetCounts {
  const store = useClusterStore();
  const [kept] = useState(() => memoizeEqual<DaemonSetCounts>());
  return useSyncExternalStore(store.subscribe, () => {
    const { state } = store.snapshot();
    return kept((state && daemonSetNamed(state, key)?.reported) ?? reported);
  });
}
