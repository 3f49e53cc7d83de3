import { scaleRoundUp } from "@daemonscope/kube/int-or-percent";
import { isEmptySelector, matchesLabelSelector } from "@daemonscope/kube/label-selector";
import { stableJson } from "@daemonscope/kube/stable-json";
import type { Clock } from "../../clock.ts";
import type { Random } from "../../random.ts";
import type { Store, StoredObject, StoreEvent } from "../../store/contract.ts";
import { cloneJson, objectIn } from "../../store/json.ts";
import { type DaemonSetView, daemonSetView, isDeleting, isReady, labelsOf, nodeNameOf, phaseOf, statusOf, taintsOf } from "../objects.ts";
import type { EventRecorder } from "../recorder.ts";
import { WorkQueue } from "../work-queue.ts";
import { cleanupHistory, constructHistory } from "./history.ts";
import { manageNode } from "./manage.ts";
import { decideNode, type NodeDecision } from "./placement.ts";
import { isGone, targetNodeOf } from "./pods.ts";
import { createFirst, deleteFirst, type RollingNode } from "./rolling-update.ts";
import { statusNumbers, statusObject } from "./status.ts";

const SYNC_DELAY_MS = 15;
const BURST = 250;
const BACKOFF_FIRST_MS = 1000;
const BACKOFF_LIMIT_MS = 900_000;
const COMPONENT = "daemonset-controller";

export interface DaemonSetControllerOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly recorder: EventRecorder;
  /** Decides wrongly on purpose. */
  readonly contrarian: boolean;
}

interface PodsByNode {
  readonly byNode: ReadonlyMap<string, readonly StoredObject[]>;
  readonly all: readonly StoredObject[];
}

/** The simulated DaemonSet controller: looks at one DaemonSet at a time and brings pods, revisions and status in line.
 *  Its lags are upstream's: it looks again only for the events that upstream queues (see docs/simulator.md). */
export class DaemonSetController {
  readonly #options: DaemonSetControllerOptions;
  readonly #queue: WorkQueue;
  readonly #decisions = new Map<
    string,
    { readonly generation: number; readonly byNode: Map<string, { readonly node: StoredObject; readonly decision: NodeDecision }> }
  >();
  readonly #backoff = new Map<string, { delayMs: number; untilMs: number }>();
  readonly #keys = new Map<string, { readonly namespace: string; readonly name: string }>();

  constructor(options: DaemonSetControllerOptions) {
    this.#options = options;
    this.#queue = new WorkQueue(options.clock, (uid) => this.#sync(uid));
  }

