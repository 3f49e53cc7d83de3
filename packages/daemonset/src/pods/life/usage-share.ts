import { parseQuantity } from "@daemonscope/kube/values/quantity";
import type { LifeContainer } from "./pod-detail.ts";

/** The measured usage of a container: cores, and bytes. */
export interface MeasuredUsage {
  readonly cores: number | undefined;
  readonly bytes: number | undefined;
}

/** Usage of one resource with its request and limit, in cores or bytes. `atLimit`: it reached its limit. */
export interface UsageOf {
  readonly used: number | undefined;
  readonly request: number | undefined;
  readonly limit: number | undefined;
  readonly atLimit: boolean;
  /** Shares of the bar's length, 0 to 1. The bar's end is the limit; without one, four times the request, or the
   *  usage if that is larger. */
  readonly usedShare: number;
  readonly requestShare: number | undefined;
}

/** Usage at this share of its limit counts as at the limit: for memory, the kernel kills before a sample shows all of
 *  it. */
const AT_LIMIT_SHARE = 0.98;

function amountIn(quantities: Readonly<Record<string, string>>, resource: string): number | undefined {
  const text = quantities[resource];
  return text === undefined ? undefined : parseQuantity(text);
}

/** Returns a container's usage of `cpu` or `memory` with its request and its limit. A missing request equals the
 *  limit. A quantity that cannot be parsed counts as absent. */
export function usageOf(
  { requests, limits }: Pick<LifeContainer, "requests" | "limits">,
  resource: "cpu" | "memory",
  used: number | undefined,
): UsageOf {
  const limit = amountIn(limits, resource);
  const request = amountIn(requests, resource) ?? limit;
  const end = limit ?? Math.max((request ?? 0) * 4, used ?? 0);
  const share = (value: number) => (end > 0 ? Math.min(1, value / end) : 0);
  return {
    used,
    request,
    limit,
    atLimit: used !== undefined && limit !== undefined && limit > 0 && used >= limit * AT_LIMIT_SHARE,
    usedShare: share(used ?? 0),
    requestShare: request === undefined || end <= 0 ? undefined : share(request),
  };
}
