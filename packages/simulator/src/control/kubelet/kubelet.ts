import { fnv1a32 } from "@daemonscope/kube/fnv";
import type { Clock } from "../../clock.ts";
import type { Random } from "../../random.ts";
import type { Store, StoredObject } from "../../store/contract.ts";
import { withCondition } from "../conditions.ts";
import { annotationOf, conditionNamed, conditionsOf, containersOf, isDeleting, isReady, nodeNameOf, specOf, statusOf } from "../objects.ts";
import type { EventRecorder } from "../recorder.ts";
import { endMs, type LifeStage, lifeOf, READY_ANNOTATION, SILENT_ANNOTATION } from "./pod-life.ts";

/** All kubelets of the simulated cluster: pods start, fail and end as their life says; nodes report ready or not. */
export class Kubelets {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #recorder: EventRecorder;

  constructor(store: Store, clock: Clock, random: Random, recorder: EventRecorder) {
    this.#store = store;
    this.#clock = clock;
    this.#random = random;
    this.#recorder = recorder;
  }

  start(): void {
    this.#store.subscribe("pods", ({ type, object, previous }) => {
      if (type === "DELETED") return;
      const node = nodeNameOf(object);
      if (node === undefined) return;
      if (previous === undefined || nodeNameOf(previous) === undefined) this.#live(object, lifeOf(object, this.#random), 0, 0);
      if (isDeleting(object) && (previous === undefined || !isDeleting(previous))) this.#end(object);
    });
    this.#store.subscribe("nodes", ({ type, object, previous }) => {
      if (type === "DELETED") return;
      if (previous === undefined) this.#clock.after(this.#random.int(300, 900), () => this.#report(object.metadata.name));
      else if (
        annotationOf(object, READY_ANNOTATION) !== annotationOf(previous, READY_ANNOTATION) ||
        annotationOf(object, SILENT_ANNOTATION) !== annotationOf(previous, SILENT_ANNOTATION)
      )
        this.#clock.after(200, () => this.#report(object.metadata.name));
      else if (isReady(object) && !isReady(previous)) this.#clock.after(500, () => this.#recover(object.metadata.name));
    });
    for (const node of this.#store.list("nodes"))
      if (conditionNamed(node, "Ready") === undefined) this.#clock.after(this.#random.int(10, 200), () => this.#report(node.metadata.name));
  }

  #silent(node: string | undefined): boolean {
    const object = node === undefined ? undefined : this.#store.get("nodes", undefined, node);
    return object === undefined || annotationOf(object, SILENT_ANNOTATION) === "true";
  }

  #report(name: string): void {
    if (this.#silent(name)) return;
    this.#store.edit(
      "nodes",
      undefined,
      name,
      (node) => {
        const ready = annotationOf(node, READY_ANNOTATION) !== "false";
        const status = statusOf(node);
        const conditions = ready
          ? withCondition(conditionsOf(node), this.#clock, "Ready", "True", "KubeletReady", "kubelet is posting ready status")
          : withCondition(conditionsOf(node), this.#clock, "Ready", "False", "KubeletNotReady", "container runtime is down");
        const capacity = { cpu: "32", memory: "256Gi", pods: "110", "ephemeral-storage": "500Gi" };
        node.status = {
          capacity,
          allocatable: capacity,
          addresses: [
            { type: "InternalIP", address: `10.0.${fnv1a32(name) % 250}.${(fnv1a32(name) >>> 8) % 250}` },
            { type: "Hostname", address: name },
          ],
          nodeInfo: {
            kubeletVersion: "v1.36.3",
            osImage: "Simulated Linux",
            kernelVersion: "6.12.0",
            containerRuntimeVersion: "simulated://1.0",
            operatingSystem: "linux",
            architecture: "amd64",
          },
          ...status,
          conditions,
        };
      },
      "status",
    );
  }

  /** A node that is back reports the readiness of its running pods anew. */
  #recover(name: string): void {
    for (const pod of this.#store.podsOnNode(name)) {
      const containers = statusOf(pod).containerStatuses;
      const allReady = Array.isArray(containers) && containers.length > 0 && containers.every((container) => container.ready === true);
      if (allReady && !isReady(pod) && !isDeleting(pod)) this.#setReady(pod, true);
      if (isDeleting(pod)) this.#end(pod);
    }
  }

  #setReady(pod: StoredObject, ready: boolean): void {
    this.#store.edit(
      "pods",
      pod.metadata.namespace,
      pod.metadata.name,
      (copy) => {
        const conditions = withCondition(
          withCondition(conditionsOf(copy), this.#clock, "Ready", ready ? "True" : "False"),
          this.#clock,
          "ContainersReady",
          ready ? "True" : "False",
        );
        copy.status = { ...statusOf(copy), conditions };
      },
      "status",
    );
  }

  #live(pod: StoredObject, life: readonly LifeStage[], at: number, restarts: number): void {
    const stage = life[at];
    if (stage === undefined) return;
    this.#clock.after(stage.afterMs, () => {
      const now = this.#store.get("pods", pod.metadata.namespace, pod.metadata.name);
      if (now === undefined || now.metadata.uid !== pod.metadata.uid || isDeleting(now)) return;
      if (this.#silent(nodeNameOf(now))) {
        this.#live(pod, [{ ...stage, afterMs: 1000 }, ...life.slice(at + 1)], 0, restarts);
        return;
      }
      const again = stage.thenStage === undefined ? restarts : restarts + 1;
      this.#apply(now, stage, stage.state === "CrashLoopBackOff" ? again + 1 : again);
      if (stage.warning !== undefined) this.#recorder.record(now, "Warning", stage.warning.reason, stage.warning.message, "kubelet");
      this.#live(pod, life, stage.thenStage ?? at + 1, again);
    });
  }

  #apply(pod: StoredObject, stage: LifeStage, restarts: number): void {
    const nowText = `${new Date(this.#clock.nowMs()).toISOString().slice(0, 19)}Z`;
    this.#store.edit(
      "pods",
      pod.metadata.namespace,
      pod.metadata.name,
      (copy) => {
        const containers = containersOf(specOf(copy));
        const names = containers.map((container) => String(container.name)).join(" ");
        const waiting = stage.state !== "running";
        const notReady = ["ContainersNotReady", `containers with unready status: [${names}]`] as const;
        let conditions = withCondition(conditionsOf(copy), this.#clock, "Initialized", "True");
        for (const type of ["Ready", "ContainersReady"])
          conditions = stage.ready
            ? withCondition(conditions, this.#clock, type, "True")
            : withCondition(conditions, this.#clock, type, "False", ...notReady);
        const before = statusOf(copy);
        copy.status = {
          ...before,
          phase: stage.phase,
          startTime: before.startTime ?? nowText,
          podIP: before.podIP ?? `10.244.${fnv1a32(copy.metadata.uid) % 250}.${(fnv1a32(copy.metadata.uid) >>> 8) % 250}`,
          conditions,
          containerStatuses: containers.map((container) => ({
            name: container.name,
            image: container.image,
            imageID: "",
            ready: stage.ready,
            started: !waiting,
            restartCount: restarts,
            ...(stage.state === "CrashLoopBackOff"
              ? { lastState: { terminated: { exitCode: 1, reason: "Error", startedAt: nowText, finishedAt: nowText } } }
              : {}),
            state: waiting
              ? { waiting: { reason: stage.state, ...(stage.message === undefined ? {} : { message: stage.message }) } }
              : { running: { startedAt: nowText } },
          })),
        };
      },
      "status",
    );
  }

  #end(pod: StoredObject): void {
    if (this.#silent(nodeNameOf(pod))) return;
    this.#clock.after(endMs(pod, this.#random), () => {
      const now = this.#store.get("pods", pod.metadata.namespace, pod.metadata.name);
      if (now === undefined || now.metadata.uid !== pod.metadata.uid || this.#silent(nodeNameOf(now))) return;
      if ((now.metadata.finalizers ?? []).length === 0)
        this.#store.delete("pods", pod.metadata.namespace, pod.metadata.name, { gracePeriodSeconds: 0 });
    });
  }
}
