import { withCondition } from "@daemonscope/simulated-apiserver/objects/conditions";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { isJsonObject, listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import {
  annotationOf,
  conditionNamed,
  conditionsOf,
  containersOf,
  isDeleting,
  isReady,
  labelsOf,
  nodeNameOf,
  phaseOf,
  specOf,
  statusOf,
} from "@daemonscope/simulated-apiserver/objects/objects";
import { FAKE_KUBELET_LABEL, READY_ANNOTATION, SILENT_ANNOTATION } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import type { Random } from "@daemonscope/simulated-apiserver/time/random";
import { microTime } from "../micro-time.ts";
import type { EventRecorder } from "../recorder.ts";
import { Admissions } from "./admissions.ts";
import { hostAddressOf, reportedStatus } from "./node-status.ts";
import { breaksItsNode, crashBackOffMs, endMs, type LifeStage, lifeOf } from "./pod-life.ts";
import { type Host, hostAt, statusAt } from "./pod-status.ts";
import { skewed } from "./skewed-clock.ts";
import { isMirror, StaticPods } from "./static-pods.ts";

const LEASES = "kube-node-lease";

const imagesOf = (pod: StoredObject): string =>
  containersOf(specOf(pod))
    .map(({ image }) => String(image))
    .join(" ");
/** Reports whether a user changed the pod's images. Kubelets act on no other edit of a running pod. */
const isEdited = (pod: StoredObject, previous: StoredObject): boolean => pod.spec !== previous.spec && imagesOf(pod) !== imagesOf(previous);

export interface KubeletsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly recorder: EventRecorder;
  /** No heartbeat is written before this time, because the history of a cluster needs none. */
  readonly heartbeatFromMs: number;
  /** The time between two heartbeats of one node, plus or minus 20 %. */
  readonly heartbeatEveryMs: number;
}

/**
 * All kubelets of the simulated cluster. Pods start, fail and end as their life stages define. Nodes report that they
 * are ready or not, or become silent.
 */
export class Kubelets {
  readonly #options: KubeletsOptions;
  /** Work that silent nodes resume when they respond again, by node. */
  readonly #held = new Map<string, (() => void)[]>();
  readonly #hosts = new Map<string, Host>();
  /** Nodes that once had the label of a fake kubelet. They become silent when they lose the label. */
  readonly #labelled = new Set<string>();
  /** How often a pod's life started again because the API was restored to a state before it. Most pods never do. */
  readonly #lives = new Map<string, number>();
  readonly #admissions: Admissions;
  readonly staticPods: StaticPods;

  constructor(options: KubeletsOptions) {
    this.#options = options;
    const { store, clock, random } = options;
    this.#admissions = new Admissions({ ...options, clockOf: (node) => this.#clockOf(node) });
    this.staticPods = new StaticPods({ store, clock, random, isSilent: (node) => this.isSilent(node) });
  }

  start(): void {
    const { store } = this.#options;
    this.staticPods.start();
    store.subscribe("pods", ({ type, object, previous, restored }) => {
      if (type === "DELETED" && breaksItsNode(object)) this.#annotate(nodeNameOf(object), "true");
      if (type === "DELETED") {
        this.#admissions.forget(object);
        this.#lives.delete(object.metadata.uid);
      }
      const node = type === "DELETED" ? undefined : nodeNameOf(object);
      if (node === undefined) return;
      if (restored === true) this.#handleRestored(object, previous);
      else if (previous === undefined || nodeNameOf(previous) === undefined) this.#begin(object);
      else if (isEdited(object, previous) && !isDeleting(object)) this.#restart(object);
      if (isDeleting(object) && previous?.metadata.deletionGracePeriodSeconds !== object.metadata.deletionGracePeriodSeconds)
        this.#end(object);
    });
    store.subscribe("nodes", ({ type, object, previous, restored }) => {
      if (restored === true) this.#options.clock.after(200, () => this.#report(object.metadata.name));
      if (type === "DELETED") this.#forget(object.metadata.name);
      else if (previous === undefined) this.#join(object);
      else this.#nodeChanged(object, previous);
    });
    for (const node of store.list("nodes")) this.#join(node);
  }

