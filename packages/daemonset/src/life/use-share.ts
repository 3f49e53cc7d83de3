import { parseQuantity } from "@daemonscope/kube/quantity";
import type { LifeContainer } from "./whole-pod.ts";

/** What a container was measured to use: cores, and bytes. */
export interface MeasuredUse {
  readonly cores: number | undefined;
  readonly bytes: number | undefined;
}

/** Use of one resource against what is requested and what is allowed, in cores or bytes. `atLimit`: it met its limit. */
export interface UseOf {
  readonly used: number | undefined;
  readonly request: number | undefined;
  readonly limit: number | undefined;
  readonly atLimit: boolean;
  /** As parts of the bar's length, 0 to 1. The bar's end is the limit; without one, four times the request, or the use where that is more. */
  readonly usedShare: number;
  readonly requestShare: number | undefined;
}

/** Memory that fills its limit so far has met it: the kernel kills before the sample says all of it. */
const MET = 0.98;

function amountIn(quantities: Readonly<Record<string, string>>, resource: string): number | undefined {
  const text = quantities[resource];
  return text === undefined ? undefined : parseQuantity(text);
}

/** A container's use of `cpu` or `memory` against its request and its limit. Not a number where it cannot be read. */
export function useOf(
  { requests, limits }: Pick<LifeContainer, "requests" | "limits">,
  resource: "cpu" | "memory",
  used: number | undefined,
): UseOf {
  const limit = amountIn(limits, resource);
  const request = amountIn(requests, resource) ?? limit;
  const end = limit ?? Math.max((request ?? 0) * 4, used ?? 0);
  const share = (value: number) => (end > 0 ? Math.min(1, value / end) : 0);
  return {
    used,
    request,
    limit,
    atLimit: used !== undefined && limit !== undefined && limit > 0 && used >= limit * MET,
    usedShare: share(used ?? 0),
    requestShare: request === undefined || end <= 0 ? undefined : share(request),
  };
}
