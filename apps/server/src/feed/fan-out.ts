import type { ClusterSink } from "../watch/cluster-watch.ts";
import { sinkOf } from "../watch/sink-of.ts";

/** Sends each event to both sinks while `isMeant` returns true. */
export function fanOut(first: ClusterSink, second: ClusterSink, isMeant: () => boolean): ClusterSink {
  const methodOf = <K extends keyof ClusterSink>(method: K) =>
    ((object: never) => {
      (first[method] as (object: never) => void)(object);
      if (isMeant()) (second[method] as (object: never) => void)(object);
    }) as ClusterSink[K];
  return sinkOf(methodOf);
}
