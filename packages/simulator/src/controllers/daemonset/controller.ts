import { isEmptySelector, matchesLabelSelector } from "@daemonscope/kube/matching/label-selector";
import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import type { Store, StoredObject, StoreEvent } from "@daemonscope/simulated-apiserver/objects/contract";
import { StoreError } from "@daemonscope/simulated-apiserver/objects/failures";
import { equalJson } from "@daemonscope/simulated-apiserver/objects/json";
import { isDeleting, isReady, labelsOf, nodeNameOf, phaseOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import type { Random } from "@daemonscope/simulated-apiserver/time/random";
import { watchWithDelay } from "../informer.ts";
import type { EventRecorder } from "../recorder.ts";
import { WorkQueue } from "../work-queue.ts";
import { DaemonPods } from "./daemon-pods.ts";
import { type DaemonSetView, daemonSetView } from "./daemon-set-view.ts";
import { Expectations } from "./expectations.ts";
import { FailedPodBackoff } from "./failed-pod-backoff.ts";
import { cleanupHistory, constructHistory } from "./history.ts";
import { manageNode } from "./manage.ts";
import { mustResync, nodeChangeMatters } from "./must-resync.ts";
import { decideNode } from "./placement.ts";
import { createFirst, deleteFirst } from "./rolling-update.ts";
import { scaleRoundUpPercent } from "./scale-round-up-percent.ts";
import { statusNumbers, statusObject } from "./status.ts";
import { COMPONENT, type PodAdmission, type SyncOutcome, syncNodes } from "./sync-nodes.ts";
import type { SyncView } from "./sync-view.ts";

/** Delay between a write and the controller's cache. */
const WATCH_LAG_MS = 4;
/** Delay between the queue and a worker. */
const SYNC_DELAY_MS = 8;
/** Time that a sync keeps the worker busy, per node and per call. Real syncs are slower still at thousands of nodes. */
const BUSY_MS_PER_NODE = 0.05;
const BUSY_MS_PER_CALL = 4;
const RETRY_FIRST_MS = 5;
const RETRY_LIMIT_MS = 1_000_000;

interface DaemonSetControllerOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly recorder: EventRecorder;
  /** Makes wrong placement decisions on purpose. */
  readonly contrarian: boolean;
  readonly faults?: ControllerFaults;
}

/** The faults that concern the controller. */
interface ControllerFaults {
  readonly admit: PodAdmission;
  /** Reports whether the controller overlooks a DaemonSet. */
  readonly isPaused: (uid: string) => boolean;
}

interface Known {
  readonly namespace: string;
  readonly name: string;
  readonly pods: DaemonPods;
}

const admitAll: PodAdmission = (_uid, _node, pod) => pod;

/**
 * The simulated DaemonSet controller. It syncs one DaemonSet at a time: pods, revisions and status. Like upstream, it
 * syncs again only for the events that upstream queues, so that it has the same delays (docs/simulator.md).
 */
export class DaemonSetController {
  readonly #options: DaemonSetControllerOptions;
  readonly #queue: WorkQueue;
  readonly #known = new Map<string, Known>();
  readonly #expectations = new Expectations();
  readonly #backoff = new FailedPodBackoff();
  readonly #retryMs = new Map<string, number>();

  constructor(options: DaemonSetControllerOptions) {
    this.#options = options;
    this.#queue = new WorkQueue(options.clock, (uid) => this.#sync(uid));
  }

