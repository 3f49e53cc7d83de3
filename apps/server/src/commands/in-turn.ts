import type { ClusterConsumer } from "../cluster/cluster-watch.ts";
import { consumerOf } from "../cluster/consumer-of.ts";

/** Sends each event to both sinks while `isMeant` returns true. */
export function inTurn(first: ClusterConsumer, second: ClusterConsumer, isMeant: () => boolean): ClusterConsumer {
  const told = <K extends keyof ClusterConsumer>(method: K) =>
    ((object: never) => {
      (first[method] as (object: never) => void)(object);
      if (isMeant()) (second[method] as (object: never) => void)(object);
    }) as ClusterConsumer[K];
  return consumerOf(told);
}
