import { appendTo } from "@daemonscope/kube/base/append-to";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { ownValue } from "@daemonscope/kube/base/own-value";
import { signOfTaint } from "@daemonscope/kube/node-signs";
import { LABELS } from "@daemonscope/kube/well-known";
import { type Amount, type Amounts, amountText } from "../capacity/amount.ts";
import { isUnfinished, type RequestingPod } from "../capacity/node-fit.ts";
import type { ClusterReading } from "../model/cluster-reading.ts";
import { explainPlacement } from "../placement/explain-placement.ts";
import { templateRequests } from "../preview/apply/template-requests.ts";
import type { FreeCapacity } from "../preview/capacity/free-capacity.ts";
import { poolOf } from "../records/pool-of.ts";
import type { DaemonSetKey } from "../records/records.ts";

export const COST_RESOURCES = ["cpu", "memory"] as const;
type CostResource = (typeof COST_RESOURCES)[number];
type ByResource<T> = Readonly<Record<CostResource, T>>;

/** Sums over pods, in kubectl's format. */
interface CostSums {
  readonly requests: string;
  /** Containers without a limit count nothing, as in `kubectl describe node`. Absent if no container has one. */
  readonly limits?: string;
  /** Absent without a measurement. */
  readonly usage?: string;
}

/** The agents on nodes of one pool and instance type. */
export interface GroupCost {
  /** Empty without a label. */
  readonly pool: string;
  readonly instanceType: string;
  readonly nodes: number;
  /** Each of its nodes has the role of the control plane. */
  readonly isControlPlane?: true;
  /** The node with the least allocatable cpu. */
  readonly smallest: string;
  /** `percent`: share of the smallest node that its agents request. `newNode`: requests of the DaemonSets
   *  that an autoscaler counts for a new node like the smallest one (rule Q3). */
  readonly of: ByResource<CostSums & { readonly percent: number; readonly newNode: string }>;
}

/** One pod of a DaemonSet, in kubectl's format. Usage is absent without measurements. */
export interface AgentCost {
  readonly daemonSet: DaemonSetKey;
  readonly pods: number;
  /** Pods with a measurement. */
  readonly measured: number;
  /** `request` and `limit`: the largest of its pods. `isAbove`: p99 of the usage is above the request. */
  readonly of: ByResource<{
    readonly request: string;
    readonly limit?: string;
    readonly p50?: string;
    readonly p99?: string;
    readonly isAbove: boolean;
  }>;
}

/** The pods of one DaemonSet on one node. `isOutlier`: it uses more than twice the median of all nodes, and more than
 *  its request. */
export interface NodeCost {
  readonly node: string;
  readonly of: ByResource<CostSums & { readonly isOutlier: boolean }>;
}

export interface Costs {
  /** By pool, then by instance type. */
  readonly groups: readonly GroupCost[];
  /** The largest cpu request first. */
  readonly agents: readonly AgentCost[];
  /** Outliers first, then by node. Empty without `only`. */
  readonly nodes: readonly NodeCost[];
}

interface CostQuestion {
  readonly capacity: FreeCapacity;
  /** Measured usage by `namespace/name` of a pod; undefined if it was not read. */
  readonly usage: ReadonlyMap<string, Amounts> | undefined;
  /** The DaemonSet whose nodes are listed. */
  readonly only?: DaemonSetKey | undefined;
}

const NODES_PER_SLICE = 200;
const MILLI = 1_000_000n;
const MEBI = 1024n * 1024n * 1_000_000_000n;
const roundedUp = (amount: Amount, unit: Amount): Amount => ((amount + unit - 1n) / unit) * unit;
/** Measurements have billionths of a core and single bytes: whole millicores and Mi are readable. */
const usageText = (resource: CostResource, amount: Amount): string =>
  amountText(resource, roundedUp(amount, resource === "cpu" ? MILLI : MEBI));

