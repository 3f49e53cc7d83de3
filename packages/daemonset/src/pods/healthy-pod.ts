import type { UidNumbers } from "@daemonscope/columns/uid-numbers";
import type { StartStep } from "./start-step.ts";

// The known state of healthy pods, for the quick check of a watch (`PodQuickCheck`). Most pod updates change only the
// status, so the check compares the bytes of an update with this state instead of decoding the pod.

/** A text for comparison with the bytes of a protobuf message. Has the code of each ASCII character, and for any other
 *  character a number that no byte equals. */
export type AsciiCodes = Uint16Array;

export const asciiCodesOf = (text: string): AsciiCodes =>
  Uint16Array.from({ length: text.length }, (_, at) => (text.charCodeAt(at) < 0x80 ? text.charCodeAt(at) : 0x100));

/** Texts that a pod shares with others of its DaemonSet. */
export interface HealthyPodTexts {
  readonly namespace: AsciiCodes;
  /** The name without its tail, which is a number (`name-suffix.ts`). */
  readonly head: AsciiCodes;
  readonly ownerUid: AsciiCodes;
  readonly hash: AsciiCodes | undefined;
  readonly templateGeneration: AsciiCodes | undefined;
  readonly images: AsciiCodes | undefined;
}

/** The last known facts of a pod outside its status. The pod is bound to its node and has no problem. */
export interface HealthyPod {
  readonly texts: HealthyPodTexts;
  readonly ownerUid: string;
  readonly tail: number;
  readonly node: string;
  readonly createdAtS: number;
}

/** The status of a pod without a problem. */
export interface HealthyPodStatus {
  readonly phase: string;
  readonly ready: boolean;
  /** Last transition of the Ready condition, in seconds since the epoch. Undefined if the condition or its time is
   *  missing. */
  readonly sinceS: number | undefined;
  readonly restarts: number;
  readonly step: StartStep | undefined;
}

/** A change of the status of a pod. Valid until the next call, because `after` may be reused. */
export interface PodStatusChange {
  readonly uid: string;
  readonly before: HealthyPodStatus;
  readonly after: HealthyPodStatus;
}

/** The model's pods without a problem, for the quick check. */
export interface HealthyPods {
  /** Returns the facts of a pod. They are valid until the next call. Undefined if the pod is unknown or has a
   *  problem. */
  find(uid: UidNumbers): HealthyPod | undefined;
  /** Applies a status to the pod that was found last, with the effect of the whole pod. Returns false if the caller
   *  must apply the whole pod instead. */
  apply(status: HealthyPodStatus): boolean;
}
