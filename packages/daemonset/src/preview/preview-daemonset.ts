import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { controllerOf, hasFailedUpgrade } from "../managed/upgrade-controllers.ts";
import type { ClusterReading } from "../model/cluster-reading.ts";
import { ClassVerdicts } from "../placement/node-classes.ts";
import type { PlacementVerdict } from "../placement/placement.ts";
import type { PodFacts } from "../pods/pod-facts.ts";
import { isEnding, nodeLifecycle } from "../records/node-lifecycle.ts";
import type { DaemonSetKey, NodeRecord } from "../records/records.ts";
import { type ConvergedPair, type ConvergenceInput, convergedPair, NO_POD } from "./converged-pair.ts";
import { type AdoptedPods, adoptedPods, updatedAfterPreview } from "./current-after-preview.ts";
import type { NodeTransitions } from "./node-transitions.ts";
import type { PreviewCluster } from "./preview-cluster.ts";
import type { PreviewDecoders } from "./preview-decoders.ts";

/** A node × DaemonSet before and after. */
export interface PreviewPair {
  readonly node: string;
  readonly before: PlacementVerdict;
  readonly after: PlacementVerdict;
  /** Existing pods, in the controller's order. */
  readonly pods: readonly PodFacts[];
  readonly settled: ConvergedPair;
}

/** A DaemonSet that the steps affect. `after` is undefined for a deleted one, `before` for a new one. */
export interface PreviewDaemonSet {
  readonly key: DaemonSetKey;
  readonly before: KubeDaemonSet | undefined;
  readonly after: KubeDaemonSet | undefined;
  readonly isTemplateChanged: boolean;
  /** Its pods are orphaned instead of deleted. */
  readonly isOrphaning: boolean;
  /** Nodes before and after, each once. */
  readonly pairs: readonly PreviewPair[];
}

/** The inputs of a preview. */
export interface PreviewInput {
  readonly reading: ClusterReading;
  readonly cluster: PreviewCluster;
  readonly nodes: NodeTransitions;
  readonly tools: PreviewDecoders;
}

/** A loop over pairs yields after this many, so that its caller can release the thread. */
export const PAIRS_PER_SLICE = 25;
const NONE: readonly PodFacts[] = [];
const NO_ADOPTION: AdoptedPods = { podsOn: () => NONE, isCurrent: () => false };
/** Reports whether a controller replaces old pods by itself: that of Kubernetes, or under OnDelete another one. */
export const isRolling = (reading: ClusterReading, key: DaemonSetKey, set: KubeDaemonSet | undefined): boolean =>
  set?.spec.updateStrategy.type !== "OnDelete" ||
  (controllerOf(set) !== undefined && reading.daemonSetRecord(key)?.managedBy !== undefined);
/** Returns a check for nodes on which the controller of an OnDelete DaemonSet gave up. */
export function givesUpOn(set: KubeDaemonSet | undefined, nodes: ReadonlyMap<string, NodeRecord>): (node: string) => boolean {
  const controller = set === undefined ? undefined : controllerOf(set)?.controller;
  return (name) => controller !== undefined && hasFailedUpgrade(controller, nodes.get(name)?.labels ?? {});
}
/** Returns a check for nodes that shut down or are removed. */
export function isEndingIn(nodes: ReadonlyMap<string, NodeRecord>): (name: string) => boolean {
  return (name) => {
    const node = nodes.get(name);
    return node !== undefined && isEnding(nodeLifecycle(node));
  };
}
/** Returns a check for nodes whose kubelet starts no new pod, because the node ends. */
export function startsNoPodOn(nodes: ReadonlyMap<string, NodeRecord>): (name: string) => boolean {
  const isEndingNode = isEndingIn(nodes);
  return (name) => nodes.get(name)?.ready !== "True" && isEndingNode(name);
}
const isLive = ({ deletingSinceMs }: PodFacts): boolean => deletingSinceMs === undefined;

/** Returns the verdicts before the steps, from the nodes at their start. The model may have newer nodes when a pair is
 *  created. */
function verdictNow({ reading, nodes }: PreviewInput, before: KubeDaemonSet | undefined): (name: string) => PlacementVerdict {
  if (before === undefined) return () => "exclude";
  const verdicts = new ClassVerdicts(before.spec.template, reading.gates);
  return (name) => {
    const node = nodes.now.get(name);
    const nodeClass = nodes.classNow(name);
    return node === undefined || nodeClass === undefined ? "exclude" : verdicts.on(node, nodeClass);
  };
}

/** Returns the verdicts after the steps: the earlier one if neither node nor template changed. */
function verdictThen({ reading, nodes }: PreviewInput, before: KubeDaemonSet | undefined, after: KubeDaemonSet | undefined) {
  if (after === undefined) return (): PlacementVerdict => "exclude";
  const isSame = before !== undefined && before.spec.template === after.spec.template;
  const verdicts = new ClassVerdicts(after.spec.template, reading.gates);
  return (name: string, now: PlacementVerdict): PlacementVerdict => {
    if (isSame && !nodes.touched.has(name)) return now;
    const node = nodes.then.get(name);
    const nodeClass = nodes.classThen(name);
    return node === undefined || nodeClass === undefined ? "exclude" : verdicts.on(node, nodeClass);
  };
}

