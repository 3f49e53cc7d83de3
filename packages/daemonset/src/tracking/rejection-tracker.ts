import { MIN_LOOP_REJECTIONS, type Rejections } from "../pair/rejections.ts";
import type { PodFacts } from "../pods/pod-facts.ts";
import type { FailedPodEvent } from "./failed-pod-events.ts";

interface Loop extends Rejections {
  readonly generation: number;
  readonly lastUid: string;
  readonly deletions: number;
  readonly isLastDeleted: boolean;
  /** Its pod is ready now. An evicted pod was ready too, so readiness alone does not end a loop. */
  readonly isReady: boolean;
}

const FIRST_DELAY_MS = 1000;
const DELAY_LIMIT_MS = 15 * 60_000;
const FORGET_MS = 2 * DELAY_LIMIT_MS;
/** A pod that is ready for this time after the last failure is assumed to stay. */
const SETTLE_MS = 120_000;

/** Returns the API's reason for a pod that ended. */
const apiReason = ({ phase, reason }: PodFacts): string => (reason?.kind === "reason" ? reason.reason : phase);

const hasEnded = ({ phase }: PodFacts): boolean => phase === "Failed" || phase === "Succeeded";

/** Reports whether a pod ended because its containers did: the kubelet gave no reason for the pod as a whole. */
function endedByContainers({ phase, reason, lastExit }: PodFacts): boolean {
  return reason === undefined || (reason.kind === "reason" && (reason.reason === phase || reason.reason === lastExit?.reason));
}

/** Returns the controller's delay after this number of deletions: one second, doubled each time, at most 15 minutes. */
function delayMs(deletions: number): number {
  return deletions === 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (deletions - 1), DELAY_LIMIT_MS);
}

const endsAtMs = ({ isReady, lastAtMs }: Loop): number => lastAtMs + (isReady ? SETTLE_MS : FORGET_MS);
const isLoop = (loop: Loop, nowMs: number): boolean => loop.count >= MIN_LOOP_REJECTIONS && nowMs <= endsAtMs(loop);

/** The memory as plain data. */
export type SavedRejections = readonly (readonly [ownerUid: string, loops: readonly (readonly [node: string, loop: Loop])[]])[];

/** Remembers pods that ended, by DaemonSet and node; each is deleted, so only events report it afterwards. An evicted
 *  pod whose containers heed SIGTERM succeeds, and the controller deletes it without a delay.
 *  Keeps at most one entry per pair. An entry expires as in the controller: with a new generation, and after half an
 *  hour without a failure. Source: daemon_controller.go, podsShouldBeOnNode and failedPodsBackoff (rule R18). */
export class RejectionTracker {
  readonly #byOwner: Map<string, Map<string, Loop>>;

  constructor(saved: SavedRejections = []) {
    this.#byOwner = new Map(saved.map(([ownerUid, loops]) => [ownerUid, new Map(loops)]));
  }

