import type { ClusterWatch } from "../watch/cluster-watch.ts";
import { SOURCE_OF_METHOD } from "../watch/sink-of.ts";
import type { DeferredFailure } from "./queued-sink.ts";

/** Reports a queued object that the model rejected. The watch leaves it out, as it does after an immediate failure. If
 *  a later event of the object exists, or the object was dropped, this only reports the problem. */
export function reportDeferredFailure(
  { method, objectOrKey, cause, isLast }: DeferredFailure,
  watch: Pick<ClusterWatch, "failed">,
  onProblem: (text: string) => void,
): void {
  if (isLast && typeof objectOrKey === "object") return watch.failed(SOURCE_OF_METHOD[method], objectOrKey, cause);
  onProblem(`what a watch brought could not be taken in (${method}): ${cause instanceof Error ? cause.message : String(cause)}`);
}
