import { causeOfDeletion } from "@daemonscope/daemonset/causes/concern-cause";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { runningPull } from "@daemonscope/daemonset/pods/life/running-pull";
import type { StartStep } from "@daemonscope/daemonset/pods/start-step";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { pairPod } from "@daemonscope/words/answers/pair-pod";
import { podAnswersOf } from "@daemonscope/words/answers/pod-answer";
import { english } from "@daemonscope/words/english";
import { causeOrPortSentence } from "@daemonscope/words/facts/cause-text";
import { concernText } from "@daemonscope/words/facts/concern-text";
import { fetchEvents, toEventEntry } from "../../readings/on-demand/fetch-events.ts";
import { OnDemandReads } from "../../watch/on-demand-reads.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import type { CommandModel } from "../open/command-model.ts";
import { missingRightText } from "../open/forbidden-text.ts";
import { withListedModel } from "../open/open-command-model.ts";
import type { ExplainConfig, RecordingOptions } from "../options/query-options.ts";
import { requestedNamespace } from "../options/requested-namespace.ts";
import { formatCause, formatPod, type PodWords, type RunningPulls, unreadablePodsText } from "../print/format-pod.ts";
import { isRefusalUnclear, LIFECYCLE_UNKNOWN } from "../print/lifecycle-unknown.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type ExplainTarget, type FileObjects, type ScopedExplainTarget, targetKeyOf } from "./explain-target.ts";

/** A file has no pods, and one half from a file has none with the other. */
const needsPods = (fromFiles: FileObjects): boolean => fromFiles.daemonSets === undefined && fromFiles.nodes === undefined;

type Missing = ReturnType<CommandModel["missing"]>;

function warnMissing(pods: Missing, namespace: string | undefined, { cluster }: ExplainConfig, terminal: Terminal): void {
  if (pods === undefined) return;
  const why = pods.isForbidden ? missingRightText({ kinds: ["pods"], detail: pods.words, namespace, as: cluster.as }) : pods.words;
  terminal.warn(`Warning: the existing pods are not known: ${why}.`);
}

/** Returns the target. Requests only the parts that files do not have. Undefined if the user interrupts. */
export async function targetFromCluster(
  cluster: OpenCluster,
  config: ExplainConfig,
  fromFiles: FileObjects,
  terminal: Terminal,
): Promise<ScopedExplainTarget | undefined> {
  const namespace = requestedNamespace(config, cluster.namespace);
  const withPods = needsPods(fromFiles);
  const options = {
    plan: config,
    namespace,
    needed: [
      ...(fromFiles.daemonSets === undefined ? (["daemonsets"] as const) : []),
      ...(fromFiles.nodes === undefined ? (["nodes"] as const) : []),
    ],
    // Events say why a pod does not start, or cannot be created.
    optional: withPods ? (["pods", "events"] as const) : [],
    terminal,
  };
  return withListedModel(cluster, options, async (live) => {
    const missingPods = withPods ? live.missing("pods") : undefined;
    const hasPods = withPods && missingPods === undefined;
    const pulls: RunningPulls = hasPods ? await runningPulls(cluster, live.reading, namespace, config) : new Map();
    warnMissing(missingPods, namespace, config, terminal);
    return { subject: subjectOf(live.reading, fromFiles, withPods, missingPods, pulls), namespace };
  });
}

/** Returns the target from a recording at a moment. */
export async function targetFromRecording(
  choice: RecordingOptions,
  config: ExplainConfig,
  fromFiles: FileObjects,
  terminal: Terminal,
): Promise<ScopedExplainTarget> {
  const { recordedMoment } = await import("../record/recorded-moment.ts");
  const recorded = await recordedMoment(choice, terminal);
  const namespace = requestedNamespace(config, recorded.namespace);
  const withPods = needsPods(fromFiles);
  const missingPods = withPods ? recorded.missing("pods") : undefined;
  warnMissing(missingPods, namespace, config, terminal);
  return { subject: subjectOf(recorded.reading, fromFiles, withPods, missingPods), namespace, recorded };
}

/** Steps of a start that may be the pull of an image. The kubelet reports the sandbox only after the first pull. */
const MAY_PULL: readonly (StartStep | undefined)[] = ["sandbox", "image", "volumesOrImage", "initContainers"];

