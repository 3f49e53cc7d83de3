import { toleratesTaint } from "@daemonscope/kube/matching/toleration";
import type { Taint, Toleration } from "@daemonscope/kube/objects";
import { withCondition } from "@daemonscope/simulated-apiserver/objects/conditions";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import {
  conditionsOf,
  isDeleting,
  nodeNameOf,
  specOf,
  statusOf,
  taintsOf,
  tolerationsOf,
} from "@daemonscope/simulated-apiserver/objects/objects";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import type { EventRecorder } from "../recorder.ts";

const SYNC_DELAY_MS = 10;

/**
 * Returns how long a pod may stay on a node with these taints, in milliseconds. It is undefined without a limit, and 0
 * if the pod may not stay. Each NoExecute taint counts with the first toleration that matches it. The result is the
 * least `tolerationSeconds`. Source: pkg/controller/tainteviction.
 */
export function evictionDelayMs(taints: readonly Taint[], tolerations: readonly Toleration[]): number | undefined {
  let leastMs: number | undefined;
  for (const taint of taints) {
    if (taint.effect !== "NoExecute") continue;
    const match = tolerations.find((toleration) => toleratesTaint(toleration, taint));
    if (match === undefined) return 0;
    if (match.tolerationSeconds === undefined) continue;
    leastMs = Math.min(leastMs ?? Number.POSITIVE_INFINITY, Math.max(0, match.tolerationSeconds * 1000));
  }
  return leastMs;
}

/**
 * Deletes pods that do not, or no longer, tolerate the NoExecute taints of their node. Source:
 * pkg/controller/tainteviction.
 */
export class TaintEviction {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #recorder: EventRecorder;
  /** Planned evictions, by pod uid. */
  readonly #planned = new Map<string, { readonly atMs: number; readonly handle: { cancel(): void } }>();

  constructor(store: Store, clock: Clock, recorder: EventRecorder) {
    this.#store = store;
    this.#clock = clock;
    this.#recorder = recorder;
  }

  start(): void {
    const evicts = (node: StoredObject) => taintsOf(node).some((taint) => taint.effect === "NoExecute");
    this.#store.subscribe("nodes", ({ type, object, previous }) => {
      if (type === "DELETED" || previous?.spec === object.spec || (!evicts(object) && (previous === undefined || !evicts(previous))))
        return;
      for (const pod of this.#store.podsOnNode(object.metadata.name)) this.#consider(pod, object);
    });
    this.#store.subscribe("pods", ({ type, object, previous, restored }) => {
      if (type === "DELETED") return this.#cancel(object.metadata.uid);
      const name = nodeNameOf(object);
      if (name === undefined || (previous !== undefined && nodeNameOf(previous) === name && restored !== true)) return;
      const node = this.#store.get("nodes", undefined, name);
      if (node !== undefined && evicts(node)) this.#consider(object, node);
    });
  }

  #cancel(uid: string): void {
    this.#planned.get(uid)?.handle.cancel();
    this.#planned.delete(uid);
  }

  #consider(pod: StoredObject, node: StoredObject): void {
    const { uid } = pod.metadata;
    const delayMs = isDeleting(pod) ? undefined : evictionDelayMs(taintsOf(node), tolerationsOf(specOf(pod)));
    if (delayMs === undefined) return this.#cancel(uid);
    const atMs = this.#clock.nowMs() + delayMs;
    const planned = this.#planned.get(uid);
    if (planned !== undefined && planned.atMs <= atMs) return;
    this.#cancel(uid);
    const handle = this.#clock.after(Math.max(delayMs, SYNC_DELAY_MS), () => {
      this.#planned.delete(uid);
      this.#evict(pod);
    });
    this.#planned.set(uid, { atMs, handle });
  }

  #evict({ metadata: { namespace, name, uid } }: StoredObject): void {
    const pod = this.#store.get("pods", namespace, name);
    if (pod === undefined || pod.metadata.uid !== uid || isDeleting(pod)) return;
    this.#recorder.record(
      pod,
      "Normal",
      "TaintManagerEviction",
      `Marking for deletion Pod ${namespace}/${name}`,
      "taint-eviction-controller",
    );
    const why = "Taint manager: deleting due to NoExecute taint";
    const conditions = withCondition(conditionsOf(pod), this.#clock, "DisruptionTarget", "True", "DeletionByTaintManager", why);
    this.#store.update("pods", { ...pod, status: { ...statusOf(pod), conditions } }, "status");
    this.#store.delete("pods", namespace, name, { uid });
  }
}
