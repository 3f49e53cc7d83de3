import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { isDeleting, isReady, labelsOf, phaseOf } from "@daemonscope/simulated-apiserver/objects/objects";
import type { DaemonSetView } from "./daemon-set-view.ts";
import type { NodeDecision } from "./placement.ts";
import { inControllerOrder, isAvailable } from "./pods.ts";

/** The creations and deletions that `manage` wants on one node. */
interface ManageDecision {
  readonly create: boolean;
  readonly remove: readonly StoredObject[];
  /** Pods that ended. They are deleted too, but failed ones only after their backoff. */
  readonly ended: readonly StoredObject[];
}

const NOTHING: ManageDecision = { create: false, remove: [], ended: [] };

function surgeDecision(
  running: readonly StoredObject[],
  set: DaemonSetView,
  hash: string,
  shouldRun: boolean,
  nowMs: number,
): Pick<ManageDecision, "create" | "remove"> {
  if (running.length === 0) return { create: shouldRun, remove: [] };
  if (running.length === 1) return { create: false, remove: [] };
  // This branch compares only the hash label, as upstream does.
  const isNew = (pod: StoredObject) => labelsOf(pod)["controller-revision-hash"] === hash;
  const byAge = [...running].sort(inControllerOrder);
  const newest = byAge.find(isNew);
  const oldest = byAge.find((pod) => !isNew(pod));
  const remove = byAge.filter((pod) => pod !== newest && pod !== oldest);
  if (newest !== undefined && oldest !== undefined && (!isReady(oldest) || isAvailable(newest, set.minReadySeconds, nowMs)))
    remove.push(oldest);
  return { create: false, remove };
}

/** Decides what to create and delete on one node. Source: daemon_controller.go, podsShouldBeOnNode. */
export function manageNode(
  set: DaemonSetView,
  decision: NodeDecision,
  pods: readonly StoredObject[],
  hash: string,
  surges: boolean,
  nowMs: number,
): ManageDecision {
  if (decision.shouldRun && pods.length === 0) return { ...NOTHING, create: true };
  if (!decision.shouldContinueRunning) return { ...NOTHING, remove: pods.filter((pod) => !isDeleting(pod)) };
  const live = pods.filter((pod) => !isDeleting(pod));
  const ended = live.filter((pod) => phaseOf(pod) === "Failed" || phaseOf(pod) === "Succeeded");
  const running = live.filter((pod) => !ended.includes(pod));
  if (surges) return { ...surgeDecision(running, set, hash, decision.shouldRun, nowMs), ended };
  return { create: false, remove: [...running].sort(inControllerOrder).slice(1), ended };
}
