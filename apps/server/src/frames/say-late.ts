import type { ClusterWatch } from "../cluster/cluster-watch.ts";
import { SOURCE_OF } from "../cluster/consumer-of.ts";
import type { LateFailure } from "./gated-consumer.ts";

/** Has an object that could not be taken in left out by the watch that told of it, as one that fails at once is; of one that was told of again since, and of one that is gone, only says so. */
export function sayLate(
  { method, told, cause, isLast }: LateFailure,
  watch: Pick<ClusterWatch, "failed">,
  onProblem: (text: string) => void,
): void {
  if (isLast && typeof told === "object") return watch.failed(SOURCE_OF[method], told, cause);
  onProblem(`what a watch brought could not be taken in (${method}): ${cause instanceof Error ? cause.message : String(cause)}`);
}
