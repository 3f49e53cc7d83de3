import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import type { Amounts } from "../capacity/amount.ts";
import { nodeFit, type RequestingPod } from "../capacity/node-fit.ts";
import type { ClusterReading } from "../model/cluster-reading.ts";
import { templateRequests } from "../preview/apply/template-requests.ts";
import { type FreeCapacity, isEnough, SYSTEM_PRIORITIES, victimsOf } from "../preview/capacity/free-capacity.ts";
import type { DaemonSetKey, NodeRecord } from "../records/records.ts";

/** Highest priority that a user may give. Higher ones belong to the system. Source: pkg/apis/scheduling/types.go,
 *  HighestUserDefinablePriority. */
const HIGHEST_USER_PRIORITY = 1_000_000_000;
/** The class of agents without which a node does not work. */
export const NODE_CRITICAL = "system-node-critical";
const NODES_PER_SLICE = 200;

type PodPriority = Pick<RequestingPod, "priority" | "neverPreempts">;

/** Priorities of the running pods. */
export interface Priorities {
  /** The most frequent one of pods that no DaemonSet owns, without those of the system. Of equally frequent ones it is
   *  the highest. 0 without such pods. */
  readonly ordinary: number;
  /** The priority of one running pod of each DaemonSet. */
  readonly ofDaemonSet: ReadonlyMap<DaemonSetKey, PodPriority>;
}

/** Collects the priorities of all bound pods. O(pods). */
export function* readPriorities({ bound }: FreeCapacity): Generator<undefined, Priorities> {
  const counts = new Map<number, number>();
  const ofDaemonSet = new Map<DaemonSetKey, PodPriority>();
  let at = 0;
  for (const pods of bound.values()) {
    if (++at % NODES_PER_SLICE === 0) yield;
    for (const { daemonSet, priority, neverPreempts } of pods)
      if (daemonSet !== undefined) ofDaemonSet.set(daemonSet, { priority, neverPreempts });
      else if (priority <= HIGHEST_USER_PRIORITY) counts.set(priority, (counts.get(priority) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([a, aCount], [b, bCount]) => bCount - aCount || b - a);
  return { ordinary: first?.[0] ?? 0, ofDaemonSet };
}

/** Returns the next pod of a DaemonSet, as the scheduler will see it; undefined if no pod of it runs and its class is
 *  not one of the system, because its priority is then unknown. */
export function nextPodOf(object: KubeDaemonSet, { ofDaemonSet }: Priorities): RequestingPod | undefined {
  const { namespace, name } = object.metadata;
  const key = `${namespace}/${name}`;
  const system = SYSTEM_PRIORITIES[object.spec.template.priorityClassName ?? ""];
  const known = system === undefined ? ofDaemonSet.get(key) : { priority: system, neverPreempts: false };
  if (known === undefined) return undefined;
  const rest = { uid: `next ${key}`, namespace, name, daemonSet: key, phase: "Pending", terminating: false };
  return { ...rest, ...known, ...templateRequests(object) };
}

/** Returns the class for an agent that ordinary pods must not keep off a node: the lowest one above them that another
 *  DaemonSet uses, otherwise that of the system. */
export function classAbove(reading: ClusterReading, { ordinary, ofDaemonSet }: Priorities): string {
  const used = reading.daemonSetKeys().flatMap((key) => {
    const name = reading.daemonSet(key)?.spec.template.priorityClassName;
    const priority = ofDaemonSet.get(key)?.priority ?? 0;
    return name === undefined || priority <= ordinary ? [] : [{ name, priority }];
  });
  return used.sort((a, b) => a.priority - b.priority)[0]?.name ?? NODE_CRITICAL;
}

/** Returns one more pod of a given size. It waits instead of preempting. */
export const workloadPod = (requests: Amounts, priority: number): RequestingPod => ({
  uid: "one more pod",
  namespace: "",
  name: "",
  daemonSet: undefined,
  phase: "Pending",
  terminating: false,
  priority,
  neverPreempts: true,
  requests,
  hostPorts: [],
});

/** Reports whether a pod without tolerations may be scheduled to a node. */
const isOpen = ({ taints, unschedulable }: NodeRecord): boolean =>
  !unschedulable && !taints.some(({ effect }) => effect === "NoSchedule" || effect === "NoExecute");

/** Reports whether one more pod on a node keeps the agent's next pod off: the agent fits without it, and neither fits
 *  nor can preempt with it (rule Q2). `bound`: the node's pods without those of the agent. */
function isDisplaced(agent: RequestingPod, workload: RequestingPod, allocatable: Amounts, bound: readonly RequestingPod[]): boolean {
  if (!isEnough(nodeFit(workload, allocatable, bound)) || !isEnough(nodeFit(agent, allocatable, bound))) return false;
  const crowded = [...bound, workload];
  return !isEnough(nodeFit(agent, allocatable, crowded)) && victimsOf(agent, allocatable, crowded) === undefined;
}

/** Returns the nodes on which one more pod keeps the agent's next pod off. A node that was not read, or that ordinary
 *  pods may not use, is none of them. O(pods of the nodes). */
export function* crowdedNodes(
  reading: ClusterReading,
  agent: RequestingPod,
  workload: RequestingPod,
  nodes: readonly string[],
  { allocatable, bound }: FreeCapacity,
): Generator<undefined, readonly string[]> {
  const crowded: string[] = [];
  for (const [at, name] of nodes.entries()) {
    if (at % NODES_PER_SLICE === 0) yield;
    const node = reading.nodeRecord(name);
    const amounts = allocatable.get(name);
    if (node === undefined || amounts === undefined || !isOpen(node)) continue;
    const others = (bound.get(name) ?? []).filter(({ daemonSet }) => daemonSet !== agent.daemonSet);
    if (isDisplaced(agent, workload, amounts, others)) crowded.push(name);
  }
  return crowded;
}
