import { labelsText } from "@daemonscope/kube/matching/label-selector";
import type { ContainerSummary, NodeAllocatable, StringMap } from "@daemonscope/kube/objects";
import { cutText } from "@daemonscope/kube/values/cut-text";
import type { HostPort } from "../capacity/host-ports.ts";
import type { CauseDetail, CauseFact, CauseKind } from "../records/cause-fact.ts";
import type { EventFact } from "../records/event-fact.ts";
import type { PodReason } from "../records/pod-reason.ts";
import type { EvidenceSource, Match } from "./cause-row.ts";
import { CAUSE_KINDS, CAUSES } from "./causes.ts";
import { type EndingHolder, endingHolderOf } from "./classify-port.ts";
import { shortageOf } from "./classify-shortage.ts";

/** What the API says about a pod with a problem. `PodFacts` has this shape. */
export interface PodEvidence {
  /** Absent: events of any pod count. */
  readonly uid?: string;
  readonly phase: string;
  readonly hash?: string | undefined;
  readonly scheduled: boolean;
  readonly ready: boolean;
  readonly reason: PodReason | undefined;
  readonly message: string | undefined;
  readonly restarts: number;
  readonly lastExit?: { readonly code: number | undefined; readonly reason?: string; readonly signal?: number };
  /** The container behind `reason`. */
  readonly container?: { readonly name: string; readonly role: "init" | "sidecar" | "main"; readonly restarts: number };
  /** Facts of a pod that is not bound. Absent for a pod that the default scheduler has not reported on yet. */
  readonly unscheduled?: {
    readonly schedulerName: string;
    readonly reported: boolean;
    readonly claims?: readonly string[];
    readonly gates?: readonly string[];
    readonly nodeSelector?: StringMap;
    readonly requests?: StringMap;
    readonly hostPorts?: readonly HostPort[];
  };
  /** The Ready condition, if it says more than that containers are not ready. */
  readonly notReady?: { readonly reason: string; readonly message: string };
}

/** Evidence around a pod. */
export interface PodSurroundings {
  /** Warning events of the pods of the pair, newest first. */
  readonly podEvents?: readonly EventFact[] | undefined;
  /** Conditions of its node that are True and stand for a problem: `DiskPressure`. */
  readonly nodePressures?: readonly string[] | undefined;
  /** The nodeSelector of the current template. */
  readonly templateNodeSelector?: StringMap | undefined;
  /** Given only if the scheduler refused the pod. */
  readonly nodeAllocatable?: NodeAllocatable | undefined;
  /** Given only if the scheduler refused the pod and it has host ports. */
  readonly endingHolders?: readonly EndingHolder[] | undefined;
  /** Returns the containers of a revision. Given only if a container of the pod has ended. */
  readonly containersOf?: ((hash: string | undefined) => readonly ContainerSummary[] | undefined) | undefined;
}

/** A cause, and what is known about this one occurrence. */
export interface FoundCause {
  readonly cause: CauseFact;
  readonly detail: CauseDetail;
}

type Rule = readonly [kind: CauseKind, match: Match];

const RULES: ReadonlyMap<EvidenceSource, readonly Rule[]> = (() => {
  const rules = new Map<EvidenceSource, Rule[]>();
  for (const kind of CAUSE_KINDS)
    for (const match of CAUSES[kind].matches) {
      const known = rules.get(match.from);
      if (known === undefined) rules.set(match.from, [[kind, match]]);
      else known.push([kind, match]);
    }
  return rules;
})();

/** Texts are searched and kept up to this length. */
const SEARCHED_LENGTH = 1024;
/** Names are user text, and the runtime quotes them. */
const QUOTED = /"[^"]*"/g;

const isReason = ({ reason: wanted }: Match, reason: string): boolean =>
  wanted === undefined || (wanted instanceof RegExp ? wanted.test(reason) : wanted.includes(reason));

interface Matched {
  readonly kind: CauseKind;
  readonly subject?: string;
}

/** Returns the first row of a source whose reason and text match; undefined if no row does. O(rows of the source). */
function find(from: EvidenceSource, reason: string, message: string): Matched | undefined {
  const text = message.slice(0, SEARCHED_LENGTH);
  for (const [kind, match] of RULES.get(from) ?? []) {
    if (!isReason(match, reason)) continue;
    if (match.text === undefined) return { kind };
    const found = match.text.exec(text);
    if (found === null) continue;
    const subject = Object.values(found.groups ?? {}).find((name) => name !== undefined);
    return subject === undefined ? { kind } : { kind, subject };
  }
  return undefined;
}

const detailOfEvent = ({ message, count, atLeast, lastAtMs }: EventFact): CauseDetail => ({
  message,
  count,
  ...(atLeast ? { atLeast } : {}),
  lastAtMs,
});

