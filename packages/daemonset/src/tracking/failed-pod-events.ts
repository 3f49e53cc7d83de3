import type { KubeEvent } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";

/** The controller's report that it deletes a failed pod. */
export interface FailedPodEvent {
  readonly daemonSet: { readonly namespace: string; readonly name: string; readonly uid: string | undefined };
  readonly node: string;
  readonly atMs: number;
}

export const FAILED_DAEMON_POD = "FailedDaemonPod";
/** The oldest go first. A recorder writes at most a few dozen of these events per DaemonSet and hour. */
const MAX_EVENTS = 10_000;

const FOUND_FAILED = /^(?:\(combined from similar events\): )?Found failed daemon pod (\S+) on node (\S+), will try to kill it$/;

/** Returns the pod, as `namespace/name`, and the node in the message of such an event. */
export function failedPodIn(message: string): { readonly pod: string; readonly node: string } | undefined {
  const [, pod, node] = FOUND_FAILED.exec(message) ?? [];
  return pod === undefined || node === undefined ? undefined : { pod, node };
}

/** Parses the controller's event about a failed daemon pod; undefined for any other event. Each event is one
 *  failure, regardless of its count: a repeated event is about the same pod. An event that the recorder combined
 *  names only the last of several pods, which may have been on several nodes. Source: daemon_controller.go,
 *  podsShouldBeOnNode; client-go tools/record/events_cache.go (rule R23). */
export function failedPodEvent({ reason, involved, metadata, message, lastSeen }: KubeEvent): FailedPodEvent | undefined {
  if (reason !== FAILED_DAEMON_POD || involved.kind !== "DaemonSet") return undefined;
  const node = failedPodIn(message)?.node;
  const atMs = timeMs(lastSeen);
  if (node === undefined || atMs === undefined) return undefined;
  return { daemonSet: { namespace: metadata.namespace, name: involved.name, uid: involved.uid }, node, atMs };
}

/** The memory as plain data. */
export interface SavedEvents {
  readonly early: readonly (readonly [uid: string, event: FailedPodEvent])[];
  readonly heard: readonly string[];
}

function dropFirst(keyed: Map<string, unknown> | Set<string>, limit: number): void {
  if (keyed.size <= limit) return;
  const [first] = keyed.keys();
  if (first !== undefined) keyed.delete(first);
}

/** Remembers the processed events: the watch sends them again, and later failures are seen in the pods. */
export class FailedPodEvents {
  readonly #early: Map<string, FailedPodEvent>;
  readonly #processed: Set<string>;

  constructor({ early, heard: processed }: SavedEvents = { early: [], heard: [] }) {
    this.#early = new Map(early);
    this.#processed = new Set(processed);
  }

  get saved(): SavedEvents {
    return { early: [...this.#early], heard: [...this.#processed] };
  }

  /** Keeps the latest form of an event while the model does not remember yet. */
  keep(uid: string, event: FailedPodEvent): void {
    this.#early.set(uid, event);
    dropFirst(this.#early, MAX_EVENTS);
  }

  /** Returns the kept events and clears them. */
  takeEarly(): readonly (readonly [uid: string, event: FailedPodEvent])[] {
    const early = [...this.#early];
    this.#early.clear();
    return early;
  }

  /** Marks an event as processed, and reports whether it was not processed before. */
  isNews(uid: string): boolean {
    if (this.#processed.has(uid)) return false;
    this.#processed.add(uid);
    dropFirst(this.#processed, MAX_EVENTS);
    return true;
  }

  /** The API server deletes events after an hour. */
  drop(uid: string): void {
    this.#early.delete(uid);
    this.#processed.delete(uid);
  }
}
