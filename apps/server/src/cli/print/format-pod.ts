import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { podPhrase } from "@daemonscope/words/answers/pod-phrase";

/** The pods of a pair, as a sentence and as a table cell. */
export interface PodWords {
  readonly sentence: string;
  readonly cell: string;
}

/** Returns the pods of a pair in a few words, the deciding one first: `agent-x7f available for 3m`. */
export function formatPod(pods: readonly PodAnswer[], nowMs: number): PodWords {
  const words = pods.length === 0 ? "none" : pods.map((pod) => `${pod.name} ${podPhrase(pod, nowMs)}`).join("; ");
  return { sentence: words, cell: words };
}

/** Returns the words for unreadable pods, which differ from no pods. */
export function unknownPodCount(isForbidden: boolean): PodWords {
  const why = isForbidden ? "it takes the verbs list and watch on pods" : "they could not be listed";
  return { sentence: `not known: ${why}`, cell: "<unknown>" };
}