/** Returns the cause of the newest event that a row of this source names; undefined if there is none. */
function fromEvents(from: EvidenceSource, events: readonly EventFact[] = []): FoundCause | undefined {
  for (const event of events) {
    const found = find(from, event.reason, event.message);
    if (found !== undefined) return { cause: { ...found, reason: event.reason }, detail: detailOfEvent(event) };
  }
  return undefined;
}

/** Returns the word of the newest event that says why a pod ended, `Evicted`; undefined if there is none. */
export const endReasonOf = (events: readonly EventFact[] | undefined): string | undefined => fromEvents("endEvent", events)?.cause.reason;

/** Returns why the API server refuses to create the pods of a DaemonSet, from its newest FailedCreate event. */
export function causeOfCreateError(event: EventFact): FoundCause {
  return { cause: find("create", event.reason, event.message) ?? { kind: "createRefused" }, detail: detailOfEvent(event) };
}

/** Returns the cause for a kubelet's rejection or eviction, from the pod's reason and message. */
export function causeOfRejection(reason: string, message: string | undefined, { nodePressures = [] }: PodSurroundings): CauseFact {
  if (reason === "Evicted")
    for (const pressure of nodePressures) {
      const found = find("pressure", pressure, "");
      if (found !== undefined) return { ...found, reason };
    }
  if (reason === "Succeeded") return { kind: "completedAgain", reason };
  const found = find("admission", reason, message ?? "") ?? find("container", reason, message ?? "");
  return { ...(found ?? { kind: "unknown" }), reason };
}

/** Reasons of the kubelet for an image pull failure: one after each try, the other until the next try. They count as
 *  one cause, because otherwise the groups would change with each try. */
const PULL_REASONS: readonly string[] = ["ErrImagePull", "ImagePullBackOff"];
export const PULL_REASON = "ImagePullBackOff";
export const isPullReason = (reason: string): boolean => PULL_REASONS.includes(reason);

/** Reports whether a reason of the kubelet or the runtime is a failure to obtain the image.
 *  Source: pkg/kubelet/images/types.go, cri-api/pkg/errors. */
export const isImageReason = (reason: string): boolean => isPullReason(reason) || find("container", reason, "")?.kind === "imageFailed";

/** Says only how long the kubelet waits, and not why. */
const BACK_OFF = /^back-off \S+ restarting failed container/;

function detailOfRun({ message, lastExit, container, restarts }: PodEvidence): CauseDetail {
  const runs = container?.restarts ?? restarts;
  return {
    ...(message === undefined || BACK_OFF.test(message) ? {} : { message: cutText(message, SEARCHED_LENGTH) }),
    ...(lastExit?.code === undefined ? {} : { exitCode: lastExit.code }),
    ...(lastExit?.signal === undefined ? {} : { signal: lastExit.signal }),
    ...(runs === 0 ? {} : { restarts: runs }),
  };
}

/** Returns why an image cannot be pulled, and the words that name it. The message of a back-off may not: then the event
 *  of the last try does. */
function pullFailure(
  word: string,
  message: string,
  events: readonly EventFact[] = [],
): { readonly kind: CauseKind; readonly words: string } {
  const texts = [message, ...events.flatMap((event) => (event.reason === "Failed" ? event.message : []))];
  for (const words of texts) {
    const kind = find("pull", word, words.replace(QUOTED, ""))?.kind;
    if (kind !== undefined && kind !== "imageFailed") return { kind, words };
  }
  return { kind: "imageFailed", words: message };
}

/** Returns the memory limit of the container behind the reason, as its template has it; undefined if unknown. */
function memoryLimitOf({ container, hash }: PodEvidence, { containersOf }: PodSurroundings): string | undefined {
  return containersOf?.(hash)?.find(({ name }) => name === container?.name)?.limits?.memory;
}

/** Returns the cause behind a reason of a container. A probe that ended it is the cause, not the exit that followed. */
function causeOfRun(pod: PodEvidence, word: string, image: string | undefined, around: PodSurroundings): FoundCause {
  const { podEvents: events } = around;
  const detail = detailOfRun(pod);
  const { container, message = "", lastExit } = pod;
  if (isPullReason(word)) {
    const { kind, words } = pullFailure(word, message, events);
    const cause = { kind, reason: word, ...(image === undefined ? {} : { subject: image }) };
    return { cause, detail: words === message ? detail : { ...detail, message: cutText(words, SEARCHED_LENGTH) } };
  }
  const named = container === undefined ? {} : { container: container.name };
  const reason = word === "CrashLoopBackOff" ? (lastExit?.reason ?? word) : word;
  const found = find(container?.role === "init" ? "init" : "container", reason, message);
  if (found?.kind === "crash" || found?.kind === "completedAgain") {
    const killed = fromEvents("runEvent", events);
    if (killed !== undefined) return { cause: { kind: killed.cause.kind, reason, ...named }, detail: { ...killed.detail, ...detail } };
  }
  if (found?.kind === "oomKilled") {
    const limit = memoryLimitOf(pod, around);
    if (limit !== undefined) return { cause: { ...found, reason, ...named }, detail: { ...detail, limit } };
  }
  return { cause: { ...(found ?? { kind: "unknown" }), reason, ...named }, detail };
}

