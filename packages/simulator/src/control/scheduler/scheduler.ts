import type { Clock } from "../../clock.ts";
import type { Random } from "../../random.ts";
import type { Store, StoredObject } from "../../store/contract.ts";
import { withCondition } from "../conditions.ts";
import { conditionNamed, conditionsOf, nodeNameOf, pinnedNodeOf, specOf } from "../objects.ts";
import type { EventRecorder } from "../recorder.ts";
import { WorkQueue } from "../work-queue.ts";
import { filterReasons, isWaiting, unschedulableMessage } from "./filters.ts";

/** The simulated default scheduler, without scores and preemption: a pinned pod goes to its node or waits with the scheduler's message. */
export class Scheduler {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #recorder: EventRecorder;
  readonly #queue: WorkQueue;
  /** Pods that did not fit, by the node that they are pinned to, or "". */
  readonly #waiting = new Map<string, Set<string>>();

  constructor(store: Store, clock: Clock, random: Random, recorder: EventRecorder) {
    this.#store = store;
    this.#clock = clock;
    this.#random = random;
    this.#recorder = recorder;
    this.#queue = new WorkQueue(clock, (key) => this.#schedule(key));
  }

  start(): void {
    this.#store.subscribe("pods", ({ type, object, previous }) => {
      if (type === "ADDED" && isWaiting(object)) this.#queue.add(keyOf(object), this.#random.int(2, 6));
      const freed = type === "DELETED" ? nodeNameOf(object) : undefined;
      if (freed !== undefined) this.#retry(freed);
      if (type === "DELETED") for (const pods of this.#waiting.values()) pods.delete(keyOf(previous ?? object));
    });
    this.#store.subscribe("nodes", ({ type, object }) => {
      if (type !== "DELETED") this.#retry(object.metadata.name);
    });
    for (const pod of this.#store.podsOnNode("")) if (isWaiting(pod)) this.#queue.add(keyOf(pod), 5);
  }

  #retry(node: string): void {
    for (const at of [node, ""]) {
      for (const key of this.#waiting.get(at) ?? []) this.#queue.add(key, this.#random.int(5, 20));
      this.#waiting.delete(at);
    }
  }

  #schedule(key: string): void {
    const [namespace = "", name = ""] = key.split("/");
    const pod = this.#store.get("pods", namespace, name);
    if (pod === undefined || !isWaiting(pod)) return;
    const gates = specOf(pod).schedulingGates;
    if (Array.isArray(gates) && gates.length > 0) {
      this.#refuse(pod, "SchedulingGated", "Scheduling is blocked due to non-empty scheduling gates", "");
      return;
    }
    const pinned = pinnedNodeOf(pod);
    const candidates =
      pinned === undefined
        ? this.#random.shuffle(this.#store.list("nodes"))
        : [this.#store.get("nodes", undefined, pinned)].filter((node) => node !== undefined);
    const reasons: string[] = [];
    for (const node of candidates) {
      const failed = filterReasons(pod, node, this.#store.podsOnNode(node.metadata.name));
      if (failed.length === 0) {
        this.#store.bind(namespace, name, node.metadata.name);
        this.#recorder.record(
          pod,
          "Normal",
          "Scheduled",
          `Successfully assigned ${namespace}/${name} to ${node.metadata.name}`,
          "default-scheduler",
        );
        return;
      }
      reasons.push(...failed);
    }
    const nodes = this.#store.list("nodes").length;
    const message = unschedulableMessage(nodes, reasons, pinned === undefined ? 0 : nodes - candidates.length);
    this.#refuse(pod, "Unschedulable", message, pinned ?? "");
  }

  #refuse(pod: StoredObject, reason: string, message: string, node: string): void {
    const waiting = this.#waiting.get(node) ?? new Set<string>();
    waiting.add(keyOf(pod));
    this.#waiting.set(node, waiting);
    if (conditionNamed(pod, "PodScheduled")?.message === message) return;
    if (reason === "Unschedulable") this.#recorder.record(pod, "Warning", "FailedScheduling", message, "default-scheduler");
    this.#store.edit(
      "pods",
      pod.metadata.namespace,
      pod.metadata.name,
      (copy) => {
        copy.status = {
          ...(copy.status as object),
          conditions: withCondition(conditionsOf(copy), this.#clock, "PodScheduled", "False", reason, message),
        };
      },
      "status",
    );
  }
}

const keyOf = (pod: StoredObject): string => `${pod.metadata.namespace ?? ""}/${pod.metadata.name}`;
