import type { ClusterConsumer } from "../cluster/cluster-watch.ts";
import { consumerOf } from "../cluster/consumer-of.ts";
import type { InputGate } from "./input-gate.ts";

/** Something that waited at a gate and could not be taken in. */
export interface LateFailure {
  readonly method: keyof ClusterConsumer;
  /** What was put, or by what it was to be dropped. */
  readonly told: unknown;
  readonly cause: unknown;
  /** Nothing was told of the same object after it. */
  readonly isLast: boolean;
}

/** One of a kind by what it is dropped by. */
function keyOf(method: string, told: unknown): string {
  const kind = method.replace(/^(put|drop)/, "").replace("PodFacts", "Pod");
  if (typeof told === "string") return `${kind} ${told}`;
  const { metadata, uid } = told as { readonly metadata?: { readonly name: string; readonly uid: string }; readonly uid?: string };
  return `${kind} ${kind === "Node" ? metadata?.name : (metadata?.uid ?? uid)}`;
}

/** Tells a consumer what passes a gate. Whoever told it hears of a failure only while the gate is open; of a later one hears `onLate`. */
export function gatedConsumer(consumer: ClusterConsumer, gate: InputGate, onLate: (failure: LateFailure) => void): ClusterConsumer {
  /** What was told last of each object that waits. */
  const last = new Map<string, unknown>();
  const told = <K extends keyof ClusterConsumer>(method: K) => {
    const tell = consumer[method] as (object: unknown) => void;
    return ((object: unknown) => {
      if (!gate.isShut) return tell(object);
      const key = keyOf(method, object);
      last.set(key, object);
      gate.pass(() => {
        const isLast = last.get(key) === object;
        if (isLast) last.delete(key);
        try {
          tell(object);
        } catch (cause) {
          onLate({ method, told: object, cause, isLast });
        }
      });
    }) as ClusterConsumer[K];
  };
  return consumerOf(told);
}
