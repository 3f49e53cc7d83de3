import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { podPhrase } from "@daemonscope/words/answers/pod-phrase";
import { english } from "@daemonscope/words/english";

/** The pods of a DaemonSet on a node, as a sentence and as a table cell. */
export interface PodWords {
  readonly names: readonly string[];
  readonly sentence: string;
  readonly cell: string;
}

/** Returns the pods of a DaemonSet on a node in a few words, in the given order: `agent-x7f available for 3m`. */
export function formatPod(pods: readonly PodAnswer[], nowMs: number): PodWords {
  const words = pods.length === 0 ? "none" : pods.map((pod) => `${pod.name} ${podPhrase(english, pod, nowMs)}`).join("; ");
  return { names: pods.map(({ name }) => name), sentence: words, cell: words };
}

/** Returns the text for pods that could not be read, which differs from the text for no pods. */
export function unreadablePodsText(isForbidden: boolean): PodWords {
  const why = isForbidden ? "it takes the verbs list and watch on pods" : "they could not be listed";
  return { names: [], sentence: `not known: ${why}`, cell: "<unknown>" };
}
