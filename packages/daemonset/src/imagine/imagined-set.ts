import { isEqualJson } from "@daemonscope/kube/equal-json";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import type { ClusterReading } from "../model/cluster-reading.ts";
import { ClassVerdicts } from "../placement/node-classes.ts";
import type { Verdict } from "../placement/placement.ts";
import type { PodFacts } from "../pods/pod-facts.ts";
import type { DaemonSetKey } from "../records/records.ts";
import type { ImagineTools } from "./imagine-tools.ts";
import type { ImaginedCluster } from "./imagined-cluster.ts";
import type { MovingNodes } from "./moving-nodes.ts";
import { NO_POD, type SettledPair, type Settling, settledPair } from "./settled-pair.ts";
import { type AdoptedPods, adoptedPods, updatedThen } from "./then-current.ts";

/** A node × DaemonSet before and after. */
export interface ImaginedPair {
  readonly node: string;
  readonly before: Verdict;
  readonly after: Verdict;
  /** Pods that are there now, in the controller's order. */
  readonly pods: readonly PodFacts[];
  readonly settled: SettledPair;
}

/** A DaemonSet that the steps touch. Of one that goes `after` is undefined, of one that comes `before`. */
export interface ImaginedSet {
  readonly key: DaemonSetKey;
  readonly before: KubeDaemonSet | undefined;
  readonly after: KubeDaemonSet | undefined;
  /** Its template is another. */
  readonly isTemplateChanged: boolean;
  /** Its pods are let go, not deleted. */
  readonly isOrphaning: boolean;
  /** Nodes of now and of then, each once. */
  readonly pairs: readonly ImaginedPair[];
}

/** What steps are done to. */
export interface ImaginedWorld {
  readonly reading: ClusterReading;
  readonly cluster: ImaginedCluster;
  readonly nodes: MovingNodes;
  readonly tools: ImagineTools;
}

/** A loop over pairs yields after this many, so that its caller can give the thread away. */
export const PAIRS_A_PART = 25;
const NONE: readonly PodFacts[] = [];
const NO_ADOPTION: AdoptedPods = { podsOn: () => NONE, isCurrent: () => false };
/** Its old pods are replaced by the controller. */
export const isRolling = (set: KubeDaemonSet | undefined): boolean => set?.spec.updateStrategy.type !== "OnDelete";
const isLive = ({ deletingSinceMs }: PodFacts): boolean => deletingSinceMs === undefined;

/** The verdict of now, from the nodes that the steps began with: the model may have newer ones by the time that a pair is made. */
function verdictNow({ reading, nodes }: ImaginedWorld, before: KubeDaemonSet | undefined): (name: string) => Verdict {
  if (before === undefined) return () => "exclude";
  const verdicts = new ClassVerdicts(before.spec.template, reading.gates);
  return (name) => {
    const node = nodes.now.get(name);
    const nodeClass = nodes.classNow(name);
    return node === undefined || nodeClass === undefined ? "exclude" : verdicts.on(node, nodeClass);
  };
}

/** The verdict of then: that of now where neither node nor template is another. */
function verdictThen({ reading, nodes }: ImaginedWorld, before: KubeDaemonSet | undefined, after: KubeDaemonSet | undefined) {
  if (after === undefined) return (): Verdict => "exclude";
  const isSame = before !== undefined && before.spec.template === after.spec.template;
  const verdicts = new ClassVerdicts(after.spec.template, reading.gates);
  return (name: string, now: Verdict): Verdict => {
    if (isSame && !nodes.touched.has(name)) return now;
    const node = nodes.then.get(name);
    const nodeClass = nodes.classThen(name);
    return node === undefined || nodeClass === undefined ? "exclude" : verdicts.on(node, nodeClass);
  };
}

