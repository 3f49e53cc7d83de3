import type { StartStep } from "./start-step.ts";

/** A text that bytes are held against: each character of ASCII, and for any other a number that no byte is. */
export type Letters = Uint16Array;

export const lettersOf = (text: string): Letters =>
  Uint16Array.from({ length: text.length }, (_, at) => (text.charCodeAt(at) < 0x80 ? text.charCodeAt(at) : 0x100));

/** What a pod has in common with others of its DaemonSet, as it is held against bytes. */
export interface WellTexts {
  readonly namespace: Letters;
  /** Of its name: all but the tail, which is a number (`model/name-tail.ts`). */
  readonly head: Letters;
  readonly ownerUid: Letters;
  readonly hash: Letters | undefined;
  readonly templateGeneration: Letters | undefined;
  readonly images: Letters | undefined;
}

/** What a pod is beside its status, as it was told last: bound to its node, and nothing was wrong with it. */
export interface WellPod {
  readonly texts: WellTexts;
  readonly ownerUid: string;
  readonly tail: number;
  readonly node: string;
  readonly createdAtS: number;
}

/** What a status tells of a pod with which nothing is wrong. */
export interface WellStatus {
  readonly phase: string;
  readonly ready: boolean;
  /** When the Ready condition came to be what it is, in seconds since the epoch; undefined where it does not tell, or is not there. */
  readonly sinceS: number | undefined;
  readonly restarts: number;
  readonly step: StartStep | undefined;
}

/** A uid as the API server makes them, as four numbers of 32 bits. */
export interface UidNumbers {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

/** Pods with which nothing is wrong, for who reads that a status changed and all else did not. */
export interface WellPods {
  /** What is known of a pod, good until something else is asked or told; undefined where it is not known, or something is wrong with it. */
  find(uid: UidNumbers): WellPod | undefined;
  /** Tells a status of the pod that was found last, as if all of the pod had been told; false where that must be done. */
  tell(status: WellStatus): boolean;
}