  start(): void {
    const { store } = this.#options;
    store.subscribe("daemonsets", (event) => this.#onDaemonSet(event));
    store.subscribe("pods", (event) => this.#onPod(event));
    store.subscribe("nodes", (event) => this.#onNode(event));
    for (const object of store.list("daemonsets")) this.#onDaemonSet({ type: "ADDED", object, resourceVersion: 0 });
  }

  #onDaemonSet({ type, object, previous }: StoreEvent): void {
    const { uid, namespace = "", name } = object.metadata;
    if (type === "DELETED") {
      this.#keys.delete(uid);
      this.#decisions.delete(uid);
      return;
    }
    this.#keys.set(uid, { namespace, name });
    // Its own status writes bring nothing new.
    const onlyStatus =
      previous !== undefined &&
      stableJson({ ...previous, status: 0, metadata: { ...previous.metadata, resourceVersion: "" } }) ===
        stableJson({ ...object, status: 0, metadata: { ...object.metadata, resourceVersion: "" } });
    if (!onlyStatus) this.#queue.add(uid, SYNC_DELAY_MS);
  }

  #onPod({ type, object, previous }: StoreEvent): void {
    const owner = object.metadata.ownerReferences?.find((reference) => reference.controller === true);
    if (owner?.kind === "DaemonSet") {
      this.#queue.add(owner.uid, SYNC_DELAY_MS);
      const becameReady = type !== "DELETED" && isReady(object) && (previous === undefined || !isReady(previous));
      const key = this.#keys.get(owner.uid);
      const set = key === undefined ? undefined : this.#options.store.get("daemonsets", key.namespace, key.name);
      const seconds = set === undefined ? 0 : daemonSetView(set).minReadySeconds;
      // Upstream looks again minReadySeconds after the last pod became ready, not once a pod.
      if (becameReady && seconds > 0) this.#options.clock.after((seconds + 1) * 1000, () => this.#queue.add(owner.uid, SYNC_DELAY_MS));
      return;
    }
    if (type === "DELETED" || owner !== undefined) return;
    const before = previous?.metadata.ownerReferences?.find((reference) => reference.controller === true);
    if (before !== undefined) this.#queue.add(before.uid, SYNC_DELAY_MS);
    for (const [uid, { namespace, name }] of this.#keys) {
      const set = namespace === object.metadata.namespace ? this.#options.store.get("daemonsets", namespace, name) : undefined;
      if (set !== undefined && matchesLabelSelector(daemonSetView(set).selector, labelsOf(object))) this.#queue.add(uid, SYNC_DELAY_MS);
    }
  }

  /** A new node concerns everybody; a changed one only whom its labels or taints move; a deleted one nobody, until its pods go. */
  #onNode({ type, object, previous }: StoreEvent): void {
    if (type === "DELETED") return;
    const moved =
      previous === undefined || stableJson([labelsOf(previous), taintsOf(previous)]) !== stableJson([labelsOf(object), taintsOf(object)]);
    if (!moved) return;
    for (const [uid, { namespace, name }] of this.#keys) {
      const found = this.#options.store.get("daemonsets", namespace, name);
      if (found === undefined) continue;
      const set = daemonSetView(found);
      const { shouldRun, shouldContinueRunning } = decideNode(set, object, this.#options.contrarian);
      const present = this.#options.store
        .podsOnNode(object.metadata.name)
        .some((pod) => pod.metadata.ownerReferences?.some((owner) => owner.uid === uid));
      if ((shouldRun && !present) || (!shouldContinueRunning && present) || (present && (set.status.numberMisscheduled ?? 0) > 0))
        this.#queue.add(uid, SYNC_DELAY_MS);
    }
  }

  #sync(uid: string): void {
    const { store, clock, recorder } = this.#options;
    const key = this.#keys.get(uid);
    const object = key === undefined ? undefined : store.get("daemonsets", key.namespace, key.name);
    if (object === undefined || object.metadata.uid !== uid || isDeleting(object)) return;
    const set = daemonSetView(object);
    if (isEmptySelector(set.selector)) {
      recorder.record(
        object,
        "Warning",
        "SelectingAll",
        "This daemon set is selecting all pods. A non-empty selector is required.",
        COMPONENT,
      );
      return;
    }
    const hash = constructHistory(store, set);
    const decisions = this.#decideAll(set);
    const before = this.#claim(set);
    const acted = this.#manage(set, decisions, before, hash);
    // A sync that created or deleted waits to see it before it rolls on: upstream's expectations.
    if (!acted && !set.onDelete) this.#roll(set, decisions, before, hash);
    const after = this.#claim(set);
    cleanupHistory(store, set, after.all, hash);
    this.#writeStatus(set, decisions, after, hash, clock.nowMs());
  }