/** Makes the pairs of one DaemonSet. */
function pairMaker(world: ImaginedWorld, key: DaemonSetKey, before: KubeDaemonSet | undefined, after: KubeDaemonSet | undefined) {
  const { reading, cluster, nodes } = world;
  const isSameOne = before !== undefined && before.metadata.uid === after?.metadata.uid;
  // A rollout that stood still may go on with another budget.
  const isSetChanged =
    !isSameOne || before.templateHash !== after.templateHash || !isEqualJson(before.spec.updateStrategy, after.spec.updateStrategy);
  const adoption =
    after === undefined || isSameOne || cluster.orphans.length === 0 ? NO_ADOPTION : adoptedPods(reading, key, after, cluster, world.tools);
  const isUpdatedThen = after === undefined ? () => false : updatedThen(reading, before, after);
  const verdictBefore = verdictNow(world, before);
  const verdictOf = verdictThen(world, before, after);
  const isOrphaning = isLetGo(cluster, before, after);
  const { deletedPods } = cluster;
  const settling: Settling = {
    isUpdated: isUpdatedThen,
    isDeleted: deletedPods.size === 0 ? () => false : ({ namespace, name }) => deletedPods.has(`${namespace}/${name}`),
    isRolling: isRolling(after),
    isNodeReady: (name) => nodes.then.get(name)?.ready === "True",
    isSetChanged,
    nowMs: reading.nowMs,
  };
  const adopting: Settling = { ...settling, isUpdated: adoption.isCurrent };
  /** Another DaemonSet of the same name, or none: the pods of the one that was there go, unless they are let go. */
  const succeeded = (name: string, own: readonly PodFacts[], wanted: Verdict): SettledPair => {
    const made = settledPair(settling, name, "exclude", wanted, NONE);
    if (!own.some(isLive)) return made;
    if (isOrphaning && nodes.then.has(name)) return made.has ? made : { ...NO_POD, ghost: "stays" };
    return { ...made, ghost: made.has ? "restarts" : "goes" };
  };
  return (node: string): ImaginedPair => {
    const was = verdictBefore(node);
    const wanted = verdictOf(node, was);
    const own = before === undefined ? NONE : reading.podsOf(key, node);
    if (isSameOne) return { node, before: was, after: wanted, pods: own, settled: settledPair(settling, node, was, wanted, own) };
    const taken = adoption.podsOn(node);
    if (before === undefined || taken.length > 0)
      return { node, before: was, after: wanted, pods: taken, settled: settledPair(adopting, node, was, wanted, taken) };
    return { node, before: was, after: wanted, pods: own, settled: succeeded(node, own, wanted) };
  };
}

/** Whether its pods are let go: it goes, or another of its name comes in its place. */
function isLetGo({ orphans }: ImaginedCluster, before: KubeDaemonSet | undefined, after: KubeDaemonSet | undefined): boolean {
  const uid = before?.metadata.uid;
  return uid !== undefined && uid !== after?.metadata.uid && orphans.some(({ from }) => from.metadata.uid === uid);
}

/** Whether somebody deletes pods of it. */
const losesPods = ({ cluster: { deletedPods } }: ImaginedWorld, key: DaemonSetKey): boolean => [...deletedPods.values()].includes(key);

/** A DaemonSet at both moments, pair by pair, also where nothing happens. O(nodes). */
export function* wholeSet(
  world: ImaginedWorld,
  key: DaemonSetKey,
  pairOf?: (name: string) => ImaginedPair,
): Generator<undefined, ImaginedSet> {
  const { reading, cluster, nodes } = world;
  const before = reading.daemonSet(key);
  const after = cluster.daemonSets.get(key);
  const names = new Set([...nodes.now.keys(), ...nodes.then.keys()]);
  const pairs: ImaginedPair[] = [];
  const made = pairOf ?? pairMaker(world, key, before, after);
  for (const name of names) {
    pairs.push(made(name));
    if (pairs.length % PAIRS_A_PART === 0) yield;
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
    if (++count % PAIRS_A_PART === 0) yield;
  }
  return false;
}

/** A DaemonSet at both moments, pair by pair; undefined for one to which nothing happens. O(touched nodes) for one that is the same, O(nodes) for any other. */
export function* imaginedSet(world: ImaginedWorld, key: DaemonSetKey): Generator<undefined, ImaginedSet | undefined> {
  const { reading, cluster, nodes } = world;
  const before = reading.daemonSet(key);
  const after = cluster.daemonSets.get(key);
  const pairOf = pairMaker(world, key, before, after);
  const isTouched = (name: string): boolean => {
    const { before: was, after: wanted, settled } = pairOf(name);
    return was !== wanted || settled.ghost !== "same";
  };
  if (before === after && !losesPods(world, key) && !(yield* isAny(nodes.touched, isTouched))) return undefined;
  return yield* wholeSet(world, key, pairOf);
}

/** One pair at both moments. */
export function imaginedPair(world: ImaginedWorld, key: DaemonSetKey, node: string): ImaginedPair {
  return pairMaker(world, key, world.reading.daemonSet(key), world.cluster.daemonSets.get(key))(node);
}
