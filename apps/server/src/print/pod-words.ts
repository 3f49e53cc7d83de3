import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";

function stateOf(pod: PodFacts): string {
  if (pod.deletingSinceMs !== undefined) return "Terminating";
  if (pod.reason !== undefined) return pod.reason;
  if (!pod.scheduled) return "waits for the scheduler";
  return pod.ready ? "Ready" : pod.phase;
}

/** The pods of a pair in a few words, the one that counts first: `agent-x7f Ready`. */
export function podWords(pods: readonly PodFacts[]): string {
  return pods.length === 0 ? "none" : pods.map((pod) => `${pod.name} ${stateOf(pod)}`).join(", ");
}
