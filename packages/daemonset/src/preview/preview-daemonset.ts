import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import type { ClusterReading } from "../model/cluster-reading.ts";
import { ClassVerdicts } from "../placement/node-classes.ts";
import type { PlacementVerdict } from "../placement/placement.ts";
import type { PodFacts } from "../pods/pod-facts.ts";
import type { DaemonSetKey } from "../records/records.ts";
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
/** The controller replaces its old pods. */
export const isRolling = (set: KubeDaemonSet | undefined): boolean => set?.spec.updateStrategy.type !== "OnDelete";
const isLive = ({ deletingSinceMs }: PodFacts): boolean => deletingSinceMs === undefined;

/** The verdict before the steps, from the nodes at their start: the model may have newer nodes when a pair is
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

/** The verdict after the steps: the earlier one if neither node nor template changed. */
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

/** Creates the pairs of one DaemonSet. */
function pairMaker(world: PreviewInput, key: DaemonSetKey, before: KubeDaemonSet | undefined, after: KubeDaemonSet | undefined) {
  const { reading, cluster, nodes } = world;
  const isSameOne = before !== undefined && before.metadata.uid === after?.metadata.uid;
  // A blocked rollout may continue with another budget.
  const isSetChanged =
    !isSameOne || before.templateHash !== after.templateHash || !isEqualJson(before.spec.updateStrategy, after.spec.updateStrategy);
  const adoption =
    after === undefined || isSameOne || cluster.orphans.length === 0 ? NO_ADOPTION : adoptedPods(reading, key, after, cluster, world.tools);
  const isUpdatedThen = after === undefined ? () => false : updatedAfterPreview(reading, before, after);
  const verdictBefore = verdictNow(world, before);
  const verdictOf = verdictThen(world, before, after);
  const isOrphaning = isLetGo(cluster, before, after);
  const { deletedPods } = cluster;
  const settling: ConvergenceInput = {
    isUpdated: isUpdatedThen,
    isDeleted: deletedPods.size === 0 ? () => false : ({ namespace, name }) => deletedPods.has(`${namespace}/${name}`),
    isRolling: isRolling(after),
    isNodeReady: (name) => nodes.then.get(name)?.ready === "True",
    isSetChanged,
    nowMs: reading.nowMs,
  };
  const adopting: ConvergenceInput = { ...settling, isUpdated: adoption.isCurrent };
  /** Another DaemonSet of the same name, or none: the pods of the previous one end, unless they are orphaned. */
  const succeeded = (name: string, ownedPods: readonly PodFacts[], wanted: PlacementVerdict): ConvergedPair => {
    const made = convergedPair(settling, name, "exclude", wanted, NONE);
    if (!ownedPods.some(isLive)) return made;
    if (isOrphaning && nodes.then.has(name)) return made.has ? made : { ...NO_POD, ghost: "stays" };
    return { ...made, ghost: made.has ? "restarts" : "goes" };
  };
  return (node: string): PreviewPair => {
    const was = verdictBefore(node);
    const wanted = verdictOf(node, was);
    const ownedPods = before === undefined ? NONE : reading.podsOf(key, node);
    if (isSameOne)
      return { node, before: was, after: wanted, pods: ownedPods, settled: convergedPair(settling, node, was, wanted, ownedPods) };
    const taken = adoption.podsOn(node);
    if (before === undefined || taken.length > 0)
      return { node, before: was, after: wanted, pods: taken, settled: convergedPair(adopting, node, was, wanted, taken) };
    return { node, before: was, after: wanted, pods: ownedPods, settled: succeeded(node, ownedPods, wanted) };
  };
}

/** Reports whether its pods are orphaned: it is deleted, or another of its name replaces it. */
function isLetGo({ orphans }: PreviewCluster, before: KubeDaemonSet | undefined, after: KubeDaemonSet | undefined): boolean {
  const uid = before?.metadata.uid;
  return uid !== undefined && uid !== after?.metadata.uid && orphans.some(({ from }) => from.metadata.uid === uid);
}

/** Reports whether a step deletes its pods. */
const losesPods = ({ cluster: { deletedPods } }: PreviewInput, key: DaemonSetKey): boolean => [...deletedPods.values()].includes(key);

/** A DaemonSet before and after, pair by pair, including unchanged pairs. O(nodes). */
export function* fullPreviewDaemonSet(
  world: PreviewInput,
  key: DaemonSetKey,
  pairOf?: (name: string) => PreviewPair,
): Generator<undefined, PreviewDaemonSet> {
  const { reading, cluster, nodes } = world;
  const before = reading.daemonSet(key);
  const after = cluster.daemonSets.get(key);
  const names = new Set([...nodes.now.keys(), ...nodes.then.keys()]);
  const pairs: PreviewPair[] = [];
  const made = pairOf ?? pairMaker(world, key, before, after);
  for (const name of names) {
    pairs.push(made(name));
    if (pairs.length % PAIRS_PER_SLICE === 0) yield;
  }
  return {
    key,
    before,
    after,
    isTemplateChanged: before !== undefined && after !== undefined && before.templateHash !== after.templateHash,
    isOrphaning: isLetGo(cluster, before, after),
    pairs,
  };
}

function* isAny(names: Iterable<string>, isMeant: (name: string) => boolean): Generator<undefined, boolean> {
  let count = 0;
  for (const name of names) {
    if (isMeant(name)) return true;
    if (++count % PAIRS_PER_SLICE === 0) yield;
  }
  return false;
}

/** A DaemonSet before and after, pair by pair; undefined if nothing changes. O(touched nodes) for an unchanged
 *  DaemonSet, O(nodes) for any other. */
export function* previewDaemonSet(world: PreviewInput, key: DaemonSetKey): Generator<undefined, PreviewDaemonSet | undefined> {
  const { reading, cluster, nodes } = world;
  const before = reading.daemonSet(key);
  const after = cluster.daemonSets.get(key);
  const pairOf = pairMaker(world, key, before, after);
  const isTouched = (name: string): boolean => {
    const { before: was, after: wanted, settled } = pairOf(name);
    return was !== wanted || settled.ghost !== "same";
  };
  if (before === after && !losesPods(world, key) && !(yield* isAny(nodes.touched, isTouched))) return undefined;
  return yield* fullPreviewDaemonSet(world, key, pairOf);
}

/** One pair before and after. */
export function previewPair(world: PreviewInput, key: DaemonSetKey, node: string): PreviewPair {
  return pairMaker(world, key, world.reading.daemonSet(key), world.cluster.daemonSets.get(key))(node);
}