/** Returns a function that creates the pairs of one DaemonSet. */
function pairMaker(input: PreviewInput, key: DaemonSetKey, before: KubeDaemonSet | undefined, after: KubeDaemonSet | undefined) {
  const { reading, cluster, nodes } = input;
  const isSameOne = before !== undefined && before.metadata.uid === after?.metadata.uid;
  // A blocked rollout may continue with another budget.
  const isSetChanged =
    !isSameOne || before.templateHash !== after.templateHash || !isEqualJson(before.spec.updateStrategy, after.spec.updateStrategy);
  const adoption =
    after === undefined || isSameOne || cluster.orphans.length === 0 ? NO_ADOPTION : adoptedPods(reading, key, after, cluster, input.tools);
  const isUpdatedThen = after === undefined ? () => false : updatedAfterPreview(reading, before, after);
  const verdictBeforeOf = verdictNow(input, before);
  const verdictOf = verdictThen(input, before, after);
  const isOrphaning = isOrphaned(cluster, before, after);
  const { deletedPods } = cluster;
  const convergence: ConvergenceInput = {
    isUpdated: isUpdatedThen,
    isDeleted: deletedPods.size === 0 ? () => false : ({ namespace, name }) => deletedPods.has(`${namespace}/${name}`),
    isRolling: isRolling(reading, key, after),
    hasGivenUp: givesUpOn(after, nodes.then),
    isNodeReady: (name) => nodes.then.get(name)?.ready === "True",
    startsNoPod: startsNoPodOn(nodes.then),
    isSetChanged,
    nowMs: reading.nowMs,
  };
  const adopting: ConvergenceInput = { ...convergence, isUpdated: adoption.isCurrent };
  // Pods of the previous DaemonSet end unless orphaned if another of the same name, or none, follows.
  const replacementState = (name: string, ownedPods: readonly PodFacts[], wanted: PlacementVerdict): ConvergedPair => {
    const state = convergedPair(convergence, name, "exclude", wanted, NONE);
    if (!ownedPods.some(isLive)) return state;
    if (isOrphaning && nodes.then.has(name)) return state.has ? state : { ...NO_POD, ghost: "stays" };
    return { ...state, ghost: state.has ? "restarts" : "goes" };
  };
  return (node: string): PreviewPair => {
    const verdictBefore = verdictBeforeOf(node);
    const wanted = verdictOf(node, verdictBefore);
    const ownedPods = before === undefined ? NONE : reading.podsOf(key, node);
    if (isSameOne)
      return {
        node,
        before: verdictBefore,
        after: wanted,
        pods: ownedPods,
        settled: convergedPair(convergence, node, verdictBefore, wanted, ownedPods),
      };
    const adopted = adoption.podsOn(node);
    if (before === undefined || adopted.length > 0)
      return {
        node,
        before: verdictBefore,
        after: wanted,
        pods: adopted,
        settled: convergedPair(adopting, node, verdictBefore, wanted, adopted),
      };
    return { node, before: verdictBefore, after: wanted, pods: ownedPods, settled: replacementState(node, ownedPods, wanted) };
  };
}

/** Reports whether a DaemonSet that is deleted, or replaced by another of its name, orphans its pods. */
function isOrphaned({ orphans }: PreviewCluster, before: KubeDaemonSet | undefined, after: KubeDaemonSet | undefined): boolean {
  const uid = before?.metadata.uid;
  return uid !== undefined && uid !== after?.metadata.uid && orphans.some(({ from }) => from.metadata.uid === uid);
}

/** Reports whether a step deletes pods of the DaemonSet by name. */
const losesPodsByName = ({ cluster: { deletedPods } }: PreviewInput, key: DaemonSetKey): boolean => [...deletedPods.values()].includes(key);

/** Returns a DaemonSet before and after, pair by pair, including unchanged pairs. O(nodes). */
export function* fullPreviewDaemonSet(
  input: PreviewInput,
  key: DaemonSetKey,
  pairOf?: (name: string) => PreviewPair,
): Generator<undefined, PreviewDaemonSet> {
  const { reading, cluster, nodes } = input;
  const before = reading.daemonSet(key);
  const after = cluster.daemonSets.get(key);
  const names = new Set([...nodes.now.keys(), ...nodes.then.keys()]);
  const pairs: PreviewPair[] = [];
  const createPair = pairOf ?? pairMaker(input, key, before, after);
  for (const name of names) {
    pairs.push(createPair(name));
    if (pairs.length % PAIRS_PER_SLICE === 0) yield;
  }
  return {
    key,
    before,
    after,
    isTemplateChanged: before !== undefined && after !== undefined && before.templateHash !== after.templateHash,
    isOrphaning: isOrphaned(cluster, before, after),
    pairs,
  };
}

function* anyMatches(names: Iterable<string>, matches: (name: string) => boolean): Generator<undefined, boolean> {
  let count = 0;
  for (const name of names) {
    if (matches(name)) return true;
    if (++count % PAIRS_PER_SLICE === 0) yield;
  }
  return false;
}

/** Returns a DaemonSet before and after, pair by pair; undefined if nothing changes. O(touched nodes) for an unchanged
 *  DaemonSet, O(nodes) for any other. */
export function* previewDaemonSet(input: PreviewInput, key: DaemonSetKey): Generator<undefined, PreviewDaemonSet | undefined> {
  const { reading, cluster, nodes } = input;
  const before = reading.daemonSet(key);
  const after = cluster.daemonSets.get(key);
  const pairOf = pairMaker(input, key, before, after);
  const isTouched = (name: string): boolean => {
    const { before: verdictBefore, after: wanted, settled } = pairOf(name);
    return verdictBefore !== wanted || settled.ghost !== "same";
  };
  if (before === after && !losesPodsByName(input, key) && !(yield* anyMatches(nodes.touched, isTouched))) return undefined;
  return yield* fullPreviewDaemonSet(input, key, pairOf);
}

/** Returns one pair before and after. */
export function previewPair(input: PreviewInput, key: DaemonSetKey, node: string): PreviewPair {
  return pairMaker(input, key, input.reading.daemonSet(key), input.cluster.daemonSets.get(key))(node);
}
