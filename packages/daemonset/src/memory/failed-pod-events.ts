import type { KubeEvent } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/time";

/** A failed pod that the controller says it deletes. */
export interface ToldFailure {
  readonly daemonSet: { readonly namespace: string; readonly name: string; readonly uid: string | undefined };
  readonly node: string;
  readonly atMs: number;
}

const FOUND_FAILED = /^(?:\(combined from similar events\): )?Found failed daemon pod \S+ on node (\S+), will try to kill it$/;

/** Reads the controller's own event about a failed daemon pod; undefined for any other. Each is one failure, whatever its count: an event that came again is
 *  about the same pod, and one that the recorder combined of several names the last of them only, which may have been on several nodes.
 *  Source: daemon_controller.go, podsShouldBeOnNode; client-go tools/record/events_cache.go (rule R23). */
export function toldFailure({ reason, involved, metadata, message, lastSeen }: KubeEvent): ToldFailure | undefined {
  if (reason !== "FailedDaemonPod" || involved.kind !== "DaemonSet") return undefined;
  const node = FOUND_FAILED.exec(message)?.[1];
  const atMs = timeMs(lastSeen);
  if (node === undefined || atMs === undefined) return undefined;
  return { daemonSet: { namespace: metadata.namespace, name: involved.name, uid: involved.uid }, node, atMs };
}

/** What it remembers, as plain data. */
export interface SavedEvents {
  readonly early: readonly (readonly [uid: string, told: ToldFailure])[];
  readonly heard: readonly string[];
}

/** Keeps which events were told of already: the watch brings them again, and what they add later is seen in the pods. */
export class HeardEvents {
  readonly #early: Map<string, ToldFailure>;
  readonly #heard: Set<string>;

  constructor({ early, heard }: SavedEvents = { early: [], heard: [] }) {
    this.#early = new Map(early);
    this.#heard = new Set(heard);
  }

  get saved(): SavedEvents {
    return { early: [...this.#early], heard: [...this.#heard] };
  }

  /** Before anything is remembered: kept as it says last. */
  keep(uid: string, told: ToldFailure): void {
    this.#early.set(uid, told);
  }

  /** What was kept; it is forgotten here. */
  takeEarly(): readonly (readonly [uid: string, told: ToldFailure])[] {
    const early = [...this.#early];
    this.#early.clear();
    return early;
  }

  /** True the first time. */
  isNews(uid: string): boolean {
    if (this.#heard.has(uid)) return false;
    this.#heard.add(uid);
    return true;
  }

  /** The API server lets events go after an hour. */
  drop(uid: string): void {
    this.#early.delete(uid);
    this.#heard.delete(uid);
  }
}