  start(): void {
    const { store, clock } = this.#options;
    store.subscribe("pods", (event) => this.#trackOwnedPod(event));
    store.subscribe("nodes", (event) => {
      for (const { pods } of this.#known.values()) pods.nodeChanged(event);
    });
    watchWithDelay(store, clock, "daemonsets", WATCH_LAG_MS, (event) => this.#onDaemonSet(event));
    watchWithDelay(store, clock, "pods", WATCH_LAG_MS, (event) => this.#onPod(event));
    watchWithDelay(store, clock, "nodes", WATCH_LAG_MS, (event) => this.#onNode(event));
    for (const object of store.list("daemonsets")) this.#onDaemonSet({ type: "ADDED", object, resourceVersion: 0 });
  }

  #trackOwnedPod({ type, object, previous }: StoreEvent): void {
    const before = previous === undefined ? undefined : controllerOf(previous.metadata)?.uid;
    const now = type === "DELETED" ? undefined : controllerOf(object.metadata)?.uid;
    if (before !== undefined) this.#known.get(before)?.pods.podChanged(previous, before === now ? object : undefined);
    if (now !== undefined && now !== before) this.#known.get(now)?.pods.podChanged(undefined, object);
  }

  #onDaemonSet({ type, object, previous, restored }: StoreEvent): void {
    const { uid, namespace = "", name } = object.metadata;
    if (type === "DELETED") {
      this.#known.delete(uid);
      this.#expectations.forget(uid);
      this.#retryMs.delete(uid);
      this.#queue.forget(uid);
      return;
    }
    if (!this.#known.has(uid)) {
      const { store, contrarian } = this.#options;
      this.#known.set(uid, { namespace, name, pods: new DaemonPods(store, daemonSetView(object), contrarian) });
    }
    // Upstream also syncs after its own status writes, but such a sync changes nothing. It is skipped here.
    const { resourceVersion: _now, ...metadata } = object.metadata;
    const { resourceVersion: _then, ...before } = previous?.metadata ?? object.metadata;
    if (previous === undefined || restored === true || previous.spec !== object.spec || !equalJson(metadata, before))
      this.#queue.add(uid, SYNC_DELAY_MS);
  }

  #onPod({ type, object, previous }: StoreEvent): void {
    const owner = controllerOf(object.metadata);
    const before = previous === undefined ? undefined : controllerOf(previous.metadata);
    if (before !== undefined && before.uid !== owner?.uid && this.#known.has(before.uid)) this.#queue.add(before.uid, SYNC_DELAY_MS);
    if (owner !== undefined) {
      const known = this.#known.get(owner.uid);
      if (known === undefined) return;
      if (type === "ADDED") this.#expectations.lowerCreations(owner.uid);
      else if (previous !== undefined && !isDeleting(previous) && (type === "DELETED" || isDeleting(object)))
        this.#expectations.lowerDeletions(owner.uid);
      this.#queue.add(owner.uid, SYNC_DELAY_MS);
      if (type === "DELETED" || !isReady(object) || (previous !== undefined && isReady(previous))) return;
      const set = this.#setOf(known);
      if (set !== undefined && set.minReadySeconds > 0) this.#queue.addLater(owner.uid, (set.minReadySeconds + 1) * 1000);
      return;
    }
    if (type === "DELETED") return;
    for (const [uid, known] of this.#known) {
      const set = known.namespace === object.metadata.namespace ? this.#setOf(known) : undefined;
      if (set !== undefined && matchesLabelSelector(set.selector, labelsOf(object))) this.#queue.add(uid, SYNC_DELAY_MS);
    }
  }

  /**
   * Queues the DaemonSets that a new or changed node concerns, see `mustResync`. A deleted node concerns none until its
   * pods are deleted.
   */
  #onNode({ type, object, previous }: StoreEvent): void {
    if (type === "DELETED" || !nodeChangeMatters(previous, object)) return;
    const owners = new Set(this.#options.store.podsOnNode(object.metadata.name).map((pod) => controllerOf(pod.metadata)?.uid));
    for (const [uid, known] of this.#known) {
      const set = this.#setOf(known);
      if (set === undefined) continue;
      const decision = decideNode(set, object, this.#options.contrarian);
      if (mustResync(decision, owners.has(uid), set.status.numberMisscheduled ?? 0)) this.#queue.add(uid, SYNC_DELAY_MS);
    }
  }

  #setOf({ namespace, name }: Known): DaemonSetView | undefined {
    const object = this.#options.store.get("daemonsets", namespace, name);
    return object === undefined ? undefined : daemonSetView(object);
  }

  /**
   * Syncs, and returns how long the worker is busy, in milliseconds. If the API server refuses, the sync is retried
   * with backoff.
   */
  #sync(uid: string): number {
    try {
      const calls = this.#syncOnce(uid);
      this.#retryMs.delete(uid);
      return this.#options.store.count("nodes") * BUSY_MS_PER_NODE + calls * BUSY_MS_PER_CALL;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const delayMs = this.#retryMs.get(uid) ?? RETRY_FIRST_MS;
      this.#retryMs.set(uid, Math.min(RETRY_LIMIT_MS, delayMs * 2));
      this.#queue.addLater(uid, delayMs);
      return 0;
    }
  }

  #syncOnce(uid: string): number {
    const { store, recorder } = this.#options;
    const known = this.#known.get(uid);
    const set = known === undefined ? undefined : this.#setOf(known);
    if (known === undefined || set === undefined || set.uid !== uid) return 0;
    if (isEmptySelector(set.selector)) {
      const message = "This daemon set is selecting all pods. A non-empty selector is required.";
      recorder.record(set.object, "Warning", "SelectingAll", message, COMPONENT);
      return 0;
    }
    if (isDeleting(set.object) || this.#options.faults?.isPaused(uid) === true) return 0;
    const collisionCount = Number(statusOf(set.object).collisionCount ?? 0);
    const revision = constructHistory(store, set, collisionCount, this.#options.clock.nowMs());
    if (revision.kind === "collision") {
      store.edit(
        "daemonsets",
        set.namespace,
        set.name,
        (copy) => {
          copy.status = { ...statusOf(copy), collisionCount: collisionCount + 1 };
        },
        "status",
      );
      this.#queue.add(uid, SYNC_DELAY_MS);
      return 1;
    }
    const view = this.#readView(known, set, revision.hash);
    if (!this.#expectations.areMet(uid, view.nowMs)) {
      this.#writeStatus(view, set.status.observedGeneration ?? 0);
      return 0;
    }
    const outcome: SyncOutcome = { created: [], calls: 0, errors: [] };
    this.#manage(view, outcome);
    if (outcome.errors.length === 0 && !set.onDelete && this.#expectations.areMet(uid, view.nowMs)) this.#roll(view, outcome);
    if (outcome.errors.length === 0) cleanupHistory(store, set, view.pods, view.hash);
    const after = outcome.calls === 0 ? view : this.#readView(known, set, revision.hash, this.#notSeenYet(outcome.created));
    this.#writeStatus(after, set.generation);
    if (outcome.errors[0] !== undefined) throw outcome.errors[0];
    return outcome.calls;
  }

  /**
   * Returns the created pods that the cache does not have yet at the end of a sync. These are the last ones, at most a
   * quarter, rounded up. The status does not count them.
   */
  #notSeenYet(created: readonly string[]): ReadonlySet<string> {
    const missed = created.length === 0 ? 0 : this.#options.random.int(0, Math.ceil(created.length / 4));
    return new Set(created.slice(created.length - missed));
  }

  #readView({ pods }: Known, set: DaemonSetView, hash: string, unseen?: ReadonlySet<string>): SyncView {
    return pods.read({ set, hash, nowMs: this.#options.clock.nowMs() }, unseen);
  }

  #act(set: DaemonSetView, hash: string, createOn: readonly string[], remove: readonly StoredObject[], outcome: SyncOutcome): void {
    const { store, clock, recorder, faults } = this.#options;
    const nowMs = clock.nowMs();
    syncNodes(
      { store, recorder, expectations: this.#expectations, nowMs, admit: faults?.admit ?? admitAll },
      { set, hash, createOn, remove },
      outcome,
    );
  }

  #manage({ set, hash, nowMs, nodes, vanished }: SyncView, outcome: SyncOutcome): void {
    const surges = !set.onDelete && scaleRoundUpPercent(set.maxSurge, 1) > 0;
    const createOn: string[] = [];
    const remove: StoredObject[] = [];
    for (const { name, decision, pods, isSettled } of nodes) {
      if (isSettled) continue;
      const wanted = manageNode(set, decision, pods, hash, surges, nowMs);
      if (wanted.create) createOn.push(name);
      remove.push(...wanted.remove);
      for (const pod of wanted.ended) if (this.#endedMayGo(set, pod, name, nowMs)) remove.push(pod);
    }
    for (const { pods } of vanished) remove.push(...pods.filter((pod) => nodeNameOf(pod) === undefined && !isDeleting(pod)));
    this.#act(set, hash, createOn, remove, outcome);
  }

  #endedMayGo(set: DaemonSetView, pod: StoredObject, node: string, nowMs: number): boolean {
    const { recorder } = this.#options;
    const text = `daemon pod ${pod.metadata.namespace}/${pod.metadata.name} on node ${node}`;
    if (phaseOf(pod) === "Succeeded") {
      recorder.record(set.object, "Normal", "SucceededDaemonPod", `Found succeeded ${text}, will try to delete it`, COMPONENT);
      return true;
    }
    const waitMs = this.#backoff.waitMs(`${set.uid}/${set.status.observedGeneration ?? 0}/${node}`, nowMs);
    if (waitMs > 0) {
      this.#queue.addLater(set.uid, waitMs);
      return false;
    }
    recorder.record(set.object, "Warning", "FailedDaemonPod", `Found failed ${text}, will try to kill it`, COMPONENT);
    this.#backoff.collect(nowMs);
    return true;
  }

  #roll({ set, hash, nowMs, nodes, vanished, hasOld }: SyncView, outcome: SyncOutcome): void {
    if (!hasOld) return;
    const { random } = this.#options;
    let desired = 0;
    let held = 0;
    for (const { decision, pods } of nodes) {
      if (decision.shouldRun) desired++;
      else if (pods.length > 0) held++;
    }
    const surge = scaleRoundUpPercent(set.maxSurge, desired);
    let unavailable = scaleRoundUpPercent(set.maxUnavailable, desired);
    if (desired > 0 && surge === 0 && unavailable === 0) unavailable = 1;
    const candidates =
      desired + held === nodes.length && vanished.length === 0
        ? nodes
        : [...nodes.filter(({ decision, pods }) => decision.shouldRun || pods.length > 0), ...vanished];
    if (surge > 0) {
      const { createOn, remove } = createFirst(set, random.shuffle(candidates), hash, surge, desired, nowMs);
      this.#act(set, hash, createOn, remove, outcome);
      return;
    }
    let wanted = deleteFirst(set, candidates, unavailable, nowMs);
    // In most syncs the budget is used up, so the order does not matter. The shuffle is skipped, but the random
    // sequence advances as if it had run.
    if (wanted.dependsOnOrder) wanted = deleteFirst(set, random.shuffle(candidates), unavailable, nowMs);
    else random.skipShuffle(candidates.length);
    this.#act(set, hash, wanted.createOn, wanted.remove, outcome);
  }

  /**
   * Writes the status if its numbers or the generation changed. Plans another sync if time alone will change them.
   * Source: daemon_controller.go, updateDaemonSetStatus.
   */
  #writeStatus({ set, nowMs, nodes }: SyncView, observedGeneration: number): void {
    const { store } = this.#options;
    const counts = statusNumbers(set, nodes, nowMs);
    const before = set.status;
    const isUnchanged = (Object.keys(counts) as (keyof DaemonSetCounts)[]).every((field) => (before[field] ?? 0) === counts[field]);
    if (!isUnchanged || (before.observedGeneration ?? 0) < observedGeneration) {
      const now = store.get("daemonsets", set.namespace, set.name);
      if (now !== undefined)
        store.update("daemonsets", { ...now, status: statusObject(counts, observedGeneration, statusOf(now).collisionCount) }, "status");
    }
    if (set.minReadySeconds > 0 && counts.numberReady !== counts.numberAvailable) this.#queue.addLater(set.uid, set.minReadySeconds * 1000);
  }
}
