import type { PodRequestSpec, StringMap } from "@daemonscope/kube/objects";
import { type Amounts, amountOf } from "./amount.ts";

const amountsOf = (quantities: StringMap): Amounts => new Map(Object.entries(quantities).map(([name, text]) => [name, amountOf(text)]));

function combine(a: Amounts, b: Amounts, combineAmounts: (left: bigint, right: bigint) => bigint): Amounts {
  return new Map([...a.keys(), ...b.keys()].map((name) => [name, combineAmounts(a.get(name) ?? 0n, b.get(name) ?? 0n)]));
}
const sumOf = (a: Amounts, b: Amounts): Amounts => combine(a, b, (left, right) => left + right);
function larger(left: bigint, right: bigint): bigint {
  if (left > right) return left;
  return right;
}
const maxOf = (a: Amounts, b: Amounts): Amounts => combine(a, b, larger);

const isPodLevel = (resource: string): boolean => resource === "cpu" || resource === "memory" || resource.startsWith("hugepages-");

/** Returns the amounts that the scheduler reserves for a pod. Its peak is all containers with the sidecars, or one
 *  init container with the sidecars before it.
 *  Pod-level requests replace that sum, the overhead is added.
 *  Source: k8s.io/component-helpers/resource/helpers.go, PodRequests (rule W4). */
export function podRequests({ containers, initContainers, podLevel, overhead }: PodRequestSpec): Amounts {
  let sidecars: Amounts = new Map();
  let initPeak: Amounts = new Map();
  for (const { requests, isSidecar } of initContainers) {
    const withSidecars = sumOf(sidecars, amountsOf(requests));
    if (isSidecar) sidecars = withSidecars;
    initPeak = maxOf(initPeak, withSidecars);
  }
  const running = containers.map(amountsOf).reduce(sumOf, sidecars);
  const podLevelAmounts = [...amountsOf(podLevel)].filter(([name]) => isPodLevel(name));
  return sumOf(new Map([...maxOf(running, initPeak), ...podLevelAmounts]), amountsOf(overhead));
}
