import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { type Amounts, amountText } from "./amount.ts";
import { clashingPorts, type HostPort } from "./host-ports.ts";

/** A pod with its requests to its node. */
export interface RequestingPod {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** `namespace/name` of the DaemonSet that controls it. */
  readonly daemonSet: string | undefined;
  readonly phase: string;
  readonly terminating: boolean;
  readonly priority: number;
  /** `preemptionPolicy: Never`: it waits instead of preempting other pods. */
  readonly neverPreempts: boolean;
  readonly requests: Amounts;
  /** Absent if they were not read. */
  readonly limits?: Amounts;
  readonly hostPorts: readonly HostPort[];
}

/** A pod that uses some of a resource, or a port, that another pod lacks. `amount` is in kubectl's format. */
export interface ResourceHolder {
  readonly namespace: string;
  readonly name: string;
  readonly daemonSet: string | undefined;
  readonly priority: number;
  readonly terminating: boolean;
  readonly amount: string;
}

/** A resource with too little free capacity on the node, in quantities in kubectl's format. */
interface Shortage {
  readonly resource: string;
  readonly needs: string;
  /** Below 0 if more is requested than the node has. */
  readonly free: string;
  readonly allocatable: string;
  /** Even the empty node has less. */
  readonly neverFits: boolean;
  /** The largest first, at most 5. Empty for `pods`, because each pod uses one. */
  readonly takers: readonly ResourceHolder[];
  readonly takerCount: number;
}

/** A port of the node in use, with its holders: by name, at most 5. */
interface UsedPort {
  readonly port: number;
  readonly protocol: string;
  readonly holders: readonly Omit<ResourceHolder, "amount">[];
}

/** Demands of a pod that its node does not meet. */
export interface NodeFit {
  readonly shortages: readonly Shortage[];
  readonly ports: readonly UsedPort[];
  readonly priority: number;
  readonly neverPreempts: boolean;
  /** Candidates for preemption: pods of lower priority that use a resource or port that the pod lacks. Sorted by
   *  ascending priority, at most 5. */
  readonly lower: readonly Omit<ResourceHolder, "amount">[];
  readonly lowerCount: number;
}

const MAX_LISTED = 5;
/** Resource that counts pods: each pod uses one. */
export const POD_RESOURCE = "pods";
const ONE = 1_000_000_000n;

/** Reports whether a pod still uses resources of its node. Source: pkg/scheduler/backend/cache; kubectl describe,
 *  getNonTerminatedPods. */
export const isUnfinished = ({ phase }: RequestingPod): boolean => phase !== "Succeeded" && phase !== "Failed";
const holderOf = ({ namespace, name, daemonSet, priority, terminating }: RequestingPod) => ({
  namespace,
  name,
  daemonSet,
  priority,
  terminating,
});
const byName = (a: RequestingPod, b: RequestingPod): number => compareTexts(`${a.namespace}/${a.name}`, `${b.namespace}/${b.name}`);
export const requestOf = (pod: RequestingPod, resource: string): bigint =>
  resource === POD_RESOURCE ? ONE : (pod.requests.get(resource) ?? 0n);

/** Returns the sum of the requests for one resource, without pods that have ended. */
export function requestedOf(pods: readonly RequestingPod[], resource: string): bigint {
  let sum = 0n;
  for (const pod of pods) if (isUnfinished(pod)) sum += requestOf(pod, resource);
  return sum;
}

function shortageOf(resource: string, need: bigint, total: bigint, others: readonly RequestingPod[]): Shortage | undefined {
  const free = total - requestedOf(others, resource);
  if (need <= 0n || need <= free) return undefined;
  const takers = resource === POD_RESOURCE ? [] : others.filter((pod) => requestOf(pod, resource) > 0n);
  const inOrder = [...takers].sort((a, b) => {
    const more = requestOf(b, resource) - requestOf(a, resource);
    return more > 0n ? 1 : more < 0n ? -1 : byName(a, b);
  });
  return {
    resource,
    needs: amountText(resource, need),
    free: amountText(resource, free),
    allocatable: amountText(resource, total),
    neverFits: need > total,
    takers: inOrder.slice(0, MAX_LISTED).map((pod) => ({ ...holderOf(pod), amount: amountText(resource, requestOf(pod, resource)) })),
    takerCount: takers.length,
  };
}

/** Compares a pod's demands with the free capacity of a node, and lists the pods that use the rest. `bound`: the
 *  pods bound to the node, in any order.
 *  Terminating pods count until they are deleted. Capacity that is reserved for another pod is not considered.
 *  Source: pkg/scheduler/framework/plugins/noderesources/fit.go, fitsRequest; nodeports (rule W4). O(pods). */
export function nodeFit(pod: RequestingPod, allocatable: Amounts, bound: readonly RequestingPod[]): NodeFit {
  const others = bound.filter((other) => other.uid !== pod.uid && isUnfinished(other));
  const needs: Amounts = new Map([[POD_RESOURCE, ONE], ...[...pod.requests].filter(([name]) => name !== POD_RESOURCE)]);
  const shortages = [...needs].flatMap(([resource, need]) => shortageOf(resource, need, allocatable.get(resource) ?? 0n, others) ?? []);
  const ports = pod.hostPorts.flatMap((wanted) => {
    const holders = others.filter(({ hostPorts }) => clashingPorts([wanted], hostPorts).length > 0).sort(byName);
    return holders.length === 0
      ? []
      : { port: wanted.port, protocol: wanted.protocol, holders: holders.slice(0, MAX_LISTED).map(holderOf) };
  });
  const usesLackingResource = (other: RequestingPod) =>
    shortages.some(({ resource }) => requestOf(other, resource) > 0n) || clashingPorts(pod.hostPorts, other.hostPorts).length > 0;
  const lower = others
    .filter((other) => other.priority < pod.priority && usesLackingResource(other))
    .sort((a, b) => a.priority - b.priority || byName(a, b));
  return {
    shortages,
    ports,
    priority: pod.priority,
    neverPreempts: pod.neverPreempts,
    lower: lower.slice(0, MAX_LISTED).map(holderOf),
    lowerCount: lower.length,
  };
}
