import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { timestamp } from "@daemonscope/simulated-apiserver/objects/timestamp";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import type { EventRecorder } from "../recorder.ts";
import { isUnfinished } from "../scheduler/filters.ts";
import { admitPodOnNode } from "./admit-pod.ts";
import { isMirror } from "./static-pods.ts";

interface AdmissionsOptions {
  readonly store: Store;
  /** The clock that a node's kubelet uses for timestamps. */
  readonly clockOf: (node: string) => Clock;
  readonly recorder: EventRecorder;
}

/** Tracks the pods that their kubelets have admitted. */
export class Admissions {
  readonly #options: AdmissionsOptions;
  readonly #takenUids = new Set<string>();

  constructor(options: AdmissionsOptions) {
    this.#options = options;
  }

  forget({ metadata }: StoredObject): void {
    this.#takenUids.delete(metadata.uid);
  }

  /** Admits a pod once, or fails it for good and records why. */
  takes(pod: StoredObject, nodeName: string): boolean {
    const { store, clockOf, recorder } = this.#options;
    const { uid } = pod.metadata;
    if (this.#takenUids.has(uid)) return true;
    const node = store.get("nodes", undefined, nodeName);
    const present = store.podsOnNode(nodeName).filter((other) => this.#takenUids.has(other.metadata.uid) && isUnfinished(other));
    const refusal = node === undefined || isMirror(pod) ? undefined : admitPodOnNode(pod, node, present);
    if (refusal === undefined) {
      this.#takenUids.add(uid);
      return true;
    }
    recorder.record(pod, "Warning", refusal.reason, refusal.message, "kubelet");
    const failed = { phase: "Failed", reason: refusal.reason, message: `Pod was rejected: ${refusal.message}` };
    store.update("pods", { ...pod, status: { ...statusOf(pod), ...failed, startTime: timestamp(clockOf(nodeName).nowMs()) } }, "status");
    return false;
  }
}
