import type { ClusterConsumer } from "../cluster/cluster-watch.ts";
import { consumerOf } from "../cluster/consumer-of.ts";
import type { InputGate } from "./input-gate.ts";

/** Tells a consumer what passes a gate. Whoever told it hears of a failure only while the gate is open; of a later one hears `onProblem`. */
export function gatedConsumer(consumer: ClusterConsumer, gate: InputGate, onProblem: (text: string) => void): ClusterConsumer {
  const told = <K extends keyof ClusterConsumer>(method: K) => {
    const tell = consumer[method] as (object: never) => void;
    const failed = (cause: unknown) =>
      onProblem(`what a watch brought could not be taken in (${method}): ${cause instanceof Error ? cause.message : String(cause)}`);
    return ((object: never) => gate.pass(() => tell(object), failed)) as ClusterConsumer[K];
  };
  return consumerOf(told);
}
