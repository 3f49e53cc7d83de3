import type { ClusterSink } from "../watch/cluster-watch.ts";
import { sinkOf } from "../watch/sink-of.ts";
import type { EventQueue } from "./event-queue.ts";

/** A queued event that the model rejected. */
export interface DeferredFailure {
  readonly method: keyof ClusterSink;
  /** The object that was put, or the key of a drop. */
  readonly objectOrKey: unknown;
  readonly cause: unknown;
  /** True if no later event concerns the same object. */
  readonly isLast: boolean;
}

/** Returns the key of an object: its kind, and the uid or name that its drop carries. */
function keyOf(method: string, objectOrKey: unknown): string {
  const kind = method.replace(/^(put|drop)/, "").replace("PodFacts", "Pod");
  if (typeof objectOrKey === "string") return `${kind} ${objectOrKey}`;
  const { metadata, uid } = objectOrKey as { readonly metadata?: { readonly name: string; readonly uid: string }; readonly uid?: string };
  return `${kind} ${kind === "Node" ? metadata?.name : (metadata?.uid ?? uid)}`;
}

/** Passes events to a consumer through a gate. While the gate is open, the caller gets a failure as an exception. A
 *  later failure goes to `onLate`. */
export function queuedSink(consumer: ClusterSink, gate: EventQueue, onLate: (failure: DeferredFailure) => void): ClusterSink {
  /** The last event of each object that waits. */
  const last = new Map<string, unknown>();
  const methodOf = <K extends keyof ClusterSink>(method: K) => {
    const deliver = consumer[method] as (object: unknown) => void;
    return ((object: unknown) => {
      if (!gate.isShut) return deliver(object);
      const key = keyOf(method, object);
      last.set(key, object);
      gate.pass(() => {
        const isLast = last.get(key) === object;
        if (isLast) last.delete(key);
        try {
          deliver(object);
        } catch (cause) {
          onLate({ method, objectOrKey: object, cause, isLast });
        }
      });
    }) as ClusterSink[K];
  };
  return sinkOf(methodOf);
}