/** Returns why a bound pod that reports no problem is not Ready; undefined if nothing says more than its state. */
function causeOfStart(pod: PodEvidence, events: readonly EventFact[] | undefined): FoundCause | undefined {
  const { notReady } = pod;
  if (notReady !== undefined) {
    const found = find("readiness", notReady.reason, notReady.message);
    if (found !== undefined)
      return { cause: { ...found, reason: notReady.reason }, detail: { message: cutText(notReady.message, SEARCHED_LENGTH) } };
  }
  return fromEvents(pod.phase === "Running" ? "probeEvent" : "startEvent", events);
}

/** Returns the labels of a pod's nodeSelector that its template does not have; undefined if there are none. */
function addedSelector(ofPod: StringMap | undefined, ofTemplate: StringMap | undefined): string | undefined {
  if (ofPod === undefined || ofTemplate === undefined) return undefined;
  const added = Object.entries(ofPod).filter(([key, value]) => ofTemplate[key] !== value);
  return added.length === 0 ? undefined : `nodeSelector ${labelsText(Object.fromEntries(added))}`;
}

/** Drops the events of other pods: a surge has two pods on a node. */
const withEventsOf = (uid: string, around: PodSurroundings): PodSurroundings => ({
  ...around,
  podEvents: around.podEvents?.filter(({ involved }) => involved.uid === uid),
});

/** Returns the cause of a pod that its scheduler has not reported on: a scheduler of that name may not run. */
function causeOfSilence({ unscheduled }: PodEvidence): FoundCause | undefined {
  if (unscheduled === undefined || unscheduled.reported) return undefined;
  return { cause: { kind: "noScheduler", subject: unscheduled.schedulerName }, detail: {} };
}

/** Returns the cause of a pod's problem, from what the API says about it; undefined if the API names none. */
export function causeOfPod(pod: PodEvidence, ofPair: PodSurroundings = {}): FoundCause | undefined {
  const around = ofPair.podEvents === undefined || pod.uid === undefined ? ofPair : withEventsOf(pod.uid, ofPair);
  const { reason, message } = pod;
  if (reason === undefined && !pod.scheduled) return causeOfSilence(pod);
  if (reason === undefined) return pod.ready ? undefined : causeOfStart(pod, around.podEvents);
  if (reason.kind === "noSuchNode") return { cause: { kind: "noSuchNode" }, detail: {} };
  if (reason.kind === "preempting") return { cause: reason, detail: {} };
  if (reason.kind === "crashedOnce" || reason.kind === "notRestarted") {
    const named = pod.container === undefined ? {} : { container: pod.container.name };
    return { cause: { ...reason, ...named }, detail: detailOfRun(pod) };
  }
  const word = reason.reason;
  if (pod.phase === "Failed") return { cause: causeOfRejection(word, message, around), detail: detailOfRun(pod) };
  if (pod.phase === "Succeeded") {
    const evicted = fromEvents("endEvent", around.podEvents);
    return evicted ?? { cause: { kind: "completedAgain", reason: word }, detail: detailOfRun(pod) };
  }
  if (!pod.scheduled) {
    const found = find("scheduler", "", word) ?? { kind: "notScheduled" as const };
    const { claims, gates, nodeSelector, requests, hostPorts } = pod.unscheduled ?? {};
    const shortage = found.kind === "noRoom" ? shortageOf(word, requests, around.nodeAllocatable) : undefined;
    if (shortage !== undefined) {
      const { detail, ...cause } = shortage;
      return { cause: { ...cause, reason: word }, detail };
    }
    const ending = found.kind === "portHeld" ? endingHolderOf(hostPorts, around.endingHolders) : undefined;
    if (ending !== undefined) return { cause: { ...ending.cause, reason: word }, detail: ending.detail };
    const added = found.kind === "labelMismatch" ? addedSelector(nodeSelector, around.templateNodeSelector) : undefined;
    if (added !== undefined) return { cause: { kind: "selectorAdded", reason: word, subject: added }, detail: {} };
    const names = found.kind === "claimUnallocated" ? claims : found.kind === "schedulingGate" ? gates : undefined;
    const named = names === undefined ? {} : { subject: names.join(", ") };
    return { cause: { ...found, reason: word, ...named }, detail: {} };
  }
  return causeOfRun(pod, word, reason.image, around);
}
