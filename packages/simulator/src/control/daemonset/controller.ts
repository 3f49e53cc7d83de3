import { scaleRoundUp } from "@daemonscope/kube/int-or-percent";
import { isEmptySelector, matchesLabelSelector } from "@daemonscope/kube/label-selector";
import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import type { Clock } from "../../clock.ts";
import type { Random } from "../../random.ts";
import type { Store, StoredObject, StoreEvent } from "../../store/contract.ts";
import { StoreError } from "../../store/failures.ts";
import { equalJson } from "../../store/json.ts";
import { watchLate } from "../informer.ts";
import { type DaemonSetView, daemonSetView, isDeleting, isReady, labelsOf, nodeNameOf, phaseOf, specOf, statusOf } from "../objects.ts";
import type { EventRecorder } from "../recorder.ts";
import { WorkQueue } from "../work-queue.ts";
import { byTargetNode, claimPods } from "./claim.ts";
import { Expectations } from "./expectations.ts";
import { FailedPodBackoff } from "./failed-pod-backoff.ts";
import { cleanupHistory, constructHistory } from "./history.ts";
import { looksAgain, nodeChangeMatters } from "./looks-again.ts";
import { manageNode } from "./manage.ts";
import { decideNode, type NodeDecision } from "./placement.ts";
import { podForNode } from "./pod-for-node.ts";
import { isUpdated } from "./pods.ts";
import { createFirst, deleteFirst, type RollingNode } from "./rolling-update.ts";
import { slowStart } from "./slow-start.ts";
import { statusNumbers, statusObject } from "./status.ts";

/** From a write to the controller's cache. */
const WATCH_LAG_MS = 4;
/** From the queue to a worker. */
const SYNC_DELAY_MS = 8;
/** What a sync costs the worker: something for every node, more for every call. Real ones are slower still at thousands of nodes. */
const BUSY_MS_PER_NODE = 0.05;
const BUSY_MS_PER_CALL = 4;
const BURST = 250;
const RETRY_FIRST_MS = 5;
const RETRY_LIMIT_MS = 1_000_000;
const COMPONENT = "daemonset-controller";
const NOWHERE: NodeDecision = { shouldRun: false, shouldContinueRunning: false };
const NO_PODS: readonly StoredObject[] = [];

export interface DaemonSetControllerOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly recorder: EventRecorder;
  /** Decides wrongly on purpose. */
  readonly contrarian: boolean;
}

/** What one sync works on; taken once, so that its own calls show only in the next one, as with upstream's caches. */
interface Sight {
  readonly set: DaemonSetView;
  readonly hash: string;
  readonly nowMs: number;
  readonly nodes: readonly RollingNode[];
  /** Nodes that hold pods and do not exist. */
  readonly vanished: readonly RollingNode[];
  readonly pods: readonly StoredObject[];
}

interface Known {
  readonly namespace: string;
  readonly name: string;
  readonly decisions: Map<
    string,
    { readonly labels: unknown; readonly spec: unknown; readonly generation: number; readonly decision: NodeDecision }
  >;
}

