import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { isJsonObject, listIn, objectIn, textIn } from "@daemonscope/simulated-apiserver/objects/json";
import {
  annotationOf,
  conditionNamed,
  conditionsOf,
  containersOf,
  isDeleting,
  isReady,
  labelsOf,
  nodeNameOf,
  specOf,
  statusOf,
} from "@daemonscope/simulated-apiserver/objects/objects";
import {
  FAKE_KUBELET_LABEL,
  PREFIX,
  PROBE_FAILS_ANNOTATION,
  READY_ANNOTATION,
  SILENT_ANNOTATION,
} from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import type { Random } from "@daemonscope/simulated-apiserver/time/random";
import { microTime } from "../micro-time.ts";
import type { EventRecorder } from "../recorder.ts";
import { Admissions } from "./admissions.ts";
import type { ContainerLife } from "./container-life.ts";
import { durationMs } from "./duration.ts";
import { NodeImages } from "./images.ts";
import { hostAddressOf, registeredStatus, reportedStatus } from "./node-status.ts";
import { breaksItsNode, endMs, planOf } from "./pod-plan.ts";
import { endedStatus, gateProblem, type Host, hostAt, isEnded, withReadiness } from "./pod-status.ts";
import { PodWorker, randomOf, type WorkerSurroundings } from "./pod-worker.ts";
import { type Exit, hasFailingStopHook, programOf, terminationOf } from "./program.ts";
import { skewed } from "./skewed-clock.ts";
import { isMirror, StaticPods } from "./static-pods.ts";

const LEASES = "kube-node-lease";

const imagesOf = (pod: StoredObject): string =>
  containersOf(specOf(pod))
    .map(({ image }) => String(image))
    .join(" ");
/** Reports whether a user changed the pod's images. Kubelets act on no other edit of a running pod. */
const isEdited = (pod: StoredObject, previous: StoredObject): boolean => pod.spec !== previous.spec && imagesOf(pod) !== imagesOf(previous);

/** Reports whether the conditions that a pod's readiness gates name changed. Most pods have no gates. */
function gatesChanged(pod: StoredObject, previous: StoredObject): boolean {
  const hasGates = listIn(specOf(pod), "readinessGates").length > 0;
  return hasGates && gateProblem(pod)?.[1] !== gateProblem(previous)?.[1];
}

interface KubeletsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly recorder: EventRecorder;
  /** No heartbeat is written before this time, because the history of a cluster needs none. */
  readonly heartbeatFromMs: number;
  /** The time between two heartbeats of one node, plus or minus 20 %. */
  readonly heartbeatEveryMs: number;
  /** Whether Normal events are written. In a large cluster there would be hundreds of thousands. */
  readonly hasNormalEvents: boolean;
  /** Runs `make` with random numbers that leave the sequence of the cluster alone. */
  readonly apart: (make: () => void) => void;
}

/** From the moment when all containers of a deleted pod ended until the pod is gone. */
const REMOVE_MS = [100, 400] as const;
/** From the return of a mirror pod until it shows the status of its static pod. Measured on a real node. */
const MIRROR_STATUS_MS = [5000, 7000] as const;
/** From a changed condition of a pod until its kubelet reports the readiness again. */
const GATE_MS = 100;
/** From SIGTERM to the end of a program whose delay its arguments give. */
const STOP_MS = [50, 200] as const;

/**
 * All kubelets of the simulated cluster. A worker runs each pod. Nodes report that they are ready or not, or become
 * silent.
 */
export class Kubelets {
  readonly #options: KubeletsOptions;
  /** Work that silent nodes resume when they respond again, by node. */
  readonly #held = new Map<string, (() => void)[]>();
  readonly #hosts = new Map<string, Host>();
  readonly #images = new NodeImages();
  /** Nodes that once had the label of a fake kubelet. They become silent when they lose the label. */
  readonly #labelled = new Set<string>();
  /** The workers of pods to which something happens, by uid. A pod that only runs has none. */
  readonly #workers = new Map<string, PodWorker>();
  readonly #surroundings: WorkerSurroundings;
  readonly #admissions: Admissions;
  readonly staticPods: StaticPods;

