import { causeOfCreateError, type FoundCause } from "@daemonscope/daemonset/causes/classify";
import type { ImagePull } from "@daemonscope/daemonset/pods/life/running-pull";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import type { EventFact } from "@daemonscope/daemonset/records/event-fact";
import { ageText } from "@daemonscope/kube/values/human-duration";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { podPhrase } from "@daemonscope/words/answers/pod-phrase";
import { english } from "@daemonscope/words/english";
import { causeDetailText, causeHelp, causeMessage } from "@daemonscope/words/facts/cause-help";
import { causeOrPortSentence, causeSentence } from "@daemonscope/words/facts/cause-text";

/** The pods of a DaemonSet on a node, as a sentence and as a table cell. */
export interface PodWords {
  readonly names: readonly string[];
  /** What each pod does, without its name; undefined if pods could not be read. */
  readonly phrases: readonly string[] | undefined;
  readonly sentence: string;
  readonly cell: string;
}

/** Image pulls that have not ended, by the uid of the pod. */
export type RunningPulls = ReadonlyMap<string, ImagePull>;

/** Returns a cause without its details: `node is shutting down (NodeShutdown)`. `hostPorts`: those of the template. */
export function shortCause(cause: CauseFact, hostPorts: readonly number[]): string {
  const sentence = causeOrPortSentence(english, cause, hostPorts);
  // A user of kubectl knows the reason of the kubelet, and not that it is about the node.
  return cause.kind === "nodeShutdown" ? `node is ${english("laterModel.lifecycle.shuttingDown")} (${sentence})` : sentence;
}

/** Returns a cause in one line: `secret "agent-certs" not found (FailedMount, reported 36 times)`. An unknown reason is
 *  marked, with the place that explains it. `hostPorts`: those of the template. */
export function formatCause({ cause, detail }: FoundCause, nowMs: number, hostPorts: readonly number[]): string {
  const message = causeMessage(cause, detail);
  const known = causeDetailText(english, cause, detail, nowMs);
  const help = cause.kind === "unknown" ? `. ${causeHelp(english, cause)}` : "";
  return `${shortCause(cause, hostPorts)}${message === undefined ? "" : `: ${message}`}${known === "" ? "" : ` (${known})`}${help}`;
}

/** Returns the pull that a pod waits for: `, image agent:2 is being pulled for 85s`. */
function pullText(pull: ImagePull | undefined, nowMs: number): string {
  if (pull === undefined) return "";
  const age = ageText(nowMs - pull.sinceMs);
  return `, ${english("laterModel.pod.pulling", { image: pull.image, age })}`;
}

/** Returns what is known about the problem of a pod: ` (container agent, exit code 137, 8 restarts)`. An unknown reason
 *  is marked, with the place that explains it. */
function detailText({ trouble, troubleDetail = {}, terminatingSinceMs }: PodAnswer, nowMs: number): string {
  if (trouble === undefined || terminatingSinceMs !== undefined) return "";
  const known = causeDetailText(english, trouble, troubleDetail, nowMs);
  const unknown = trouble.kind === "unknown" ? `. ${causeHelp(english, trouble)}` : "";
  return `${known === "" ? "" : ` (${known})`}${unknown}`;
}

/** Returns why a pod is missing: `none: quota team-quota is exhausted, so no pod can be created (MESSAGE)`. */
function missingText(createError: EventFact | undefined): string {
  if (createError === undefined) return "none";
  const { message } = createError;
  return `none: ${causeSentence(english, causeOfCreateError(createError).cause)}${message === "" ? "" : ` (${message})`}`;
}

/** Returns the pods of a DaemonSet on a node in a few words, in the given order: `agent-x7f available for 3m`.
 *  `createError`: the reason that a wanted pod does not exist. `hostPorts`: those of the template. */
export function formatPod(
  pods: readonly PodAnswer[],
  nowMs: number,
  hostPorts: readonly number[],
  createError?: EventFact,
  pulls: RunningPulls = new Map(),
): PodWords {
  const phrases = pods.map((pod) => {
    const pull = pulls.get(pod.uid);
    // A kubelet that pulls does not write the condition of the sandbox until the pull has ended.
    const phrase = podPhrase(english, pull === undefined ? pod : { ...pod, startStep: undefined }, nowMs, hostPorts);
    return `${phrase}${detailText(pod, nowMs)}${pullText(pull, nowMs)}`;
  });
  const words = pods.length === 0 ? missingText(createError) : pods.map(({ name }, at) => `${name} ${phrases[at] ?? ""}`).join("; ");
  return { names: pods.map(({ name }) => name), phrases, sentence: words, cell: words };
}

/** Returns the text for pods that could not be read, which differs from the text for no pods. */
export function unreadablePodsText(isForbidden: boolean): PodWords {
  const why = isForbidden ? "it takes the verbs list and watch on pods" : "they could not be listed";
  return { names: [], phrases: undefined, sentence: `not known: ${why}`, cell: "<unknown>" };
}