const byResource = <T>(value: (resource: CostResource) => T): ByResource<T> => ({ cpu: value("cpu"), memory: value("memory") });
const amountIn = (amounts: Amounts | undefined, resource: CostResource): Amount => amounts?.get(resource) ?? 0n;
const total = (values: readonly Amount[]): Amount => values.reduce((sum, value) => sum + value, 0n);
function largest(values: readonly Amount[]): Amount {
  let most = 0n;
  for (const value of values) if (value > most) most = value;
  return most;
}
/** Nearest rank: the smallest value that at least this share of all values does not exceed. */
const percentile = (sorted: readonly Amount[], share: number): Amount => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0n;
const ascending = (a: Amount, b: Amount): number => (a < b ? -1 : a > b ? 1 : 0);

/** A daemon pod, its node, and its measured usage. */
interface MeasuredPod {
  readonly pod: RequestingPod;
  readonly node: string;
  readonly usage: Amounts | undefined;
}

function sumsOf(pods: readonly MeasuredPod[], resource: CostResource): CostSums {
  const measured = pods.filter(({ usage }) => usage !== undefined);
  const limits = total(pods.map(({ pod }) => amountIn(pod.limits, resource)));
  return {
    requests: amountText(resource, total(pods.map(({ pod }) => amountIn(pod.requests, resource)))),
    ...(limits === 0n ? {} : { limits: amountText(resource, limits) }),
    ...(measured.length === 0 ? {} : { usage: usageText(resource, total(measured.map(({ usage }) => amountIn(usage, resource)))) }),
  };
}

const CONTROL_PLANE = "node-role.kubernetes.io/control-plane";

/** In steps of a ten-thousandth, so that a small share is not 0. */
const percentOf = (part: Amount, whole: Amount): number => (whole === 0n ? 0 : Number((part * 1_000_000n) / whole) / 10_000);

/** Reports whether a new node like this one wants a pod. Taints that state a part of a node's life are not of its pool.
 *  Source: kubernetes/autoscaler, cluster-autoscaler/utils/taints, SanitizeTaints. */
function isOnNewNode(reading: ClusterReading, key: DaemonSetKey, like: string): boolean {
  const [set, node] = [reading.daemonSet(key), reading.nodeRecord(like)];
  if (set === undefined || node === undefined) return false;
  const taints = node.taints.filter((taint) => signOfTaint(taint) === undefined);
  return explainPlacement(set.spec.template, { ...node, taints }, reading.gates).verdict === "run";
}

function* groupCosts(
  reading: ClusterReading,
  podsOn: ReadonlyMap<string, readonly MeasuredPod[]>,
  { allocatable }: FreeCapacity,
): Generator<undefined, readonly GroupCost[]> {
  const groups = new Map<string, { readonly pool: string; readonly instanceType: string; readonly nodes: string[] }>();
  for (const node of reading.nodes()) {
    const [pool, instanceType] = [poolOf(node), ownValue(node.labels, LABELS.instanceType) ?? ""];
    const id = JSON.stringify([pool, instanceType]);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, { pool, instanceType, nodes: [node.name] });
    else group.nodes.push(node.name);
  }
  const requestsByKey = new Map(
    reading.daemonSetKeys().flatMap((key) => {
      const object = reading.daemonSet(key);
      return object === undefined || object.metadata.deletionTimestamp !== undefined ? [] : [[key, templateRequests(object).requests]];
    }),
  );
  const costs: GroupCost[] = [];
  for (const { pool, instanceType, nodes } of groups.values()) {
    yield;
    const [smallest = ""] = nodes.sort(
      (a, b) => ascending(amountIn(allocatable.get(a), "cpu"), amountIn(allocatable.get(b), "cpu")) || compareTexts(a, b),
    );
    const pods = nodes.flatMap((node) => podsOn.get(node) ?? []);
    const wanted = [...requestsByKey].filter(([key]) => isOnNewNode(reading, key, smallest));
    const of = byResource((resource) => ({
      ...sumsOf(pods, resource),
      percent: percentOf(
        total((podsOn.get(smallest) ?? []).map(({ pod }) => amountIn(pod.requests, resource))),
        amountIn(allocatable.get(smallest), resource),
      ),
      newNode: amountText(resource, total(wanted.map(([, requests]) => amountIn(requests, resource)))),
    }));
    const isControlPlane = nodes.every((node) => CONTROL_PLANE in (reading.nodeRecord(node)?.labels ?? {}));
    costs.push({ pool, instanceType, nodes: nodes.length, ...(isControlPlane ? { isControlPlane } : {}), smallest, of });
  }
  return costs.sort((a, b) => compareTexts(a.pool, b.pool) || compareTexts(a.instanceType, b.instanceType));
}

