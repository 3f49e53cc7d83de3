import { causeOfPod, type PodSurroundings } from "@daemonscope/daemonset/causes/classify";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { SetFacts } from "@daemonscope/daemonset/pair/pair";
import { type AdoptedPod, adoptedPod } from "@daemonscope/daemonset/pods/adopted-pod";
import { type ImageChange, imageChanges } from "@daemonscope/daemonset/pods/image-changes";
import {
  availableAtMs,
  isAvailable,
  isUpdated,
  type PodFacts,
  unavailableSinceMs,
  withoutOvercomeLoop,
} from "@daemonscope/daemonset/pods/pod-facts";
import type { LastExit } from "@daemonscope/daemonset/pods/pod-problem";
import type { StartStep } from "@daemonscope/daemonset/pods/start-step";
import type { CauseDetail, CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { ContainerSummary } from "@daemonscope/kube/objects";
import { english } from "../english.ts";
import { causeWord } from "../facts/cause-text.ts";
import { podMessage } from "../facts/pod-message.ts";

/** A daemon pod as large cells and drawers show it. Has English words for clients of the server, and the same as
 *  facts for words in any language. */
export interface PodAnswer {
  readonly name: string;
  readonly uid: string;
  readonly hash: string | undefined;
  readonly templateGeneration: string | undefined;
  /** Of the current revision. Undefined if revisions were not read. */
  readonly updated: boolean | undefined;
  readonly phase: string;
  readonly scheduled: boolean;
  readonly ready: boolean;
  readonly readySinceMs: number | undefined;
  /** Time at which it is or becomes available. Absent while it is not ready. */
  readonly availableAtMs: number | undefined;
  readonly available: boolean;
  /** Time since which it is not available. Absent while it is. */
  readonly unavailableSinceMs: number | undefined;
  readonly terminatingSinceMs: number | undefined;
  /** End of the grace period. */
  readonly goneByMs: number | undefined;
  readonly restarts: number;
  /** `ImagePullBackOff`, `Insufficient cpu`… Absent if the pod has no problem. */
  readonly reason: string | undefined;
  readonly trouble: CauseFact | undefined;
  /** Facts about this occurrence of the problem. */
  readonly troubleDetail: CauseDetail | undefined;
  /** Next step of its start. Absent if the pod has a problem or is ready. */
  readonly step: string | undefined;
  readonly startStep: StartStep | undefined;
  /** The full sentence behind the reason: the API's, or ours about `lastExit`. */
  readonly message: string | undefined;
  readonly lastExit: LastExit | undefined;
  readonly createdAtMs: number;
  /** Images that differ from its template (rule C14). */
  readonly imageChanges: readonly ImageChange[];
  /** Absent for a pod that was not adopted, or if revisions were not read. */
  readonly adopted?: AdoptedPod;
}

/** Builds the answers for the pods of a pair, in the controller's order. Empty if the DaemonSet is unknown.
 *  `knowsRevisions`: revisions were read. */
export function podAnswersOf(reading: ClusterReading, key: DaemonSetKey, node: string, knowsRevisions: boolean): readonly PodAnswer[] {
  const facts = reading.setFacts(key);
  if (facts === undefined) return [];
  const around = reading.surroundingsOf(key, node);
  return reading.podsOf(key, node).map((pod) =>
    podAnswer(pod, facts, reading.nowMs, knowsRevisions, {
      original: reading.containersOf(key, pod.hash),
      current: reading.containersOf(key, facts.currentHash),
      around,
    }),
  );
}

/** Evidence around a pod. A part is absent if it is unknown. */
interface PodContext {
  /** The containers of the template from which the pod was created. */
  readonly original?: readonly ContainerSummary[] | undefined;
  /** The containers of the current template. */
  readonly current?: readonly ContainerSummary[] | undefined;
  readonly around?: PodSurroundings;
}

/** Builds the answer for a pod. */
export function podAnswer(
  facts: PodFacts,
  set: SetFacts,
  nowMs: number,
  knowsRevisions: boolean,
  { original, current: template, around }: PodContext = {},
): PodAnswer {
  const pod = withoutOvercomeLoop(facts, nowMs);
  const found = causeOfPod(pod, around);
  const available = isAvailable(pod, set.minReadySeconds, nowMs);
  const current = { hash: set.currentHash, templateGeneration: set.templateGeneration };
  const adopted = knowsRevisions ? adoptedPod(pod, current, template) : undefined;
  return {
    name: pod.name,
    uid: pod.uid,
    hash: pod.hash,
    templateGeneration: pod.templateGeneration,
    updated: knowsRevisions ? isUpdated(pod, current) : undefined,
    phase: pod.phase,
    scheduled: pod.scheduled,
    ready: pod.ready,
    readySinceMs: pod.readySinceMs,
    // Without `readySinceMs` the pod may be available since an unknown time.
    availableAtMs: pod.readySinceMs === undefined ? undefined : availableAtMs(pod, set.minReadySeconds),
    available,
    unavailableSinceMs: available ? undefined : unavailableSinceMs(pod),
    terminatingSinceMs: pod.deletingSinceMs,
    goneByMs: pod.goneByMs,
    restarts: pod.restarts,
    reason: found === undefined ? undefined : causeWord(english, found.cause),
    trouble: found?.cause ?? (pod.hasTaintedDevice ? { kind: "deviceTaint" } : undefined),
    troubleDetail: found?.detail,
    step: pod.step === undefined ? undefined : english(`laterModel.step.${pod.step}`),
    startStep: pod.step,
    message: podMessage(english, { message: pod.message ?? found?.detail.message, lastExit: pod.lastExit }),
    lastExit: pod.lastExit,
    createdAtMs: pod.createdAtMs,
    imageChanges: original === undefined ? [] : imageChanges(pod, original),
    ...(adopted === undefined ? {} : { adopted }),
  };
}
