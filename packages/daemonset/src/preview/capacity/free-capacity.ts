import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { splitKey } from "@daemonscope/kube/base/object-key";
import type { Amounts } from "../../capacity/amount.ts";
import { type NodeFit, nodeFit, type RequestingPod } from "../../capacity/node-fit.ts";
import { templateRequests } from "../apply/template-requests.ts";
import { PAIRS_PER_SLICE, type PreviewDaemonSet, type PreviewPair } from "../preview-daemonset.ts";
import { isCreatedFirst, isWaitingForCapacity, requestsNoMore } from "./freed-capacity.ts";

/** The capacity data of nodes: their allocatable resources, and the pods bound to them. A node in neither map was
 *  not read. */
export interface FreeCapacity {
  readonly allocatable: ReadonlyMap<string, Amounts>;
  readonly bound: ReadonlyMap<string, readonly RequestingPod[]>;
}

/** Priorities of the API server itself; others are known from pods that have them. Source:
 *  pkg/apis/scheduling/types.go. */
export const SYSTEM_PRIORITIES: Readonly<Record<string, number>> = {
  "system-node-critical": 2_000_001_000,
  "system-cluster-critical": 2_000_000_000,
};

/** The order of an already waiting pod among those of one priority. */
const BEFORE_ALL = -1;

/** A pod that a new pod preempts. */
interface Victim {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly daemonSet: string | undefined;
}

export interface PlacedPod {
  readonly isFit: boolean;
  readonly fit: NodeFit;
  readonly victims: readonly Victim[];
}

/** A pod to place, before the API server has created it. */
interface Candidate {
  readonly set: PreviewDaemonSet;
  readonly pair: PreviewPair;
  readonly pod: RequestingPod;
  /** The old pod runs next to it until it is available. */
  readonly isNextToOldPod: boolean;
  readonly order: number;
}

/** Reports whether a pod fits without preemption. */
export const isEnough = ({ shortages, ports }: NodeFit): boolean => shortages.length === 0 && ports.length === 0;
const byImportance = (a: RequestingPod, b: RequestingPod): number => b.priority - a.priority || compareTexts(a.name, b.name);

/** Returns the preemption victims: first all pods of lower priority, then spares as many as fit, the most important
 *  first. Returns undefined if even all of them are not enough, if there are none, or if the pod never preempts.
 *  Disruption budgets, which the scheduler spares first, are ignored. Source:
 *  pkg/scheduler/framework/plugins/defaultpreemption, SelectVictimsOnNode (rule I8). */
export function victimsOf(pod: RequestingPod, allocatable: Amounts, bound: readonly RequestingPod[]): readonly RequestingPod[] | undefined {
  if (pod.neverPreempts) return undefined;
  const lower = bound.filter((other) => other.priority < pod.priority);
  const spared = bound.filter((other) => other.priority >= pod.priority);
  if (lower.length === 0 || !isEnough(nodeFit(pod, allocatable, spared))) return undefined;
  const victims: RequestingPod[] = [];
  for (const other of [...lower].sort(byImportance)) {
    if (isEnough(nodeFit(pod, allocatable, [...spared, other]))) spared.push(other);
    else victims.push(other);
  }
  return victims;
}

function priorityOf({ key, after, before, pairs }: PreviewDaemonSet, capacity: FreeCapacity): number {
  const name = after?.spec.template.priorityClassName;
  const known = name === undefined ? undefined : SYSTEM_PRIORITIES[name];
  if (known !== undefined) return known;
  if (before === undefined || name !== before.spec.template.priorityClassName) return 0;
  for (const { node, pods } of pairs) {
    if (pods.length === 0) continue;
    const boundPod = capacity.bound.get(node)?.find(({ daemonSet }) => daemonSet === key);
    if (boundPod !== undefined) return boundPod.priority;
  }
  return 0;
}

const isNew = ({ settled }: PreviewPair): boolean => settled.ghost === "comes" || settled.ghost === "restarts";
/** Returns the nodes whose capacity is needed: a pod comes, runs next to its old one, asks for more than the old
 *  one, or waits. */
export function* nodesNeedingCapacity(sets: readonly PreviewDaemonSet[]): Generator<undefined, ReadonlySet<string>> {
  const nodes = new Set<string>();
  for (const set of sets) {
    const { before, after, pairs } = set;
    if (after === undefined) continue;
    yield;
    const isAlike = before !== undefined && !isCreatedFirst(set) && requestsNoMore(templateRequests(before), templateRequests(after));
    for (const pair of pairs)
      if (
        pair.settled.ghost === "comes" ||
        isWaitingForCapacity(pair) ||
        (pair.settled.ghost === "restarts" && (!isAlike || pair.pods[0]?.scheduled !== true))
      )
        nodes.add(pair.node);
  }
  return nodes;
}

/** Places the new pods of one node where they fit, one after the other. Higher priority comes first, then waiting
 *  pods, because a new pod is created after its old one ends, then the order of the steps (rules I7, I8). Returns
 *  the placement by DaemonSet, with the preempted daemon pods. */
