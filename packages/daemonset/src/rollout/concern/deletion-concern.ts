import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import type { PodFacts } from "../../pods/pod-facts.ts";
import type { ConcernDetail } from "../../records/concern-detail.ts";
import type { Concern } from "../../records/rollout.ts";
import type { StallTimeouts } from "./detect-stall.ts";
import { firstNodes } from "./first-nodes.ts";

/** Finalizers that the garbage collector removes after it deleted the pods (foreground) or their owner references. */
const OF_GARBAGE_COLLECTOR: readonly string[] = ["foregroundDeletion", "orphan"];

interface Deletion {
  readonly concern: Concern;
  /** When the concern becomes stuck by time alone. Absent while only kubelets end pods. */
  readonly stuckAtMs?: number;
}

const byNode = (a: PodFacts, b: PodFacts): number => compareTexts(a.node, b.node) || compareTexts(a.name, b.name);

/** Returns the concern of a DaemonSet that is being deleted (rule R30); undefined if it is not. It waits for its pods.
 *  A finalizer that remains long after the end of a pod's grace period needs its owner. If no
 *  pod was deleted since, it waits for the garbage collector. O(pods). */
export function deletionOf(
  { metadata }: KubeDaemonSet,
  pods: Iterable<PodFacts>,
  patience: StallTimeouts,
  nowMs: number,
): Deletion | undefined {
  const deletedAtMs = timeMs(metadata.deletionTimestamp);
  if (deletedAtMs === undefined) return undefined;
  const left = [...pods].sort(byNode);
  const held = left.find(({ finalizers }) => finalizers !== undefined && finalizers.length > 0);
  const ownFinalizer = metadata.finalizers?.find((finalizer) => !OF_GARBAGE_COLLECTOR.includes(finalizer));
  const waitsForCollector = metadata.finalizers?.some((finalizer) => OF_GARBAGE_COLLECTOR.includes(finalizer)) === true;
  // After a background deletion the pods end only when the DaemonSet is gone.
  const finalizer = held?.finalizers?.[0] ?? (left.length === 0 || !waitsForCollector ? ownFinalizer : undefined);
  const sinceMs = deletedAtMs - (metadata.deletionGracePeriodSeconds ?? 0) * 1000;
  const isCollecting = left.some(({ deletingSinceMs }) => deletingSinceMs !== undefined && deletingSinceMs >= sinceMs);
  const hasWork = left.length === 0 || left.some(({ deletingSinceMs }) => deletingSinceMs === undefined);
  const uncollectedAtMs =
    finalizer === undefined && waitsForCollector && hasWork && !isCollecting ? deletedAtMs + patience.idleMs : undefined;
  const stuckAtMs = finalizer === undefined ? uncollectedAtMs : (held?.goneByMs ?? deletedAtMs) + patience.slowMs;
  const detail: ConcernDetail = {
    kind: "beingDeleted",
    count: left.length,
    ...(held === undefined ? {} : { pod: held.name }),
    ...(finalizer === undefined ? {} : { finalizer }),
    ...(uncollectedAtMs !== undefined && uncollectedAtMs <= nowMs ? { uncollected: true } : {}),
  };
  const concern: Concern = {
    kind: "beingDeleted",
    detail,
    sinceMs,
    nodes: firstNodes(left.map(({ node }) => node)),
    stuck: stuckAtMs !== undefined && stuckAtMs <= nowMs,
  };
  return stuckAtMs === undefined ? { concern } : { concern, stuckAtMs };
}
