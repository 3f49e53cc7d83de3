import { appendTo } from "@daemonscope/kube/base/append-to";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { type Amount, type Amounts, amountText } from "./amount.ts";
import { isUnfinished, POD_RESOURCE, type RequestingPod, requestedOf, requestOf } from "./node-fit.ts";

/** Part of a node's amount of a resource, in kubectl's format. */
interface ResourceShare {
  readonly amount: string;
  /** As `kubectl describe node` computes it: truncated, not rounded. 0 if the node has none. */
  readonly percent: number;
}

/** Requested amount of a resource on a node, and the part of daemon pods. */
export interface ResourceLoad {
  readonly resource: string;
  readonly allocatable: string;
  readonly requested: ResourceShare;
  readonly daemons: ResourceShare;
  /** Below 0 if more is requested than the node has. */
  readonly free: string;
}

/** Overhead of one DaemonSet on a node: the requests of its pods. */
export interface DaemonOverhead {
  /** `namespace/name`. */
  readonly daemonSet: string;
  readonly pods: number;
  /** By resource, in kubectl's format. Only requested resources. */
  readonly requests: Readonly<Record<string, string>>;
}

/** Requests on a node compared with its allocatable resources. */
export interface NodeLoad {
  readonly resources: readonly ResourceLoad[];
  /** Pods that have not ended. */
  readonly pods: number;
  readonly daemonPods: number;
  /** Largest cpu request first. */
  readonly taxes: readonly DaemonOverhead[];
}

/** Resources in kubectl's order. Other resources follow by name. */
const KUBECTL_ORDER = ["cpu", "memory", "ephemeral-storage", POD_RESOURCE];
/** Amounts are billionths: this many are one thousandth of a unit. */
const MILLIONTH = 1_000_000n;
const ONE = 1_000_000_000n;

const rankOf = (resource: string): number => (KUBECTL_ORDER.includes(resource) ? KUBECTL_ORDER.indexOf(resource) : KUBECTL_ORDER.length);

/** Returns the units that kubectl divides: whole thousandths of cpu, whole units of other resources, rounded up. */
function unitsOf(resource: string, amount: Amount): number {
  const unit = resource === "cpu" ? MILLIONTH : ONE;
  return Number(amount / unit + (amount % unit > 0n ? 1n : 0n));
}

/** Source: kubectl pkg/describe, describeNodeResource: a fraction of float64, truncated. */
function shareOf(resource: string, part: Amount, whole: Amount): ResourceShare {
  const units = unitsOf(resource, whole);
  return { amount: amountText(resource, part), percent: units === 0 ? 0 : Math.trunc((unitsOf(resource, part) / units) * 100) };
}

function taxesOf(daemons: readonly RequestingPod[]): readonly DaemonOverhead[] {
  const sets = new Map<string, RequestingPod[]>();
  for (const pod of daemons) {
    const key = pod.daemonSet ?? "";
    appendTo(sets, key, pod);
  }
  return [...sets]
    .map(([daemonSet, pods]) => {
      const resources = [...new Set(pods.flatMap(({ requests }) => [...requests.keys()]))].sort(compareTexts);
      const requests = resources.map((resource) => [resource, requestedOf(pods, resource)] as const).filter(([, sum]) => sum > 0n);
      return { daemonSet, pods: pods.length, cpu: requestedOf(pods, "cpu"), requests };
    })
    .sort((a, b) => (b.cpu > a.cpu ? 1 : b.cpu < a.cpu ? -1 : compareTexts(a.daemonSet, b.daemonSet)))
    .map(({ daemonSet, pods, requests }) => ({
      daemonSet,
      pods,
      requests: Object.fromEntries(requests.map(([resource, sum]) => [resource, amountText(resource, sum)])),
    }));
}

/** Compares the requests of the pods bound to a node with its allocatable resources. Also returns the part of daemon
 *  pods. Ended pods count nothing; terminating pods count until they are deleted (rule W4). Resources with neither
 *  capacity nor requests are omitted. */
export function nodeLoad(allocatable: Amounts, bound: readonly RequestingPod[]): NodeLoad {
  const pods = bound.filter(isUnfinished);
  const daemons = pods.filter(({ daemonSet }) => daemonSet !== undefined);
  const names = new Set([...allocatable.keys(), ...pods.flatMap(({ requests }) => [...requests.keys()])]);
  const resources = [...names]
    .map((resource) => ({ resource, total: allocatable.get(resource) ?? 0n, requested: requestedOf(pods, resource) }))
    .filter(({ total, requested }) => total > 0n || requested > 0n)
    .sort((a, b) => rankOf(a.resource) - rankOf(b.resource) || compareTexts(a.resource, b.resource))
    .map(({ resource, total, requested }) => ({
      resource,
      allocatable: amountText(resource, total),
      requested: shareOf(resource, requested, total),
      daemons: shareOf(
        resource,
        daemons.reduce((sum, pod) => sum + requestOf(pod, resource), 0n),
        total,
      ),
      free: amountText(resource, total - requested),
    }));
  return { resources, pods: pods.length, daemonPods: daemons.length, taxes: taxesOf(daemons) };
}