function placeOnNode(
  candidates: readonly Candidate[],
  allocatable: Amounts,
  bound: readonly RequestingPod[],
  leaving: ReadonlyMap<string, string>,
) {
  const placed = new Map<string, PlacedPod>();
  const pushedOut = new Set<string>();
  let present = leaving.size === 0 ? bound : bound.filter(({ uid }) => !leaving.has(uid));
  const inOrder = [...candidates].sort((a, b) => b.pod.priority - a.pod.priority || a.order - b.order);
  for (const { set, pod, pair, isNextToOldPod } of inOrder) {
    const old = isNextToOldPod ? bound.filter(({ uid }) => pair.pods.some((each) => each.uid === uid)) : [];
    const others = old.length === 0 ? present : [...present, ...old];
    const fit = nodeFit(pod, allocatable, others);
    const victims = isEnough(fit) ? [] : victimsOf(pod, allocatable, others);
    placed.set(set.key, { isFit: victims !== undefined, fit, victims: victims ?? [] });
    if (victims === undefined) {
      // The old pod stays next to a new one that waits.
      present = others;
      continue;
    }
    const gone = new Set(victims.map(({ uid }) => uid));
    const remaining = victims.length === 0 ? present : present.filter(({ uid }) => !gone.has(uid));
    for (const { daemonSet } of victims) if (daemonSet !== undefined) pushedOut.add(daemonSet);
    present = [...remaining, pod];
  }
  return { placed, pushedOut };
}

interface ScheduledPreview {
  readonly sets: readonly PreviewDaemonSet[];
  /** By `key node`, for new pods. */
  readonly placed: ReadonlyMap<string, PlacedPod>;
  /** Keys of DaemonSets that lose a pod to others. */
  readonly pushedOut: ReadonlySet<string>;
}

interface Candidates {
  readonly byNode: ReadonlyMap<string, readonly Candidate[]>;
  /** Ending pods with their DaemonSets, by node. */
  readonly leaving: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

function* candidatesOf(
  sets: readonly PreviewDaemonSet[],
  capacity: FreeCapacity,
  orderOf: (key: string) => number,
): Generator<undefined, Candidates> {
  const byNode = new Map<string, Candidate[]>();
  const leaving = new Map<string, Map<string, string>>();
  for (const set of sets) {
    const { after, pairs, key } = set;
    const demands = after === undefined ? undefined : templateRequests(after);
    const priority = priorityOf(set, capacity);
    for (const [at, pair] of pairs.entries()) {
      if (at % PAIRS_PER_SLICE === 0) yield;
      const isLeaving =
        pair.settled.ghost === "goes" || pair.settled.ghost === "restarts" || (pair.settled.isReplaced && !pair.settled.has);
      if (isLeaving) {
        const uids = leaving.get(pair.node) ?? new Map<string, string>();
        for (const { uid } of pair.pods) uids.set(uid, key);
        leaving.set(pair.node, uids);
      }
      if (demands === undefined || !(isNew(pair) || isWaitingForCapacity(pair))) continue;
      const [namespace, name] = splitKey(key);
      const pod: RequestingPod = {
        uid: `imagined ${key} ${pair.node}`,
        namespace,
        name: `${name}-imagined`,
        daemonSet: key,
        phase: "Pending",
        terminating: false,
        priority,
        neverPreempts: false,
        ...demands,
      };
      const isNextToOldPod = pair.settled.isReplaced && isCreatedFirst(set) && pair.after === "run";
      byNode.set(pair.node, [
        ...(byNode.get(pair.node) ?? []),
        { set, pair, pod, isNextToOldPod, order: isWaitingForCapacity(pair) ? BEFORE_ALL : orderOf(key) },
      ]);
    }
  }
  return { byNode, leaving };
}

/** Places all new pods: those that do not fit wait, and so do preempted daemon pods. Nodes that were not read have
 *  capacity for all. O(pods of the nodes that were read). */
export function* schedulePreview(
  sets: readonly PreviewDaemonSet[],
  capacity: FreeCapacity,
  orderOf: (key: string) => number,
): Generator<undefined, ScheduledPreview> {
  const { byNode, leaving } = yield* candidatesOf(sets, capacity, orderOf);
  const placed = new Map<string, PlacedPod>();
  const pushedOut = new Set<string>();
  for (const [node, candidates] of byNode) {
    yield;
    const allocatable = capacity.allocatable.get(node);
    if (allocatable === undefined) continue;
    const found = placeOnNode(candidates, allocatable, capacity.bound.get(node) ?? [], leaving.get(node) ?? new Map());
    for (const [key, each] of found.placed) placed.set(`${key} ${node}`, each);
    for (const key of found.pushedOut) pushedOut.add(`${key} ${node}`);
  }
  const fittedPair = (key: string, pair: PreviewPair): PreviewPair => {
    const pairKey = `${key} ${pair.node}`;
    const { settled } = pair;
    const isOut = placed.get(pairKey)?.isFit === false || pushedOut.has(pairKey);
    if (isOut && settled.has)
      return { ...pair, settled: { ...settled, ghost: isWaitingForCapacity(pair) ? "same" : "unfit", isAvailable: false } };
    return placed.has(pairKey) && isWaitingForCapacity(pair) ? { ...pair, settled: { ...settled, isAvailable: true } } : pair;
  };
  const keyOf = (pairKey: string): string => pairKey.slice(0, pairKey.indexOf(" "));
  const losers = new Set(Array.from(pushedOut, keyOf));
  const concerned = new Set([...losers, ...Array.from(placed.keys(), keyOf)]);
  const fitted = (set: PreviewDaemonSet): PreviewDaemonSet =>
    concerned.has(set.key) ? { ...set, pairs: set.pairs.map((pair) => fittedPair(set.key, pair)) } : set;
  const all: PreviewDaemonSet[] = [];
  for (const set of sets) {
    all.push(fitted(set));
    yield;
  }
  return { placed, pushedOut: losers, sets: all };
}