function agentCost(daemonSet: DaemonSetKey, pods: readonly MeasuredPod[]): AgentCost {
  const measured = pods.flatMap(({ usage }) => usage ?? []);
  const of = byResource((resource) => {
    const used = measured.map((usage) => amountIn(usage, resource)).sort(ascending);
    const request = largest(pods.map(({ pod }) => amountIn(pod.requests, resource)));
    const limit = largest(pods.map(({ pod }) => amountIn(pod.limits, resource)));
    const p99 = percentile(used, 0.99);
    return {
      request: amountText(resource, request),
      ...(limit === 0n ? {} : { limit: amountText(resource, limit) }),
      ...(used.length === 0 ? {} : { p50: usageText(resource, percentile(used, 0.5)), p99: usageText(resource, p99) }),
      isAbove: p99 > request,
    };
  });
  return { daemonSet, pods: pods.length, measured: measured.length, of };
}

const isOutlying = ({ of }: NodeCost): boolean => COST_RESOURCES.some((resource) => of[resource].isOutlier);

function nodeCosts(pods: readonly MeasuredPod[]): readonly NodeCost[] {
  const medians = byResource((resource) =>
    percentile(pods.flatMap(({ usage }) => (usage === undefined ? [] : amountIn(usage, resource))).sort(ascending), 0.5),
  );
  const isOutlier = ({ usage, pod }: MeasuredPod, resource: CostResource): boolean => {
    const used = amountIn(usage, resource);
    return used > 2n * medians[resource] && used > amountIn(pod.requests, resource);
  };
  return pods
    .map((each) => ({
      node: each.node,
      of: byResource((resource) => ({ ...sumsOf([each], resource), isOutlier: isOutlier(each, resource) })),
    }))
    .sort((a, b) => Number(isOutlying(b)) - Number(isOutlying(a)) || compareTexts(a.node, b.node));
}

/** Returns what the pods of DaemonSets request and use. Ended pods count nothing (W4). O(pods). */
export function* agentCosts(reading: ClusterReading, { capacity, usage, only }: CostQuestion): Generator<undefined, Costs> {
  const podsOn = new Map<string, readonly MeasuredPod[]>();
  const podsOf = new Map<DaemonSetKey, MeasuredPod[]>();
  let count = 0;
  for (const [node, bound] of capacity.bound) {
    if (++count % NODES_PER_SLICE === 0) yield;
    const pods = bound
      .filter((pod) => pod.daemonSet !== undefined && isUnfinished(pod))
      .map((pod) => ({ pod, node, usage: usage?.get(`${pod.namespace}/${pod.name}`) }));
    podsOn.set(node, pods);
    for (const each of pods) {
      const key = each.pod.daemonSet ?? "";
      appendTo(podsOf, key, each);
    }
  }
  const cpuOf = (key: DaemonSetKey) => largest((podsOf.get(key) ?? []).map(({ pod }) => amountIn(pod.requests, "cpu")));
  const keys = [...podsOf.keys()].sort((a, b) => ascending(cpuOf(b), cpuOf(a)) || compareTexts(a, b));
  return {
    groups: yield* groupCosts(reading, podsOn, capacity),
    agents: keys.map((key) => agentCost(key, podsOf.get(key) ?? [])),
    nodes: only === undefined ? [] : nodeCosts(podsOf.get(only) ?? []),
  };
}
