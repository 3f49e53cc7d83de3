import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { StoreError } from "@daemonscope/simulated-apiserver/objects/failures";
import type { EventRecorder } from "../recorder.ts";
import type { DaemonSetView } from "./daemon-set-view.ts";
import type { Expectations } from "./expectations.ts";
import { podForNode } from "./pod-for-node.ts";

const BURST = 250;
export const COMPONENT = "daemonset-controller";

/** The results of the sync up to now. */
export interface SyncOutcome {
  /** The uids of the created pods, in order. */
  readonly created: string[];
  /** The number of planned creations and deletions, including creations that the slow start skipped. */
  calls: number;
  readonly errors: StoreError[];
}

/** Returns a new pod as admission leaves it. Throws the API's refusal. */
export type PodAdmission = (uid: string, node: string, pod: Record<string, unknown>) => Record<string, unknown>;

interface SyncContext {
  readonly store: Store;
  readonly recorder: EventRecorder;
  readonly expectations: Expectations;
  readonly nowMs: number;
  /** Changes or refuses a new pod, as admission does. */
  readonly admit: PodAdmission;
}

interface PodChanges {
  readonly set: DaemonSetView;
  readonly hash: string;
  readonly createOn: readonly string[];
  readonly remove: readonly StoredObject[];
}

/**
 * Carries out `count` calls in batches of 1, 2, 4…. A failure in a batch cancels the later batches. Returns how many
 * calls succeeded, and how many were never tried. Source: pkg/controller/daemon, syncNodes.
 */
export function slowStart(count: number, act: (at: number) => boolean): { readonly done: number; readonly skipped: number } {
  let done = 0;
  let at = 0;
  for (let size = 1; at < count; size *= 2) {
    const end = Math.min(count, at + size);
    let failed = false;
    for (; at < end; at++) {
      if (act(at)) done++;
      else failed = true;
    }
    if (failed) break;
  }
  return { done, skipped: count - at };
}

/**
 * Creates and deletes at most 250 pods each, with their events. The next sync does the rest. Collects the errors, and
 * lowers the expectations by the calls that failed or were skipped. Source: daemon_controller.go, syncNodes.
 */
export function syncNodes(
  { store, recorder, expectations, nowMs, admit }: SyncContext,
  { set, hash, createOn, remove }: PodChanges,
  outcome: SyncOutcome,
): void {
  const creations = createOn.slice(0, BURST);
  const deletions = remove.slice(0, BURST);
  if (creations.length + deletions.length === 0) return;
  expectations.expect(set.uid, creations.length, deletions.length, nowMs);
  const attempt = (failure: string, verb: string, call: () => void): boolean => {
    try {
      call();
      return true;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      outcome.errors.push(error);
      recorder.record(set.object, "Warning", failure, `Error ${verb}: ${error.message}`, COMPONENT);
      return false;
    }
  };
  const { done } = slowStart(creations.length, (at) =>
    attempt("FailedCreate", "creating", () => {
      const node = creations[at] ?? "";
      const pod = store.create("pods", admit(set.uid, node, podForNode(set, node, hash)));
      outcome.created.push(pod.metadata.uid);
      recorder.record(set.object, "Normal", "SuccessfulCreate", `Created pod: ${pod.metadata.name}`, COMPONENT);
    }),
  );
  expectations.lowerCreations(set.uid, creations.length - done);
  for (const { metadata } of deletions) {
    const deleted = attempt("FailedDelete", "deleting", () => {
      store.delete("pods", set.namespace, metadata.name, { uid: metadata.uid });
      recorder.record(set.object, "Normal", "SuccessfulDelete", `Deleted pod: ${metadata.name}`, COMPONENT);
    });
    if (!deleted) expectations.lowerDeletions(set.uid);
  }
  outcome.calls += creations.length + deletions.length;
}
