import type { ClusterWatch } from "../cluster/cluster-watch.ts";
import { SOURCE_OF } from "../cluster/consumer-of.ts";
import type { LateFailure } from "./gated-consumer.ts";

/** Reports a queued object that the model rejected. The watch leaves it out, as it does after an immediate failure. If
 *  a later event of the object exists, or the object was dropped, this only reports the problem. */
export function sayLate(
  { method, told, cause, isLast }: LateFailure,
  watch: Pick<ClusterWatch, "failed">,
  onProblem: (text: string) => void,
): void {
  if (isLast && typeof told === "object") return watch.failed(SOURCE_OF[method], told, cause);
  onProblem(`what a watch brought could not be taken in (${method}): ${cause instanceof Error ? cause.message : String(cause)}`);
}