  #decideAll(set: DaemonSetView): ReadonlyMap<string, NodeDecision> {
    const { store, contrarian } = this.#options;
    let known = this.#decisions.get(set.uid);
    if (known === undefined || known.generation !== set.generation) {
      known = { generation: set.generation, byNode: new Map() };
      this.#decisions.set(set.uid, known);
    }
    const decisions = new Map<string, NodeDecision>();
    for (const node of store.list("nodes")) {
      const name = node.metadata.name;
      let entry = known.byNode.get(name);
      if (entry?.node !== node) {
        entry = { node, decision: decideNode(set, node, contrarian) };
        known.byNode.set(name, entry);
      }
      decisions.set(name, entry.decision);
    }
    return decisions;
  }

  /** Adopts orphans that match, releases pods that no longer do, and groups the rest by node. Source: controller_ref_manager.go. */
  #claim(set: DaemonSetView): PodsByNode {
    const { store } = this.#options;
    const reference = {
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      name: set.name,
      uid: set.uid,
      controller: true,
      blockOwnerDeletion: true,
    };
    const claimed: StoredObject[] = [];
    for (const pod of store.podsOwnedBy(set.uid)) {
      if (matchesLabelSelector(set.selector, labelsOf(pod))) claimed.push(pod);
      else if (!isDeleting(pod))
        store.edit("pods", set.namespace, pod.metadata.name, (copy) => {
          copy.metadata.ownerReferences = (copy.metadata.ownerReferences ?? []).filter((owner) => owner.uid !== set.uid);
        });
    }
    for (const orphan of store.podsOwnedBy("")) {
      if (orphan.metadata.namespace !== set.namespace || isDeleting(orphan) || !matchesLabelSelector(set.selector, labelsOf(orphan)))
        continue;
      const adopted = store.edit("pods", set.namespace, orphan.metadata.name, (copy) => {
        copy.metadata.ownerReferences = [...(copy.metadata.ownerReferences ?? []), reference];
      });
      if (adopted !== undefined) claimed.push(adopted);
    }
    const byNode = new Map<string, StoredObject[]>();
    for (const pod of claimed) {
      const node = targetNodeOf(pod);
      if (node === undefined || isGone(pod)) continue;
      const present = byNode.get(node);
      if (present === undefined) byNode.set(node, [pod]);
      else present.push(pod);
    }
    return { byNode, all: claimed };
  }

  #manage(set: DaemonSetView, decisions: ReadonlyMap<string, NodeDecision>, pods: PodsByNode, hash: string): boolean {
    const { clock } = this.#options;
    const surges = !set.onDelete && (scaleRoundUp(set.maxSurge, 1) ?? 0) > 0;
    const createOn: string[] = [];
    const remove: StoredObject[] = [];
    for (const [node, decision] of decisions) {
      const present = pods.byNode.get(node) ?? [];
      const wanted = manageNode(set, decision, present, hash, surges, clock.nowMs());
      if (wanted.create) createOn.push(node);
      remove.push(...wanted.remove, ...wanted.ended.filter((pod) => this.#endedMayGo(set, pod, node)));
    }
    for (const [node, present] of pods.byNode)
      if (!decisions.has(node)) remove.push(...present.filter((pod) => nodeNameOf(pod) === undefined && !isDeleting(pod)));
    return this.#act(set, createOn, remove, hash);
  }

  #endedMayGo(set: DaemonSetView, pod: StoredObject, node: string): boolean {
    const { clock, recorder } = this.#options;
    const text = `daemon pod ${pod.metadata.namespace}/${pod.metadata.name} on node ${node}`;
    if (phaseOf(pod) === "Succeeded") {
      recorder.record(set.object, "Normal", "SucceededDaemonPod", `Found succeeded ${text}, will try to delete it`, COMPONENT);
      return true;
    }
    const key = `${set.uid}/${set.generation}/${node}`;
    const backoff = this.#backoff.get(key);
    if (backoff !== undefined && backoff.untilMs > clock.nowMs()) {
      this.#queue.add(set.uid, backoff.untilMs - clock.nowMs());
      return false;
    }
    const delayMs = backoff === undefined ? BACKOFF_FIRST_MS : Math.min(BACKOFF_LIMIT_MS, backoff.delayMs * 2);
    this.#backoff.set(key, { delayMs, untilMs: clock.nowMs() + delayMs });
    recorder.record(set.object, "Warning", "FailedDaemonPod", `Found failed ${text}, will try to kill it`, COMPONENT);
    return true;
  }

  #roll(set: DaemonSetView, decisions: ReadonlyMap<string, NodeDecision>, pods: PodsByNode, hash: string): void {
    const { clock, random } = this.#options;
    const desired = [...decisions.values()].filter((decision) => decision.shouldRun).length;
    const surge = scaleRoundUp(set.maxSurge, desired) ?? 0;
    let unavailable = scaleRoundUp(set.maxUnavailable, desired) ?? 0;
    if (desired > 0 && surge === 0 && unavailable === 0) unavailable = 1;
    const names = new Set(pods.byNode.keys());
    for (const [node, decision] of decisions) if (decision.shouldRun) names.add(node);
    const gone: NodeDecision = { shouldRun: false, shouldContinueRunning: false };
    const nodes: RollingNode[] = random
      .shuffle([...names])
      .map((name) => ({ name, decision: decisions.get(name) ?? gone, pods: pods.byNode.get(name) ?? [] }));
    const wanted =
      surge > 0 ? createFirst(set, nodes, hash, surge, desired, clock.nowMs()) : deleteFirst(set, nodes, hash, unavailable, clock.nowMs());
    this.#act(set, wanted.createOn, wanted.remove, hash);
  }

  /** Carries out at most 250 creations and 250 deletions; what is left comes with the next sync. */
  #act(set: DaemonSetView, createOn: readonly string[], remove: readonly StoredObject[], hash: string): boolean {
    const { store, recorder } = this.#options;
    for (const pod of remove.slice(0, BURST)) {
      store.delete("pods", set.namespace, pod.metadata.name);
      recorder.record(set.object, "Normal", "SuccessfulDelete", `Deleted pod: ${pod.metadata.name}`, COMPONENT);
    }
    for (const node of createOn.slice(0, BURST)) {
      const pod = store.create("pods", podFor(set, node, hash));
      recorder.record(set.object, "Normal", "SuccessfulCreate", `Created pod: ${pod.metadata.name}`, COMPONENT);
    }
    return createOn.length + remove.length > 0;
  }

  #writeStatus(set: DaemonSetView, decisions: ReadonlyMap<string, NodeDecision>, pods: PodsByNode, hash: string, nowMs: number): void {
    const { store } = this.#options;
    const nodes = [...decisions].map(([node, decision]) => ({ decision, pods: pods.byNode.get(node) ?? [] }));
    const counts = statusNumbers(set, nodes, hash, nowMs);
    store.edit(
      "daemonsets",
      set.namespace,
      set.name,
      (copy) => {
        copy.status = statusObject(counts, set.generation, statusOf(copy).collisionCount);
      },
      "status",
    );
  }
}

/** The pod that the controller makes for a node: pinned to it by affinity, left to the scheduler to bind. */
function podFor(set: DaemonSetView, node: string, hash: string): Record<string, unknown> {
  const metadata = objectIn(set.template, "metadata");
  const affinity = objectIn(set.podSpec, "affinity");
  const nodeAffinity = objectIn(affinity, "nodeAffinity");
  const pinned = { nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: [node] }] }] };
  return cloneJson({
    metadata: {
      generateName: `${set.name}-`,
      namespace: set.namespace,
      labels: {
        ...objectIn(metadata, "labels"),
        "controller-revision-hash": hash,
        ...(set.templateGeneration === "" ? {} : { "pod-template-generation": set.templateGeneration }),
      },
      ...(metadata.annotations === undefined ? {} : { annotations: metadata.annotations }),
      ownerReferences: [
        { apiVersion: "apps/v1", kind: "DaemonSet", name: set.name, uid: set.uid, controller: true, blockOwnerDeletion: true },
      ],
    },
    spec: {
      ...set.podSpec,
      tolerations: set.tolerations,
      affinity: { ...affinity, nodeAffinity: { ...nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: pinned } },
    },
  });
}
