import type { Taint } from "@daemonscope/kube/objects";
import { TAINTS } from "@daemonscope/kube/well-known";
import { withCondition } from "@daemonscope/simulated-apiserver/objects/conditions";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { equalJson } from "@daemonscope/simulated-apiserver/objects/json";
import {
  conditionNamed,
  conditionsOf,
  isReady,
  labelsOf,
  specOf,
  statusOf,
  taintsOf,
} from "@daemonscope/simulated-apiserver/objects/objects";
import { timestamp } from "@daemonscope/simulated-apiserver/objects/timestamp";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import type { EventRecorder } from "../recorder.ts";
import { WorkQueue } from "../work-queue.ts";

const TAINT_DELAY_MS = 60;
/** The deprecated labels, and the labels whose values they have. Source: labelReconcileInfo. */
const DEPRECATED_LABELS = [
  ["beta.kubernetes.io/os", "kubernetes.io/os"],
  ["beta.kubernetes.io/arch", "kubernetes.io/arch"],
] as const;
/** The pods of a silent node change after its taints, so that a sync caused by the pods sees both. */
const PODS_DELAY_MS = 100;
const COMPONENT = "node-controller";

interface NodeLifecycleOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly recorder: EventRecorder;
  /** How long a silent node stays Ready. */
  readonly graceMs: number;
  /** Reports whether a node does not respond. */
  readonly isSilent: (node: string) => boolean;
}

const OWN_TAINT_KEYS = new Set<string>(Object.values(TAINTS));

/**
 * Returns the taints that a node should have for its conditions and its cordon. Its other taints stay. New taints get
 * `timeAdded`. A node that never reported keeps the not-ready taint from admission. Source:
 * pkg/controller/nodelifecycle, nodeConditionToTaintKeyStatusMap.
 */
export function wantedTaints(node: StoredObject, timeAdded?: string): readonly Taint[] {
  const status = (type: string) => conditionNamed(node, type)?.status;
  const wanted: Taint[] = [];
  const add = (key: string, ...effects: string[]) =>
    wanted.push(...effects.map((effect) => ({ key, effect, ...(timeAdded === undefined ? {} : { timeAdded }) })));
  const ready = status("Ready");
  if (ready === "False" || ready === undefined)
    add(TAINTS.notReady, ...(ready === undefined ? ["NoSchedule"] : ["NoSchedule", "NoExecute"]));
  if (ready === "Unknown") add(TAINTS.unreachable, "NoSchedule", "NoExecute");
  if (status("MemoryPressure") === "True") add(TAINTS.memoryPressure, "NoSchedule");
  if (status("DiskPressure") === "True") add(TAINTS.diskPressure, "NoSchedule");
  if (status("PIDPressure") === "True") add(TAINTS.pidPressure, "NoSchedule");
  if (status("NetworkUnavailable") === "True") add(TAINTS.networkUnavailable, "NoSchedule");
  if (specOf(node).unschedulable === true) add(TAINTS.unschedulable, "NoSchedule");
  const present = taintsOf(node);
  const isSame = (a: Taint, b: Taint) => a.key === b.key && a.effect === b.effect;
  const kept = present.filter((taint) => !OWN_TAINT_KEYS.has(taint.key) || wanted.some((other) => isSame(taint, other)));
  return [...kept, ...wanted.filter((taint) => !kept.some((other) => isSame(taint, other)))];
}

/** Returns the labels that the node still needs. */
function missingLabels(node: StoredObject): readonly (readonly [string, string])[] {
  const labels = labelsOf(node);
  return DEPRECATED_LABELS.flatMap(([label, source]) => {
    const value = labels[source];
    return value === undefined || labels[label] === value ? [] : [[label, value] as const];
  });
}

/**
 * Taints nodes for their conditions and cordons, and keeps their deprecated labels. Marks silent nodes as Unknown, and
 * their pods as not ready. Source: pkg/controller/nodelifecycle.
 */
export class NodeLifecycle {
  readonly #options: NodeLifecycleOptions;
  readonly #taintQueue: WorkQueue;
  readonly #labelQueue: WorkQueue;
  readonly #silenceQueue: WorkQueue;

