import { needsPerson } from "@daemonscope/daemonset/causes/cause-row";
import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import type { CellState } from "@daemonscope/daemonset/pair/cell/cell";
import { podState } from "@daemonscope/daemonset/pair/cell/cell-of-pair";
import type { SetFacts } from "@daemonscope/daemonset/pair/pair";
import { isAvailable, isFailing, isPermanentlyHeld, type PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { isoTime } from "@daemonscope/kube/values/time";

/** A daemon pod as the JSON of `explain` and `pods` has it. */
export interface PairPod {
  readonly name: string;
  readonly phase: string;
  /** The state of a cell, or `terminating`. */
  readonly state: CellState | "terminating";
  readonly ready: boolean;
  readonly available: boolean;
  /** It has a problem that waiting alone does not end. */
  readonly failing: boolean;
  readonly restarts: number;
  readonly creationTimestamp: string;
  /** The hash of its revision. Absent if its label is missing. */
  readonly hash?: string;
  /** Its state in one phrase. */
  readonly message: string;
}

/** Returns a pod for programs. `trouble`: its cause; undefined without a problem. */
export function pairPod(pod: PodFacts, set: SetFacts, trouble: CauseFact | undefined, message: string, nowMs: number): PairPod {
  const needsHelp = !pod.ready && trouble !== undefined && needsPerson(CAUSES[trouble.kind].endsBy);
  return {
    name: pod.name,
    phase: pod.phase,
    state: pod.deletingSinceMs === undefined ? podState(pod, set, nowMs) : "terminating",
    ready: pod.ready,
    available: isAvailable(pod, set.minReadySeconds, nowMs),
    failing: isFailing(pod, nowMs) || isPermanentlyHeld(pod, nowMs) || needsHelp,
    restarts: pod.restarts,
    creationTimestamp: isoTime(pod.createdAtMs),
    ...(pod.hash === undefined ? {} : { hash: pod.hash }),
    message,
  };
}
