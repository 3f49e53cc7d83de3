import { stableJson } from "@daemonscope/kube/stable-json";
import { toleratesTaint } from "@daemonscope/kube/toleration";
import type { Clock } from "../../clock.ts";
import type { Store, StoredObject } from "../../store/contract.ts";
import { withCondition } from "../conditions.ts";
import { SILENT_ANNOTATION } from "../kubelet/pod-life.ts";
import { annotationOf, conditionNamed, conditionsOf, isDeleting, isReady, specOf, statusOf, taintsOf, tolerationsOf } from "../objects.ts";
import type { EventRecorder } from "../recorder.ts";
import { WorkQueue } from "../work-queue.ts";
import { wantedTaints } from "./node-taints.ts";

const TAINT_DELAY_MS = 60;
/** How long a silent node stays Ready; the real default is 40 s, the test control plane has 12. */
const GRACE_MS = 12_000;

/** Conditions to taints, silence to Unknown, NotReady to its pods, and eviction by NoExecute taints. Source: pkg/controller/nodelifecycle and tainteviction. */
export class NodeLifecycle {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #recorder: EventRecorder;
  readonly #taintQueue: WorkQueue;

  constructor(store: Store, clock: Clock, recorder: EventRecorder) {
    this.#store = store;
    this.#clock = clock;
    this.#recorder = recorder;
    this.#taintQueue = new WorkQueue(clock, (name) => this.#taint(name));
  }

  start(): void {
    this.#store.subscribe("nodes", ({ type, object, previous }) => {
      if (type === "DELETED") return;
      const { name } = object.metadata;
      this.#taintQueue.add(name, TAINT_DELAY_MS);
      if (
        annotationOf(object, SILENT_ANNOTATION) === "true" &&
        (previous === undefined || annotationOf(previous, SILENT_ANNOTATION) !== "true")
      )
        this.#clock.after(GRACE_MS, () => this.#declareUnknown(name));
      if (previous !== undefined && isReady(previous) && !isReady(object)) this.#markPodsNotReady(name);
      if (previous === undefined || stableJson(taintsOf(previous)) !== stableJson(taintsOf(object)))
        for (const pod of this.#store.podsOnNode(name)) this.#evict(pod, object);
    });
    this.#store.subscribe("pods", ({ type, object }) => {
      const node =
        type === "ADDED" || type === "MODIFIED" ? this.#store.get("nodes", undefined, String(specOf(object).nodeName ?? "")) : undefined;
      if (node !== undefined && type === "ADDED") this.#evict(object, node);
    });
    for (const node of this.#store.list("nodes")) this.#taintQueue.add(node.metadata.name, TAINT_DELAY_MS);
  }

  #taint(name: string): void {
    this.#store.edit("nodes", undefined, name, (node) => {
      node.spec = { ...specOf(node), taints: wantedTaints(node) };
      if ((node.spec as { taints: unknown[] }).taints.length === 0) delete (node.spec as { taints?: unknown }).taints;
    });
  }

  #declareUnknown(name: string): void {
    const node = this.#store.get("nodes", undefined, name);
    if (node === undefined || annotationOf(node, SILENT_ANNOTATION) !== "true" || conditionNamed(node, "Ready")?.status !== "True") return;
    this.#store.edit(
      "nodes",
      undefined,
      name,
      (copy) => {
        copy.status = {
          ...statusOf(copy),
          conditions: withCondition(
            conditionsOf(copy),
            this.#clock,
            "Ready",
            "Unknown",
            "NodeStatusUnknown",
            "Kubelet stopped posting node status.",
          ),
        };
      },
      "status",
    );
  }

  #markPodsNotReady(name: string): void {
    for (const pod of this.#store.podsOnNode(name)) {
      if (!isReady(pod)) continue;
      this.#store.edit(
        "pods",
        pod.metadata.namespace,
        pod.metadata.name,
        (copy) => {
          copy.status = { ...statusOf(copy), conditions: withCondition(conditionsOf(copy), this.#clock, "Ready", "False") };
        },
        "status",
      );
    }
  }

  /** Deletes a pod whose node has a NoExecute taint that it does not tolerate, or tolerates only for so long. */
  #evict(pod: StoredObject, node: StoredObject): void {
    const noExecute = taintsOf(node).filter((taint) => taint.effect === "NoExecute");
    if (noExecute.length === 0 || isDeleting(pod)) return;
    const tolerations = tolerationsOf(specOf(pod));
    let waitMs = Number.POSITIVE_INFINITY;
    for (const taint of noExecute) {
      const match = tolerations.find((toleration) => toleratesTaint(toleration, taint));
      if (match === undefined) waitMs = 0;
      else if (match.tolerationSeconds !== undefined) waitMs = Math.min(waitMs, Math.max(0, match.tolerationSeconds * 1000));
    }
    if (!Number.isFinite(waitMs)) return;
    const { namespace, name, uid } = pod.metadata;
    this.#clock.after(waitMs, () => {
      const now = this.#store.get("pods", namespace, name);
      const current = this.#store.get("nodes", undefined, node.metadata.name);
      if (now === undefined || now.metadata.uid !== uid || isDeleting(now) || current === undefined) return;
      if (!taintsOf(current).some((taint) => noExecute.some((other) => other.key === taint.key && other.effect === taint.effect))) return;
      this.#recorder.record(
        now,
        "Normal",
        "TaintManagerEviction",
        `Marking for deletion Pod ${namespace}/${name}`,
        "taint-eviction-controller",
      );
      this.#store.delete("pods", namespace, name);
    });
  }
}