  get saved(): SavedRejections {
    return Array.from(this.#byOwner, ([ownerUid, loops]) => [ownerUid, [...loops]]);
  }

  /** Reports whether this owner has an entry for this node. */
  knows(ownerUid: string, node: string): boolean {
    return this.#byOwner.get(ownerUid)?.has(node) === true;
  }

  /** Returns whether the entry changed. `generation` is the one that the controller observed. `reason`: why the pod
   *  ended. An evicted pod that succeeds has no reason itself; an event has it. */
  note(pod: PodFacts, generation: number, nowMs: number, reason = apiReason(pod)): boolean {
    const loops = this.#byOwner.get(pod.ownerUid);
    const known = loops?.get(pod.node);
    if (known !== undefined && pod.ready && !known.isReady && pod.deletingSinceMs === undefined) {
      loops?.set(pod.node, { ...known, isReady: true });
      return true;
    }
    if (!hasEnded(pod)) return false;
    const isDeleted = pod.deletingSinceMs !== undefined;
    // A pod also ends because it is deleted, as in each rollout.
    if (isDeleted && known?.lastUid !== pod.uid && endedByContainers(pod)) return false;
    const isOver = known !== undefined && (known.generation !== generation || nowMs - known.lastAtMs > FORGET_MS);
    const before = isOver ? undefined : known;
    const isSame = before?.lastUid === pod.uid;
    if (isSame && (before.isLastDeleted || !isDeleted)) return false;
    const isDelayed = isDeleted && pod.phase === "Failed";
    const deletions = (before?.deletions ?? 0) + (isDelayed ? 1 : 0);
    const next: Loop = {
      count: isSame ? before.count : (before?.count ?? 0) + 1,
      reason,
      firstAtMs: before?.firstAtMs ?? nowMs,
      lastAtMs: isSame ? before.lastAtMs : nowMs,
      nextTryAtMs: isDelayed ? nowMs + delayMs(deletions) : before?.nextTryAtMs,
      generation,
      lastUid: pod.uid,
      deletions,
      isLastDeleted: isDeleted,
      isReady: false,
      ...(before?.atLeast ? { atLeast: true as const } : {}),
    };
    this.#put(pod.ownerUid, pod.node, next);
    return true;
  }

  /** Adds a failure from an event before the watch (rule R23). `pod` is the current pod on the node. */
  noteEvent(ownerUid: string, { node, atMs }: FailedPodEvent, pod: PodFacts | undefined, generation: number): void {
    const known = this.#byOwner.get(ownerUid)?.get(node);
    if (known !== undefined && known.firstAtMs - atMs > FORGET_MS) return;
    const isOver = known === undefined || known.generation !== generation || atMs - known.lastAtMs > FORGET_MS;
    const before = isOver ? undefined : known;
    const deletions = (before?.deletions ?? 0) + 1;
    this.#put(ownerUid, node, {
      count: (before?.count ?? 0) + 1,
      atLeast: true,
      reason: before?.reason ?? (pod !== undefined && hasEnded(pod) ? apiReason(pod) : "Failed"),
      firstAtMs: Math.min(before?.firstAtMs ?? atMs, atMs),
      lastAtMs: Math.max(before?.lastAtMs ?? atMs, atMs),
      nextTryAtMs: Math.max(before?.nextTryAtMs ?? 0, atMs + delayMs(deletions)),
      generation,
      lastUid: before?.lastUid ?? "",
      deletions,
      isLastDeleted: before?.isLastDeleted ?? true,
      isReady: before?.isReady ?? (pod?.ready === true && pod.deletingSinceMs === undefined),
    });
  }

  #put(ownerUid: string, node: string, loop: Loop): void {
    const loops = this.#byOwner.get(ownerUid) ?? new Map<string, Loop>();
    loops.set(node, loop);
    this.#byOwner.set(ownerUid, loops);
  }

  /** Records the deletion of a failed pod that disappeared without an observed deletion. */
  gone(pod: PodFacts, nowMs: number): boolean {
    const loop = this.#byOwner.get(pod.ownerUid)?.get(pod.node);
    if (loop === undefined || loop.lastUid !== pod.uid || loop.isLastDeleted) return false;
    const phase = pod.phase === "Succeeded" ? pod.phase : "Failed";
    return this.note({ ...pod, phase, ready: false, deletingSinceMs: nowMs }, loop.generation, nowMs, loop.reason);
  }

  of(ownerUid: string, node: string, nowMs: number): Rejections | undefined {
    const loop = this.#byOwner.get(ownerUid)?.get(node);
    if (loop === undefined || nowMs - loop.lastAtMs > FORGET_MS) return undefined;
    const { count, atLeast, reason, firstAtMs, lastAtMs, nextTryAtMs } = loop;
    return { count, ...(atLeast ? { atLeast } : {}), reason, firstAtMs, lastAtMs, nextTryAtMs };
  }

  /** Returns the nodes with a loop, and removes expired entries. O(pairs with a recent failure). */
  loopsOf(ownerUid: string, nowMs: number): readonly (readonly [node: string, rejections: Rejections])[] {
    const loops = this.#byOwner.get(ownerUid);
    if (loops === undefined) return [];
    for (const [node, { lastAtMs }] of loops) if (nowMs - lastAtMs > FORGET_MS) loops.delete(node);
    if (loops.size === 0) this.#byOwner.delete(ownerUid);
    return [...loops].filter(([, loop]) => isLoop(loop, nowMs));
  }

  /** Returns when the first loop of an owner ends by itself; undefined if there is none. */
  nextWakeAtMs(ownerUid: string, nowMs: number): number | undefined {
    let next: number | undefined;
    for (const loop of this.#byOwner.get(ownerUid)?.values() ?? [])
      if (isLoop(loop, nowMs)) next = Math.min(next ?? Number.POSITIVE_INFINITY, endsAtMs(loop) + 1);
    return next;
  }

  dropOwner(ownerUid: string): void {
    this.#byOwner.delete(ownerUid);
  }

  dropNode(node: string): void {
    for (const loops of this.#byOwner.values()) loops.delete(node);
  }
}
