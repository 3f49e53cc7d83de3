import { type Amount, type Amounts, amountText } from "./amount.ts";
import { isUnfinished, PODS, type RequestingPod, requestedOf, requestOf } from "./node-fit.ts";

/** Part of what a node has of a resource, as kubectl writes it. */
export interface Share {
  readonly amount: string;
  /** As `kubectl describe node` reckons it: cut off, not rounded; 0 of nothing. */
  readonly percent: number;
}

/** How much of a resource is requested on a node, and how much of that by daemon pods. */
export interface ResourceLoad {
  readonly resource: string;
  readonly allocatable: string;
  readonly requested: Share;
  readonly daemons: Share;
  /** Below 0 where more is requested than the node has. */
  readonly free: string;
}

/** What the pods of one DaemonSet request on a node. */
export interface DaemonTax {
  /** `namespace/name`. */
  readonly daemonSet: string;
  readonly pods: number;
  /** By resource, as kubectl writes it; only what is requested. */
  readonly requests: Readonly<Record<string, string>>;
}

/** What is requested on a node against what it has for pods. */
export interface NodeLoad {
  readonly resources: readonly ResourceLoad[];
  /** That have not ended. */
  readonly pods: number;
  readonly daemonPods: number;
  /** Who asks for most cpu first. */
  readonly taxes: readonly DaemonTax[];
}

/** In kubectl's order; the others follow by name. */
const FIRST = ["cpu", "memory", "ephemeral-storage", PODS];
const MILLIONTH = 1_000_000n;
const ONE = 1_000_000_000n;

const rankOf = (resource: string): number => (FIRST.includes(resource) ? FIRST.indexOf(resource) : FIRST.length);
const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whole thousandths of cpu, whole units of all else, rounded up: what kubectl divides. */
function unitsOf(resource: string, amount: Amount): number {
  const unit = resource === "cpu" ? MILLIONTH : ONE;
  return Number(amount / unit + (amount % unit > 0n ? 1n : 0n));
}

/** Source: kubectl pkg/describe, describeNodeResource: a fraction of float64, cut off. */
function shareOf(resource: string, part: Amount, whole: Amount): Share {
  const units = unitsOf(resource, whole);
  return { amount: amountText(resource, part), percent: units === 0 ? 0 : Math.trunc((unitsOf(resource, part) / units) * 100) };
}

function taxesOf(daemons: readonly RequestingPod[]): readonly DaemonTax[] {
  const sets = new Map<string, RequestingPod[]>();
  for (const pod of daemons) {
    const key = pod.daemonSet ?? "";
    const pods = sets.get(key);
    if (pods === undefined) sets.set(key, [pod]);
    else pods.push(pod);
  }
  return [...sets]
    .map(([daemonSet, pods]) => {
      const resources = [...new Set(pods.flatMap(({ requests }) => [...requests.keys()]))].sort(compareNames);
      const requests = resources.map((resource) => [resource, requestedOf(pods, resource)] as const).filter(([, sum]) => sum > 0n);
      return { daemonSet, pods: pods.length, cpu: requestedOf(pods, "cpu"), requests };
    })
    .sort((a, b) => (b.cpu > a.cpu ? 1 : b.cpu < a.cpu ? -1 : compareNames(a.daemonSet, b.daemonSet)))
    .map(({ daemonSet, pods, requests }) => ({
      daemonSet,
      pods,
      requests: Object.fromEntries(requests.map(([resource, sum]) => [resource, amountText(resource, sum)])),
    }));
}

/** What the pods that are bound to a node request, against what the node has for pods, and the part of it that daemon pods take. Pods that have ended take
 *  nothing; pods on their way out do until they are gone (rule W4). Resources of which there is nothing and nothing is requested are left out. */
export function nodeLoad(allocatable: Amounts, bound: readonly RequestingPod[]): NodeLoad {
  const pods = bound.filter(isUnfinished);
  const daemons = pods.filter(({ daemonSet }) => daemonSet !== undefined);
  const names = new Set([...allocatable.keys(), ...pods.flatMap(({ requests }) => [...requests.keys()])]);
  const resources = [...names]
    .map((resource) => ({ resource, has: allocatable.get(resource) ?? 0n, requested: requestedOf(pods, resource) }))
    .filter(({ has, requested }) => has > 0n || requested > 0n)
    .sort((a, b) => rankOf(a.resource) - rankOf(b.resource) || compareNames(a.resource, b.resource))
    .map(({ resource, has, requested }) => ({
      resource,
      allocatable: amountText(resource, has),
      requested: shareOf(resource, requested, has),
      daemons: shareOf(
        resource,
        daemons.reduce((sum, pod) => sum + requestOf(pod, resource), 0n),
        has,
      ),
      free: amountText(resource, has - requested),
    }));
  return { resources, pods: pods.length, daemonPods: daemons.length, taxes: taxesOf(daemons) };
}
