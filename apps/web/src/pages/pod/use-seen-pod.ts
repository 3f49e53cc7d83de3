import { withEarlierRuns } from "@daemonscope/daemonset/pods/life/container-lane";
import type { EndedRun } from "@daemonscope/daemonset/pods/life/pod-detail";
import type { PodPageAnswer } from "@daemonscope/shared/http/pod";
import { useState } from "react";

/** Data of the pod that the page keeps while it is open, because the API loses past runs and deleted pods. */
interface SeenPod {
  readonly uid: string | undefined;
  readonly key: string | undefined;
  readonly node: string | undefined;
  readonly isGone: boolean;
  /** Ended runs, by container. */
  readonly runs: ReadonlyMap<string, readonly EndedRun[]>;
}

const NOTHING: SeenPod = { uid: undefined, key: undefined, node: undefined, isGone: false, runs: new Map() };

/** Returns what is known after another answer; the same object if nothing changed. A pod with the same name and
 *  another uid is another pod. */
export function updateSeenPod(before: SeenPod, answer: PodPageAnswer | undefined): SeenPod {
  if (answer === undefined) return before;
  if (answer.kind === "gone") return before.isGone ? before : { ...before, isGone: true };
  const { pod, daemonSet } = answer;
  const runs = withEarlierRuns(pod.uid === before.uid ? before.runs : NOTHING.runs, pod);
  const next = { uid: pod.uid, key: daemonSet?.key, node: pod.node, isGone: false, runs };
  return (Object.keys(next) as (keyof SeenPod)[]).every((field) => next[field] === before[field]) ? before : next;
}

/** Returns the data that the page keeps, and a function that adds an answer during the render, so that each render
 *  includes it. */
export function useSeenPod(): readonly [SeenPod, (answer: PodPageAnswer | undefined) => void] {
  const [seen, setSeen] = useState(NOTHING);
  const see = (answer: PodPageAnswer | undefined) => {
    const next = updateSeenPod(seen, answer);
    if (next !== seen) setSeen(next);
  };
  return [seen, see];
}
