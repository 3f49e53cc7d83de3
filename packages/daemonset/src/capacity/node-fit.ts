import { type Amounts, amountText } from "./amount.ts";
import { clashingPorts, type HostPort } from "./host-ports.ts";

/** A pod with what it requests of its node. */
export interface RequestingPod {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** `namespace/name` of the DaemonSet that controls it. */
  readonly daemonSet: string | undefined;
  readonly phase: string;
  readonly terminating: boolean;
  readonly priority: number;
  /** `preemptionPolicy: Never`: it waits rather than push others out. */
  readonly neverPreempts: boolean;
  readonly requests: Amounts;
  readonly hostPorts: readonly HostPort[];
}

/** Who has some of what the pod lacks. `amount` is as kubectl writes it. */
export interface Taker {
  readonly namespace: string;
  readonly name: string;
  readonly daemonSet: string | undefined;
  readonly priority: number;
  readonly terminating: boolean;
  readonly amount: string;
}

/** A resource that the node has too little of, in quantities as kubectl writes them. */
export interface Shortage {
  readonly resource: string;
  readonly needs: string;
  /** Below 0 where more is requested than the node has. */
  readonly free: string;
  readonly allocatable: string;
  /** Not even the empty node has as much. */
  readonly neverFits: boolean;
  /** The largest first, at most 5; none for `pods`, of which each pod is one. */
  readonly takers: readonly Taker[];
  readonly takerCount: number;
}

/** A port of the node that is held, by whom. */
export interface HeldPort {
  readonly port: number;
  readonly protocol: string;
  readonly holders: readonly Omit<Taker, "amount">[];
}

/** What a pod needs of its node and does not get. */
export interface NodeFit {
  readonly shortages: readonly Shortage[];
  readonly ports: readonly HeldPort[];
  readonly priority: number;
  readonly neverPreempts: boolean;
  /** Pods of lower priority that have some of what it lacks, the lowest first, at most 5: whom preemption could push out. */
  readonly lower: readonly Omit<Taker, "amount">[];
  readonly lowerCount: number;
}

const MOST = 5;
/** The resource of which every pod takes one. */
export const PODS = "pods";
const ONE = 1_000_000_000n;

/** True while a pod takes of its node. Source: pkg/scheduler/backend/cache; kubectl describe, getNonTerminatedPods. */
export const isUnfinished = ({ phase }: RequestingPod): boolean => phase !== "Succeeded" && phase !== "Failed";
const whoIs = ({ namespace, name, daemonSet, priority, terminating }: RequestingPod) => ({
  namespace,
  name,
  daemonSet,
  priority,
  terminating,
});
const byName = (a: RequestingPod, b: RequestingPod): number => {
  const [left, right] = [`${a.namespace}/${a.name}`, `${b.namespace}/${b.name}`];
  return left < right ? -1 : left > right ? 1 : 0;
};
export const requestOf = (pod: RequestingPod, resource: string): bigint => (resource === PODS ? ONE : (pod.requests.get(resource) ?? 0n));

/** The sum of what pods request, over those that have not ended. */
export function requestedOf(pods: readonly RequestingPod[], resource: string): bigint {
  let sum = 0n;
  for (const pod of pods) if (isUnfinished(pod)) sum += requestOf(pod, resource);
  return sum;
}

function shortageOf(resource: string, need: bigint, has: bigint, others: readonly RequestingPod[]): Shortage | undefined {
  const free = has - requestedOf(others, resource);
  if (need <= 0n || need <= free) return undefined;
  const takers = resource === PODS ? [] : others.filter((pod) => requestOf(pod, resource) > 0n);
  const inOrder = [...takers].sort((a, b) => {
    const more = requestOf(b, resource) - requestOf(a, resource);
    return more > 0n ? 1 : more < 0n ? -1 : byName(a, b);
  });
  return {
    resource,
    needs: amountText(resource, need),
    free: amountText(resource, free),
    allocatable: amountText(resource, has),
    neverFits: need > has,
    takers: inOrder.slice(0, MOST).map((pod) => ({ ...whoIs(pod), amount: amountText(resource, requestOf(pod, resource)) })),
    takerCount: takers.length,
  };
}

/** Sets what a pod needs against what is free on a node, and says who has the rest. `bound` are the pods bound to the node, in any order.
 *  Pods on their way out count until they are gone; room that is promised to another pod is not seen.
 *  Source: pkg/scheduler/framework/plugins/noderesources/fit.go, fitsRequest; nodeports (rule W4). O(pods). */
export function nodeFit(pod: RequestingPod, allocatable: Amounts, bound: readonly RequestingPod[]): NodeFit {
  const others = bound.filter((other) => other.uid !== pod.uid && isUnfinished(other));
  const needs: Amounts = new Map([[PODS, ONE], ...[...pod.requests].filter(([name]) => name !== PODS)]);
  const shortages = [...needs].flatMap(([resource, need]) => shortageOf(resource, need, allocatable.get(resource) ?? 0n, others) ?? []);
  const ports = pod.hostPorts.flatMap((wanted) => {
    const holders = others.filter(({ hostPorts }) => clashingPorts([wanted], hostPorts).length > 0).sort(byName);
    return holders.length === 0 ? [] : { port: wanted.port, protocol: wanted.protocol, holders: holders.slice(0, MOST).map(whoIs) };
  });
  const hasSome = (other: RequestingPod) =>
    shortages.some(({ resource }) => requestOf(other, resource) > 0n) || clashingPorts(pod.hostPorts, other.hostPorts).length > 0;
  const lower = others
    .filter((other) => other.priority < pod.priority && hasSome(other))
    .sort((a, b) => a.priority - b.priority || byName(a, b));
  return {
    shortages,
    ports,
    priority: pod.priority,
    neverPreempts: pod.neverPreempts,
    lower: lower.slice(0, MOST).map(whoIs),
    lowerCount: lower.length,
  };
}