  constructor(options: KubeletsOptions) {
    this.#options = options;
    const { store, clock, random } = options;
    this.#admissions = new Admissions({ ...options, clockOf: (node) => this.#clockOf(node) });
    this.staticPods = new StaticPods({ store, clock, random, isSilent: (node) => this.isSilent(node) });
    this.#surroundings = {
      store,
      clock,
      images: this.#images,
      clockOf: (node) => this.#clockOf(node),
      hostNamed: (node) => this.#hostNamed(node),
      afterOn: (node, delayMs, then) => this.#afterOn(node, delayMs, then),
      admits: (pod, node) => this.#admissions.takes(pod, node),
      record: (pod, container, type, reason, message) => this.#record(pod, container, type, reason, message),
      breakNode: (node) => this.#annotate(node, "false"),
      idle: (worker) => {
        if (this.#workers.get(worker.uid) === worker) this.#workers.delete(worker.uid);
      },
    };
  }

  start(): void {
    const { store } = this.#options;
    this.staticPods.start();
    store.subscribe("pods", ({ type, object, previous, restored }) => {
      if (type === "DELETED" && breaksItsNode(object)) this.#annotate(nodeNameOf(object), "true");
      if (type === "DELETED") {
        this.#admissions.forget(object);
        this.#stopWorker(object);
      }
      const node = type === "DELETED" ? undefined : nodeNameOf(object);
      if (node === undefined) return;
      if (restored === true) this.#handleRestored(object, previous);
      else if (previous === undefined || nodeNameOf(previous) === undefined) this.#begin(object);
      else if (isDeleting(object) || isEnded(object)) this.#stopWorker(object);
      else if (isEdited(object, previous)) this.#edit(object, previous);
      else if (annotationOf(object, PROBE_FAILS_ANNOTATION) !== annotationOf(previous, PROBE_FAILS_ANNOTATION))
        this.#work(object, (worker) => worker.askProbes());
      else if (gatesChanged(object, previous)) this.#afterOn(node, GATE_MS, () => this.#checkGates(object));
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
    clock.after(0, () => this.#register(name));
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
    this.#images.forgetNode(name);
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

  #register(name: string): void {
    const { store } = this.#options;
    const node = store.get("nodes", undefined, name);
    if (node === undefined || statusOf(node).allocatable !== undefined || this.isSilent(name)) return;
    store.update("nodes", { ...node, status: registeredStatus(node) }, "status");
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
      const conditions = withReadiness(conditionsOf(pod), clock, undefined, gateProblem(pod));
      store.update("pods", { ...pod, status: { ...statusOf(pod), conditions } }, "status");
    }
  }

  /** Reports the readiness of a pod again, after a condition of one of its readiness gates changed. */
  #checkGates(pod: StoredObject): void {
    const now = this.#current(pod);
    if (now === undefined || isDeleting(now) || conditionNamed(now, "ContainersReady")?.status !== "True") return;
    const conditions = withReadiness(conditionsOf(now), this.#clockOf(nodeNameOf(now) ?? ""), undefined, gateProblem(now));
    this.#options.store.update("pods", { ...now, status: { ...statusOf(now), conditions } }, "status");
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

  #current(pod: StoredObject): StoredObject | undefined {
    const now = this.#options.store.get("pods", pod.metadata.namespace, pod.metadata.name);
    return now?.metadata.uid === pod.metadata.uid ? now : undefined;
  }

  #begin(pod: StoredObject): void {
    const { random } = this.#options;
    this.#stopWorker(pod);
    if (this.staticPods.statusBehind(pod) !== undefined) return this.#mirror(pod);
    const plan = planOf(pod, random);
    const worker = new PodWorker(pod, plan, this.#surroundings);
    this.#workers.set(worker.uid, worker);
    worker.begin(plan);
  }

  /** Shows the status of a static pod that already runs in its new mirror. */
  #mirror(pod: StoredObject): void {
    const { store } = this.#options;
    const delayMs = randomOf(pod, "mirror").int(MIRROR_STATUS_MS[0], MIRROR_STATUS_MS[1]);
    this.#afterOn(nodeNameOf(pod) ?? "", delayMs, () => {
      const now = this.#current(pod);
      const status = this.staticPods.statusBehind(pod);
      if (now !== undefined && status !== undefined && !isDeleting(now)) store.update("pods", { ...now, status }, "status");
    });
  }

  #stopWorker({ metadata }: StoredObject): void {
    this.#workers.get(metadata.uid)?.stop();
    this.#workers.delete(metadata.uid);
  }

  /** Lets a pod's worker do something. A pod that only runs gets a worker for it. */
  #work(pod: StoredObject, task: (worker: PodWorker) => void, before = pod): void {
    const { uid } = pod.metadata;
    let worker = this.#workers.get(uid);
    if (worker === undefined) {
      worker = new PodWorker(before, { createMs: 0, startMs: 0, crashMs: 0 }, this.#surroundings);
      worker.resume();
      this.#workers.set(uid, worker);
    }
    task(worker);
    if (worker.isIdle) this.#workers.delete(uid);
  }

  #edit(pod: StoredObject, before: StoredObject): void {
    const plan = planOf(pod, this.#options.random);
    this.#work(pod, (worker) => worker.edit(pod, plan), before);
  }

  #record(
    pod: StoredObject,
    container: Pick<ContainerLife, "name" | "role"> | undefined,
    type: "Normal" | "Warning",
    reason: string,
    message: string,
  ): void {
    const { apart, recorder, hasNormalEvents } = this.#options;
    if (type === "Normal" && !hasNormalEvents) return;
    const field = container?.role === "main" ? "containers" : "initContainers";
    const host = nodeNameOf(pod) ?? "";
    const origin = container === undefined ? { host } : { host, fieldPath: `spec.${field}{${container.name}}` };
    apart(() => recorder.record(pod, type, reason, message, "kubelet", origin));
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

  /** Stops the containers of a deleted pod, reports their ends, and removes the pod. */
  #end(pod: StoredObject): void {
    const { store, random } = this.#options;
    const node = nodeNameOf(pod) ?? "";
    const remove = (): void => {
      const now = this.#current(pod);
      if (now === undefined) return;
      store.delete("pods", now.metadata.namespace, now.metadata.name, { gracePeriodSeconds: 0, uid: now.metadata.uid });
    };
    // A mirror pod ends quickly, because the static pod behind it continues.
    if (isMirror(pod)) return this.#afterOn(node, random.int(20, 80), remove);
    const ordinaryMs = endMs(pod, random);
    const ends = this.#endsOf(pod, ordinaryMs);
    const { afterMs } = [...ends.values()].reduce((latest, end) => (end.afterMs > latest.afterMs ? end : latest), {
      afterMs: ends.size === 0 ? ordinaryMs : 0,
    });
    this.#afterOn(node, 0, () => this.#recordKilling(pod));
    this.#afterOn(node, afterMs, () => {
      const now = this.#current(pod);
      if (now === undefined) return;
      const exitOf = (name: string): Exit => ends.get(name) ?? { code: 137, reason: "Error" };
      if (!isEnded(now)) store.update("pods", { ...now, status: endedStatus(now, this.#clockOf(node), exitOf) }, "status");
      this.#afterOn(node, randomOf(pod, "end").int(REMOVE_MS[0], REMOVE_MS[1]), remove);
    });
  }

  /** Returns how the running containers of a pod end, and after which time, by name. */
  #endsOf(pod: StoredObject, ordinaryMs: number): ReadonlyMap<string, Exit & { readonly afterMs: number }> {
    const spec = specOf(pod);
    const graceMs = (pod.metadata.deletionGracePeriodSeconds ?? 30) * 1000;
    const isKilled = (durationMs(annotationOf(pod, `${PREFIX}delete-delay`)) ?? 0) > graceMs;
    const random = randomOf(pod, "stop");
    const running = new Set(runningContainersOf(pod));
    return new Map(
      containersOf(spec)
        .filter(({ name }) => running.has(String(name)))
        .map((container) => {
          const program = programOf(container, spec, "main", { crashMs: 0 });
          const stopMs = program.termMs === undefined ? ordinaryMs : random.int(STOP_MS[0], STOP_MS[1]);
          const end = terminationOf(container, program, graceMs, stopMs);
          return [String(container.name), isKilled ? { code: 137, reason: "Error", afterMs: graceMs } : end] as const;
        }),
    );
  }

  #recordKilling(pod: StoredObject): void {
    for (const container of containersOf(specOf(pod))) {
      const name = String(container.name);
      if (!runningContainersOf(pod).includes(name)) continue;
      const about = { role: "main", name } as const;
      this.#record(pod, about, "Normal", "Killing", `Stopping container ${name}`);
      if (hasFailingStopHook(container)) this.#record(pod, about, "Warning", "FailedPreStopHook", "PreStopHook failed");
    }
  }
}

/** Returns the names of the pod's containers that run, without init containers. */
const runningContainersOf = (pod: StoredObject): readonly string[] =>
  listIn(statusOf(pod), "containerStatuses")
    .filter(isJsonObject)
    .filter(({ state }) => isJsonObject(state) && isJsonObject(state.running))
    .map((status) => textIn(status, "name"));