  #join(node: StoredObject): void {
    const { store, clock, random, heartbeatFromMs, heartbeatEveryMs } = this.#options;
    const { name } = node.metadata;
    if (labelsOf(node)[FAKE_KUBELET_LABEL] !== undefined) this.#labelled.add(name);
    clock.after(random.int(300, 900), () => {
      this.#report(name);
      this.#resume(name);
    });
    clock.after(Math.max(heartbeatFromMs - clock.nowMs(), 0) + random.int(1, heartbeatEveryMs), () =>
      this.#heartbeat(name, node.metadata.uid),
    );
    const lease = { holderIdentity: name, leaseDurationSeconds: 40, renewTime: microTime(skewed(clock, node).nowMs()) };
    if (store.get("namespaces", undefined, LEASES) === undefined || store.get("leases", LEASES, name) !== undefined) return;
    const owner = { apiVersion: "v1", kind: "Node", name, uid: node.metadata.uid };
    store.create("leases", { metadata: { name, namespace: LEASES, ownerReferences: [owner] }, spec: lease });
  }

  #forget(name: string): void {
    const { store } = this.#options;
    // Held work stays. Pods may exist longer than their node's object, and resume when the node is back.
    this.#labelled.delete(name);
    this.#hosts.delete(name);
    if (store.get("leases", LEASES, name) !== undefined) store.delete("leases", LEASES, name);
  }

  #nodeChanged(node: StoredObject, previous: StoredObject): void {
    const { clock } = this.#options;
    const { name } = node.metadata;
    if (labelsOf(node)[FAKE_KUBELET_LABEL] !== undefined) this.#labelled.add(name);
    const wasSilent = this.#isSilentObject(previous);
    if (wasSilent !== this.#isSilentObject(node) || annotationOf(node, READY_ANNOTATION) !== annotationOf(previous, READY_ANNOTATION))
      clock.after(200, () => this.#report(name));
    if (wasSilent && !this.#isSilentObject(node)) clock.after(250, () => this.#resume(name));
    if (isReady(node) && !isReady(previous)) clock.after(500, () => this.#recover(name));
  }

  #isSilentObject(node: StoredObject): boolean {
    if (annotationOf(node, SILENT_ANNOTATION) === "true") return true;
    return this.#labelled.has(node.metadata.name) && labelsOf(node)[FAKE_KUBELET_LABEL] === undefined;
  }

  /** Reports whether the node is silent or deleted. */
  isSilent(name: string | undefined): boolean {
    const node = name === undefined ? undefined : this.#options.store.get("nodes", undefined, name);
    return node === undefined || this.#isSilentObject(node);
  }

  #report(name: string): void {
    const { store, clock } = this.#options;
    const node = store.get("nodes", undefined, name);
    if (node !== undefined && !this.isSilent(name))
      store.update("nodes", { ...node, status: reportedStatus(node, skewed(clock, node)) }, "status");
  }

  #heartbeat(name: string, uid: string): void {
    const { store, clock, random, heartbeatEveryMs } = this.#options;
    if (store.get("nodes", undefined, name)?.metadata.uid !== uid) return;
    if (!this.isSilent(name)) {
      this.#report(name);
      store.edit("leases", LEASES, name, (lease) => {
        lease.spec = { ...objectIn(lease, "spec"), renewTime: microTime(this.#clockOf(name).nowMs()) };
      });
    }
    clock.after(random.jitter(heartbeatEveryMs, 0.2), () => this.#heartbeat(name, uid));
  }

  #resume(name: string): void {
    if (this.isSilent(name)) return;
    const held = this.#held.get(name) ?? [];
    this.#held.delete(name);
    for (const resume of held) resume();
  }

  /** Reports the readiness of a node's running pods again, after the node became ready. */
  #recover(name: string): void {
    const { store } = this.#options;
    const clock = this.#clockOf(name);
    for (const pod of store.podsOnNode(name)) {
      const containers = statusOf(pod).containerStatuses;
      const areAllReady = Array.isArray(containers) && containers.length > 0 && containers.every((container) => container.ready === true);
      if (!areAllReady || isReady(pod) || isDeleting(pod) || conditionNamed(pod, "Ready") === undefined) continue;
      let conditions = conditionsOf(pod);
      for (const type of ["Ready", "ContainersReady"]) conditions = withCondition(conditions, clock, type, "True");
      store.update("pods", { ...pod, status: { ...statusOf(pod), conditions } }, "status");
    }
  }

  /** Runs `then` after the delay. If the node is silent at that time, it runs once the node responds again. */
  #afterOn(node: string, delayMs: number, then: () => void): void {
    this.#options.clock.after(delayMs, () => {
      if (!this.isSilent(node)) return then();
      const held = this.#held.get(node) ?? [];
      held.push(then);
      this.#held.set(node, held);
    });
  }

  #hostNamed(name: string): Host {
    let host = this.#hosts.get(name);
    if (host === undefined) {
      host = hostAt(hostAddressOf(name));
      this.#hosts.set(name, host);
    }
    return host;
  }

  /** Returns the clock that a node's kubelet uses for timestamps. Users may have set it wrong. */
  #clockOf(node: string): Clock {
    const { store, clock } = this.#options;
    return skewed(clock, store.get("nodes", undefined, node));
  }

  #lifeNumber({ metadata }: StoredObject): number {
    return this.#lives.get(metadata.uid) ?? 0;
  }

  #current(pod: StoredObject): StoredObject | undefined {
    const now = this.#options.store.get("pods", pod.metadata.namespace, pod.metadata.name);
    return now?.metadata.uid === pod.metadata.uid ? now : undefined;
  }

  #begin(pod: StoredObject): void {
    const { store, random } = this.#options;
    const status = this.staticPods.statusBehind(pod);
    if (status === undefined) this.#live(pod, lifeOf(pod, random), 0, 0);
    else store.update("pods", { ...pod, status }, "status");
  }

  #live(pod: StoredObject, life: readonly LifeStage[], at: number, restarts: number): void {
    const { store, recorder } = this.#options;
    const stage = life[at];
    const node = nodeNameOf(pod) ?? "";
    if (stage === undefined) return;
    const restarted = stage.after === "crashBackOff";
    const number = this.#lifeNumber(pod);
    this.#afterOn(node, stage.after === "crashBackOff" ? crashBackOffMs(restarts) : stage.after, () => {
      const now = this.#current(pod);
      if (now === undefined || isDeleting(now) || phaseOf(now) === "Failed" || phaseOf(now) === "Succeeded") return;
      // The pod was edited or restored meanwhile, and now has other life stages.
      if (isEdited(now, pod) || this.#lifeNumber(now) !== number || nodeNameOf(now) !== node) return;
      if (!this.#admissions.takes(now, node)) return;
      const count = restarted ? restarts + 1 : restarts;
      store.update("pods", { ...now, status: statusAt(now, stage, count, this.#hostNamed(node), this.#clockOf(node)) }, "status");
      if (stage.breaksNode === true) this.#annotate(node, "false");
      if (stage.warning !== undefined) recorder.record(now, "Warning", stage.warning.reason, stage.warning.message, "kubelet");
      this.#live(now, life, stage.thenStage ?? at + 1, count);
    });
  }

  /**
   * Restarts the containers of a pod in place after an image was edited. The event names only the first container.
   * Source: kuberuntime, computePodActions.
   */
  #restart(pod: StoredObject): void {
    const { random, recorder } = this.#options;
    const before = listIn(statusOf(pod), "containerStatuses").filter(isJsonObject);
    const restarts = Math.max(0, ...before.map(({ restartCount }) => Number(restartCount ?? 0)));
    const container = String(containersOf(specOf(pod))[0]?.name ?? "");
    recorder.record(pod, "Normal", "Killing", `Container ${container} definition changed, will be restarted`, "kubelet");
    const started = phaseOf(pod) === "Running";
    const life = lifeOf(pod, random).map((stage) => (started ? { ...stage, phase: "Running" as const } : stage));
    this.#live(pod, life, 0, started ? restarts + 1 : restarts);
  }

  /**
   * Handles an API that was restored to an older state of a pod. If the kubelet knew the pod on this node, it reports
   * the status again. Otherwise the pod's life starts again.
   */
  #handleRestored(pod: StoredObject, known: StoredObject | undefined): void {
    const node = nodeNameOf(pod) ?? "";
    if (known !== undefined && nodeNameOf(known) === node && !isEdited(pod, known)) {
      this.#afterOn(node, this.#options.random.int(100, 900), () => {
        const now = this.#current(pod);
        if (now?.metadata.resourceVersion !== pod.metadata.resourceVersion || isDeleting(now)) return;
        this.#options.store.update("pods", { ...now, status: statusOf(known) }, "status");
      });
      return;
    }
    this.#lives.set(pod.metadata.uid, this.#lifeNumber(pod) + 1);
    this.#begin(pod);
  }

  /** Sets the annotation that controls whether the node reports itself as ready. Users can set it too. */
  #annotate(node: string | undefined, ready: "true" | "false"): void {
    const { store } = this.#options;
    if (node === undefined || store.get("nodes", undefined, node) === undefined) return;
    store.edit("nodes", undefined, node, ({ metadata }) => {
      metadata.annotations = { ...metadata.annotations, [READY_ANNOTATION]: ready };
    });
  }

  #end(pod: StoredObject): void {
    const { store, random } = this.#options;
    // A mirror pod ends quickly, because the static pod behind it continues.
    this.#afterOn(nodeNameOf(pod) ?? "", isMirror(pod) ? random.int(20, 80) : endMs(pod, random), () => {
      const now = this.#current(pod);
      if (now === undefined) return;
      store.delete("pods", now.metadata.namespace, now.metadata.name, { gracePeriodSeconds: 0, uid: now.metadata.uid });
    });
  }
}
