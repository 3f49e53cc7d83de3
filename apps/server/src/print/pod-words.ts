import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";

function stateOf(pod: PodFacts): string {
  if (pod.deletingSinceMs !== undefined) return "Terminating";
  if (pod.reason !== undefined) return pod.reason;
  if (!pod.scheduled) return "waits for the scheduler";
  return pod.ready ? "Ready" : pod.phase;
}

/** The pods of a pair, in a sentence and in a column. */
export interface PodWords {
  readonly sentence: string;
  readonly cell: string;
}

/** The pods of a pair in a few words, the one that counts first: `agent-x7f Ready`. */
export function podWords(pods: readonly PodFacts[]): PodWords {
  const words = pods.length === 0 ? "none" : pods.map((pod) => `${pod.name} ${stateOf(pod)}`).join(", ");
  return { sentence: words, cell: words };
}

/** Where nobody could look: not the same as none. */
export function unknownPods(isForbidden: boolean): PodWords {
  const why = isForbidden ? "it takes the verbs list and watch on pods" : "they could not be listed";
  return { sentence: `not known: ${why}`, cell: "<unknown>" };
}