  constructor(options: NodeLifecycleOptions) {
    this.#options = options;
    this.#taintQueue = new WorkQueue(options.clock, (name) => {
      this.#taint(name);
      return 0;
    });
    this.#labelQueue = new WorkQueue(options.clock, (name) => {
      this.#label(name);
      return 0;
    });
    this.#silenceQueue = new WorkQueue(options.clock, (name) => {
      this.#declareUnknown(name);
      return 0;
    });
  }

  start(): void {
    const { store, recorder, graceMs, isSilent } = this.#options;
    store.subscribe("nodes", ({ type, object, previous }) => {
      const { name } = object.metadata;
      if (type === "DELETED") {
        this.#taintQueue.forget(name);
        this.#labelQueue.forget(name);
        this.#silenceQueue.forget(name);
        return;
      }
      if (previous?.spec !== object.spec || !equalJson(statesOf(previous), statesOf(object))) this.#taintQueue.add(name, TAINT_DELAY_MS);
      if (missingLabels(object).length > 0) this.#labelQueue.add(name, TAINT_DELAY_MS);
      if (isSilent(name)) this.#silenceQueue.add(name, graceMs);
      else this.#silenceQueue.forget(name);
      if (previous !== undefined && isReady(previous) && !isReady(object))
        recorder.record(object, "Normal", "NodeNotReady", `Node ${name} status is now: NodeNotReady`, COMPONENT);
      if (previous !== undefined && !isReady(previous) && isReady(object))
        recorder.record(object, "Normal", "NodeReady", `Node ${name} status is now: NodeReady`, "kubelet");
    });
    for (const { metadata } of store.list("nodes"))
      for (const queue of [this.#taintQueue, this.#labelQueue]) queue.add(metadata.name, TAINT_DELAY_MS);
  }

  #label(name: string): void {
    const { store } = this.#options;
    const node = store.get("nodes", undefined, name);
    const missing = node === undefined ? [] : missingLabels(node);
    if (missing.length > 0)
      store.edit("nodes", undefined, name, ({ metadata }) => {
        metadata.labels = { ...metadata.labels, ...Object.fromEntries(missing) };
      });
  }

  #taint(name: string): void {
    const { store, clock } = this.#options;
    const node = store.get("nodes", undefined, name);
    if (node === undefined) return;
    const taints = wantedTaints(node, timestamp(clock.nowMs()));
    if (equalJson(taints, taintsOf(node))) return;
    const { taints: _before, ...spec } = specOf(node);
    store.update("nodes", { ...node, spec: taints.length === 0 ? spec : { ...spec, taints } });
  }

  /**
   * Marks a silent node as Unknown after the grace period, and its pods as not ready. The pods of a node that reports
   * itself as NotReady keep their readiness.
   */
  #declareUnknown(name: string): void {
    const { store, clock, isSilent } = this.#options;
    const node = store.get("nodes", undefined, name);
    if (node === undefined || !isSilent(name) || conditionNamed(node, "Ready")?.status === "Unknown") return;
    let conditions = conditionsOf(node);
    for (const { type } of conditionsOf(node))
      conditions = withCondition(conditions, clock, type, "Unknown", "NodeStatusUnknown", "Kubelet stopped posting node status.");
    if (conditionNamed(node, "Ready") === undefined)
      conditions = withCondition(conditions, clock, "Ready", "Unknown", "NodeStatusNeverUpdated", "Kubelet never posted node status.");
    store.update("nodes", { ...node, status: { ...statusOf(node), conditions } }, "status");
    clock.after(PODS_DELAY_MS, () => this.#markPodsNotReady(name));
  }

  #markPodsNotReady(name: string): void {
    const { store, clock, isSilent } = this.#options;
    if (!isSilent(name)) return;
    for (const pod of store.podsOnNode(name)) {
      if (!isReady(pod)) continue;
      const conditions = withCondition(conditionsOf(pod), clock, "Ready", "False");
      store.update("pods", { ...pod, status: { ...statusOf(pod), conditions } }, "status");
    }
  }
}

/** Returns the parts of a node's conditions that determine its taints. */
const statesOf = (node: StoredObject | undefined): readonly string[] =>
  node === undefined ? [] : conditionsOf(node).map(({ type, status }) => `${type}=${status}`);