/** The simulated DaemonSet controller: looks at one DaemonSet at a time and brings pods, revisions and status in line.
 *  Its lags are upstream's: it looks again only for the events that upstream queues (docs/simulator.md). */
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
    watchLate(store, clock, "daemonsets", WATCH_LAG_MS, (event) => this.#onDaemonSet(event));
    watchLate(store, clock, "pods", WATCH_LAG_MS, (event) => this.#onPod(event));
    watchLate(store, clock, "nodes", WATCH_LAG_MS, (event) => this.#onNode(event));
    for (const object of store.list("daemonsets")) this.#onDaemonSet({ type: "ADDED", object, resourceVersion: 0 });
  }

  #onDaemonSet({ type, object, previous }: StoreEvent): void {
    const { uid, namespace = "", name } = object.metadata;
    if (type === "DELETED") {
      this.#known.delete(uid);
      this.#expectations.forget(uid);
      this.#retryMs.delete(uid);
      this.#queue.forget(uid);
      return;
    }
    if (!this.#known.has(uid)) this.#known.set(uid, { namespace, name, decisions: new Map() });
    // Upstream looks at its own status writes too, and finds nothing to do.
    const { resourceVersion: _now, ...metadata } = object.metadata;
    const { resourceVersion: _then, ...before } = previous?.metadata ?? object.metadata;
    if (previous === undefined || previous.spec !== object.spec || !equalJson(metadata, before)) this.#queue.add(uid, SYNC_DELAY_MS);
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

  /** A new node concerns everybody; a changed one only whom its labels or taints move; a deleted one nobody, until its pods go. */
  #onNode({ type, object, previous }: StoreEvent): void {
    if (type === "DELETED" || !nodeChangeMatters(previous, object)) return;
    const owners = new Set(this.#options.store.podsOnNode(object.metadata.name).map((pod) => controllerOf(pod.metadata)?.uid));
    for (const [uid, known] of this.#known) {
      const set = this.#setOf(known);
      if (set === undefined) continue;
      const decision = decideNode(set, object, this.#options.contrarian);
      if (looksAgain(decision, owners.has(uid), set.status.numberMisscheduled ?? 0)) this.#queue.add(uid, SYNC_DELAY_MS);
    }
  }

  #setOf({ namespace, name }: Known): DaemonSetView | undefined {
    const object = this.#options.store.get("daemonsets", namespace, name);
    return object === undefined ? undefined : daemonSetView(object);
  }

  /** Syncs and gives back how long that kept the worker; a refusal of the API server is tried again, later each time. */
  #sync(uid: string): number {
    try {
      const calls = this.#syncOnce(uid);
      this.#retryMs.delete(uid);
      return this.#options.store.list("nodes").length * BUSY_MS_PER_NODE + calls * BUSY_MS_PER_CALL;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const delayMs = this.#retryMs.get(uid) ?? RETRY_FIRST_MS;
      this.#retryMs.set(uid, Math.min(RETRY_LIMIT_MS, delayMs * 2));
      this.#queue.addLater(uid, delayMs);
      return 0;
    }
  }

  #syncOnce(uid: string): number {
    const { store, clock, recorder } = this.#options;
    const known = this.#known.get(uid);
    const set = known === undefined ? undefined : this.#setOf(known);
    if (known === undefined || set === undefined || set.uid !== uid) return 0;
    if (isEmptySelector(set.selector)) {
      const message = "This daemon set is selecting all pods. A non-empty selector is required.";
      recorder.record(set.object, "Warning", "SelectingAll", message, COMPONENT);
      return 0;
    }
    if (isDeleting(set.object)) return 0;
    const collisionCount = Number(statusOf(set.object).collisionCount ?? 0);
    const revision = constructHistory(store, set, collisionCount);
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
    const sight = this.#look(known, set, revision.hash, clock.nowMs());
    if (!this.#expectations.areMet(uid, sight.nowMs)) {
      this.#writeStatus(sight, set.status.observedGeneration ?? 0);
      return 0;
    }
    const errors: StoreError[] = [];
    let calls = this.#manage(sight, errors);
    if (errors.length === 0 && !set.onDelete && this.#expectations.areMet(uid, sight.nowMs)) calls += this.#roll(sight, errors);
    if (errors.length === 0) cleanupHistory(store, set, sight.pods, sight.hash);
    this.#writeStatus(sight, set.generation);
    if (errors[0] !== undefined) throw errors[0];
    return calls;
  }

  #look(known: Known, set: DaemonSetView, hash: string, nowMs: number): Sight {
    const { store, contrarian } = this.#options;
    const pods = claimPods(store, set);
    const byNode = byTargetNode(pods);
    const nodes: RollingNode[] = [];
    let held = 0;
    for (const node of store.list("nodes")) {
      const { name, labels } = node.metadata;
      const spec = specOf(node);
      let entry = known.decisions.get(name);
      // Heartbeats share labels and spec with the version before: nothing is decided anew for them.
      if (entry === undefined || entry.labels !== labels || entry.spec !== spec || entry.generation !== set.generation) {
        entry = { labels, spec, generation: set.generation, decision: decideNode(set, node, contrarian) };
        known.decisions.set(name, entry);
      }
      const present = byNode.get(name);
      if (present !== undefined) held++;
      nodes.push({ name, decision: entry.decision, pods: present ?? NO_PODS });
    }
    const vanished: RollingNode[] = [];
    if (held < byNode.size) {
      const names = new Set(nodes.map(({ name }) => name));
      for (const [name, present] of byNode) if (!names.has(name)) vanished.push({ name, decision: NOWHERE, pods: present });
    }
    if (known.decisions.size > nodes.length + 64) known.decisions.clear();
    return { set, hash, nowMs, nodes, vanished, pods };
  }

  #manage({ set, hash, nowMs, nodes, vanished }: Sight, errors: StoreError[]): number {
    const surges = !set.onDelete && (scaleRoundUp(set.maxSurge, 1) ?? 0) > 0;
    const createOn: string[] = [];
    const remove: StoredObject[] = [];
    for (const { name, decision, pods } of nodes) {
      const wanted = manageNode(set, decision, pods, hash, surges, nowMs);
      if (wanted.create) createOn.push(name);
      remove.push(...wanted.remove);
      for (const pod of wanted.ended) if (this.#endedMayGo(set, pod, name, nowMs)) remove.push(pod);
    }
    for (const { pods } of vanished) remove.push(...pods.filter((pod) => nodeNameOf(pod) === undefined && !isDeleting(pod)));
    return this.#act(set, hash, createOn, remove, errors);
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

  #roll({ set, hash, nowMs, nodes, vanished, pods: all }: Sight, errors: StoreError[]): number {
    if (!all.some((pod) => !isDeleting(pod) && !isUpdated(pod, set, hash))) return 0;
    const desired = nodes.reduce((sum, { decision }) => sum + (decision.shouldRun ? 1 : 0), 0);
    const surge = scaleRoundUp(set.maxSurge, desired) ?? 0;
    let unavailable = scaleRoundUp(set.maxUnavailable, desired) ?? 0;
    if (desired > 0 && surge === 0 && unavailable === 0) unavailable = 1;
    const concerned = [...nodes.filter(({ decision, pods }) => decision.shouldRun || pods.length > 0), ...vanished];
    const mixed = this.#options.random.shuffle(concerned);
    const wanted = surge > 0 ? createFirst(set, mixed, hash, surge, desired, nowMs) : deleteFirst(set, mixed, hash, unavailable, nowMs);
    return this.#act(set, hash, wanted.createOn, wanted.remove, errors);
  }

  /** Carries out at most 250 creations and 250 deletions; what is left comes with the next sync. */
  #act(set: DaemonSetView, hash: string, createOn: readonly string[], remove: readonly StoredObject[], errors: StoreError[]): number {
    const { store, clock, recorder } = this.#options;
    const creations = createOn.slice(0, BURST);
    const deletions = remove.slice(0, BURST);
    if (creations.length + deletions.length === 0) return 0;
    this.#expectations.expect(set.uid, creations.length, deletions.length, clock.nowMs());
    const attempt = (reason: string, verb: string, call: () => StoredObject, done: (pod: StoredObject) => void): boolean => {
      try {
        done(call());
        return true;
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        errors.push(error);
        recorder.record(set.object, "Warning", reason, `Error ${verb}: ${error.message}`, COMPONENT);
        return false;
      }
    };
    const created = slowStart(creations.length, (at) =>
      attempt(
        "FailedCreate",
        "creating",
        () => store.create("pods", podForNode(set, creations[at] ?? "", hash)),
        (pod) => recorder.record(set.object, "Normal", "SuccessfulCreate", `Created pod: ${pod.metadata.name}`, COMPONENT),
      ),
    );
    this.#expectations.lowerCreations(set.uid, creations.length - created.done);
    for (const pod of deletions) {
      const deleted = attempt(
        "FailedDelete",
        "deleting",
        () => store.delete("pods", set.namespace, pod.metadata.name, { uid: pod.metadata.uid }),
        () => recorder.record(set.object, "Normal", "SuccessfulDelete", `Deleted pod: ${pod.metadata.name}`, COMPONENT),
      );
      if (!deleted) this.#expectations.lowerDeletions(set.uid);
    }
    return creations.length + deletions.length;
  }

  /** Writes the numbers when they or the generation moved, and looks again when time alone will move them. Source: daemon_controller.go, updateDaemonSetStatus. */
  #writeStatus({ set, hash, nowMs, nodes }: Sight, observedGeneration: number): void {
    const { store } = this.#options;
    const counts = statusNumbers(set, nodes, hash, nowMs);
    const before = set.status;
    const same = (Object.keys(counts) as (keyof DaemonSetCounts)[]).every((field) => (before[field] ?? 0) === counts[field]);
    if (!same || (before.observedGeneration ?? 0) < observedGeneration) {
      const now = store.get("daemonsets", set.namespace, set.name);
      if (now !== undefined)
        store.update("daemonsets", { ...now, status: statusObject(counts, observedGeneration, statusOf(now).collisionCount) }, "status");
    }
    if (set.minReadySeconds > 0 && counts.numberReady !== counts.numberAvailable) this.#queue.addLater(set.uid, set.minReadySeconds * 1000);
  }
}