/** Returns the running image pulls of the pods of one pair, by pod uid. Its events are read only if one DaemonSet and
 *  one node are named, and a pod may be pulling. Empty if the events cannot be read: the answer does not need them. */
async function runningPulls(
  { transport }: OpenCluster,
  reading: ClusterReading,
  namespace: string | undefined,
  { daemonSets, node }: ExplainConfig,
): Promise<RunningPulls> {
  const [daemonSet] = daemonSets;
  if (daemonSet === undefined || daemonSets.length > 1 || node === undefined || namespace === undefined) return new Map();
  const pods = reading.podsOf(`${namespace}/${daemonSet}`, node).filter(({ step }) => MAY_PULL.includes(step));
  if (pods.length === 0) return new Map();
  const reads = new OnDemandReads({ transport, namespace: undefined });
  const subjects = pods.map(({ name }) => ({ kind: "Pod", name, namespace }) as const);
  const { events } = await fetchEvents(reads, subjects).catch(() => ({ events: [] }));
  const eventsOf = (uid: string) => events.filter(({ involved }) => involved.uid === uid).map((event) => toEventEntry(event));
  return new Map(
    pods.flatMap(({ uid }) => {
      const pull = runningPull(eventsOf(uid));
      return pull === undefined ? [] : [[uid, pull] as const];
    }),
  );
}

function subjectOf(
  reading: ClusterReading,
  fromFiles: FileObjects,
  withPods: boolean,
  missingPods: Missing,
  pulls: RunningPulls = new Map(),
): ExplainTarget {
  const daemonSets = fromFiles.daemonSets ?? reading.daemonSetKeys().flatMap((key) => reading.daemonSet(key) ?? []);
  const hostPortsAt = (key: DaemonSetKey) => reading.daemonSetRecord(key)?.hostPorts ?? [];
  const podsOf = (daemonSet: KubeDaemonSet, node: string) => {
    if (missingPods !== undefined) return unreadablePodsText(missingPods.isForbidden);
    const key = targetKeyOf(daemonSet);
    const createError = reading.verdictOf(key, node) === "run" ? reading.setFacts(key)?.createError : undefined;
    // Revisions are not requested, so the revision of a pod is unknown.
    return formatPod(podAnswersOf(reading, key, node, false), reading.nowMs, hostPortsAt(key), createError, pulls);
  };
  const podEntriesOf = (daemonSet: KubeDaemonSet, node: string, { phrases = [] }: PodWords) => {
    const key = targetKeyOf(daemonSet);
    const facts = reading.setFacts(key);
    if (facts === undefined) return [];
    const answers = podAnswersOf(reading, key, node, false);
    return reading.podsOf(key, node).map((pod, at) => pairPod(pod, facts, answers[at]?.trouble, phrases[at] ?? "", reading.nowMs));
  };
  const causeOf = (daemonSet: KubeDaemonSet, node: string) => {
    const key = targetKeyOf(daemonSet);
    const concern = daemonSet.metadata.deletionTimestamp === undefined ? undefined : reading.daemonSetRecord(key)?.concern;
    // During a deletion no pod is wanted, and the DaemonSet itself waits.
    if (concern?.detail.kind === "beingDeleted") {
      const text = concernText(english, concern.detail);
      return { cause: causeOfDeletion(concern.detail), detail: {}, text, sentence: text };
    }
    const found = reading.causeOn(key, node);
    if (found?.cause.kind === "misscheduled" && isRefusalUnclear(reading, key, node))
      return { ...found, text: LIFECYCLE_UNKNOWN, sentence: LIFECYCLE_UNKNOWN };
    const hostPorts = hostPortsAt(key);
    return (
      found && {
        ...found,
        text: formatCause(found, reading.nowMs, hostPorts),
        sentence: causeOrPortSentence(english, found.cause, hostPorts),
      }
    );
  };
  const isKnown = withPods && missingPods === undefined;
  return {
    daemonSets,
    nodes: fromFiles.nodes ?? reading.nodes(),
    podsOf: withPods ? podsOf : undefined,
    podEntriesOf: isKnown ? podEntriesOf : undefined,
    causeOf: isKnown ? causeOf : undefined,
  };
}
