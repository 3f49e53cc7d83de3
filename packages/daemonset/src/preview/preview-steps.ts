import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { drain } from "@daemonscope/kube/base/drain";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import type { KubectlTarget } from "../actions/changes/kubectl-line.ts";
import { LABELS_PER_SLICE } from "../actions/changes/node-groups.ts";
import type { Step } from "../actions/changes/step.ts";
import type { ClusterReading } from "../model/cluster-reading.ts";
import type { PlacementCheck } from "../placement/placement.ts";
import { isFailing } from "../pods/pod-facts.ts";
import type { NodeRecord } from "../records/records.ts";
import { type FreeCapacity, type PlacedPod, schedulePreview } from "./capacity/free-capacity.ts";
import { daemonSetsWaitingForCapacity } from "./capacity/freed-capacity.ts";
import { checkKey, decidingChecks } from "./deciding-check.ts";
import type { Anyway, CountsPreview, DaemonSetPreview, GhostNodes } from "./effect-preview.ts";
import { type NodeTransitions, nodeTransitions } from "./node-transitions.ts";
import { type PreviewedStep, previewCluster } from "./preview-cluster.ts";
import {
  fullPreviewDaemonSet,
  givesUpOn,
  isEndingIn,
  PAIRS_PER_SLICE,
  type PreviewDaemonSet,
  type PreviewInput,
  type PreviewPair,
  previewDaemonSet,
  startsNoPodOn,
} from "./preview-daemonset.ts";
import type { PreviewDecoders } from "./preview-decoders.ts";
import { convergedCounts, type QuietCounts, withRetainedPods } from "./rollout-preview.ts";
import { tolerationsToKeep } from "./tolerations-to-keep.ts";
import { attributed, withoutSteps } from "./without-steps.ts";

/** The preview of steps on a cluster, after all controllers have converged. */
export interface Preview extends PreviewInput {
  readonly steps: readonly PreviewedStep[];
  /** DaemonSets that change, or may change because their pods wait for capacity that becomes free. */
  readonly sets: readonly PreviewDaemonSet[];
  /** The placement of new pods, by `key node`; empty if capacity was ignored. */
  readonly placed: ReadonlyMap<string, PlacedPod>;
}

/** Applies steps to a reading and lets the consequences converge, ignoring free capacity. Yields between parts of at
 *  most some milliseconds. A reading may change between two parts: pass a pinned one (`pinnedReading`). O(nodes ×
 *  DaemonSets that change). */
export function* previewSteps(
  reading: ClusterReading,
  steps: readonly Step[],
  tools: PreviewDecoders,
  target?: KubectlTarget,
): Generator<undefined, Preview> {
  const cluster = yield* previewCluster(reading, steps, tools, target);
  const input: PreviewInput = { reading, cluster, tools, nodes: yield* nodeTransitions(reading, cluster) };
  const keys = new Set([...reading.daemonSetKeys(), ...cluster.daemonSets.keys()]);
  const sets: PreviewDaemonSet[] = [];
  for (const key of keys) {
    const set = yield* previewDaemonSet(input, key);
    if (set !== undefined) sets.push(set);
  }
  for (const key of yield* daemonSetsWaitingForCapacity(reading, sets)) sets.push(yield* fullPreviewDaemonSet(input, key));
  return { ...input, steps: cluster.steps, sets: yield* withRetainedPodsIn(sets), placed: new Map() };
}

function* withRetainedPodsIn(sets: readonly PreviewDaemonSet[]): Generator<undefined, readonly PreviewDaemonSet[]> {
  const kept: PreviewDaemonSet[] = [];
  for (const set of sets) {
    kept.push(withRetainedPods(set));
    yield;
  }
  return kept;
}

/** Adds placement: new pods run only on nodes with free capacity (rules I7, I8). O(pods of the nodes that were
 *  read). */
export function* withCapacity(preview: Preview, capacity: FreeCapacity): Generator<undefined, Preview> {
  const { cluster, sets: all } = preview;
  const orderOf = (key: string): number => cluster.changedBy.get(key) ?? cluster.steps.length;
  const first = yield* schedulePreview(all, capacity, orderOf);
  const known = new Set(all.map(({ key }) => key));
  const more: PreviewDaemonSet[] = [];
  for (const key of first.pushedOut)
    if (!known.has(key) && cluster.daemonSets.has(key)) more.push(yield* fullPreviewDaemonSet(preview, key));
  const { sets, placed } = more.length === 0 ? first : yield* schedulePreview([...all, ...more], capacity, orderOf);
  const retained = yield* withRetainedPodsIn(sets);
  if (retained.every((set, at) => set === sets[at])) return { ...preview, sets, placed };
  // Pods that stay on unwanted nodes occupy capacity.
  const kept = [...all, ...more].map((set, at) => withRetainedPairs(set, retained[at]));
  const rescheduled = yield* schedulePreview(kept, capacity, orderOf);
  return { ...preview, sets: rescheduled.sets, placed: rescheduled.placed };
}

/** Returns a DaemonSet before placement, with the pods that stay on unwanted nodes. */
function withRetainedPairs(set: PreviewDaemonSet, retained: PreviewDaemonSet | undefined): PreviewDaemonSet {
  if (retained === undefined) return set;
  return { ...set, pairs: set.pairs.map((pair, at) => (pair.after === "keep" ? (retained.pairs[at] ?? pair) : pair)) };
}

const ZERO_COUNTS: CountsPreview = { desired: 0, current: 0, misscheduled: 0, updated: 0, available: 0 };

function countsNow(reading: ClusterReading, { key, before }: PreviewDaemonSet): CountsPreview {
  const record = before === undefined ? undefined : reading.daemonSetRecord(key);
  if (record === undefined) return ZERO_COUNTS;
  const counts = record.derived ?? record.reported;
  return {
    desired: counts.desiredNumberScheduled,
    current: counts.currentNumberScheduled,
    misscheduled: counts.numberMisscheduled,
    updated: counts.updatedNumberScheduled,
    available: counts.numberAvailable,
  };
}

interface Group {
  readonly ghost: GhostNodes["ghost"];
  readonly check: PlacementCheck | undefined;
  readonly nodes: string[];
}

function* groupGhosts(
  pairs: readonly PreviewPair[],
  checkOf: (pair: PreviewPair) => PlacementCheck | undefined,
): Generator<undefined, readonly Group[]> {
  const groups = new Map<string, Group>();
  for (const [at, pair] of pairs.entries()) {
    if (at % PAIRS_PER_SLICE === 0) yield;
    const { ghost } = pair.settled;
    if (ghost === "same") continue;
    const check = ghost === "restarts" || ghost === "replacedByHand" ? undefined : checkOf(pair);
    const key = `${ghost} ${checkKey(check)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ghost, check, nodes: [pair.node] });
    else group.nodes.push(pair.node);
  }
  return [...groups.values()].sort((a, b) => b.nodes.length - a.nodes.length || compareTexts(a.ghost, b.ghost));
}

function mostFrequentCheck(checks: readonly PlacementCheck[]): PlacementCheck | undefined {
  const counts = new Map<string, { readonly check: PlacementCheck; count: number }>();
  for (const check of checks) {
    const entry = counts.get(checkKey(check));
    if (entry === undefined) counts.set(checkKey(check), { check, count: 1 });
    else entry.count++;
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.check;
}

/** Returns pairs that are wanted and have a pod now, whose node still exists afterwards and would not want the pod. */
function unwantedPairs({ after, pairs, isOrphaning }: PreviewDaemonSet, { then }: NodeTransitions): readonly PreviewPair[] {
  if (after === undefined && isOrphaning) return [];
  return pairs.filter(
    (pair) =>
      pair.before === "run" &&
      pair.after !== "run" &&
      then.has(pair.node) &&
      pair.pods.some(({ deletingSinceMs }) => deletingSinceMs === undefined),
  );
}

/** Returns the pods on these nodes that new pods of a DaemonSet preempt. */
function preemptedOn(key: string, nodes: readonly string[], placed: Preview["placed"]): Pick<GhostNodes, "preempts"> {
  const preempts = nodes.flatMap((node) =>
    (placed.get(`${key} ${node}`)?.victims ?? []).map(({ namespace, name }) => ({ namespace, name, node })),
  );
  return preempts.length === 0 ? {} : { preempts };
}

/** Returns the effect without the steps; undefined if there is none. */
function anywayOf(now: CountsPreview, quiet: QuietCounts | undefined): Anyway | undefined {
  if (quiet === undefined) return undefined;
  const { then: counts, rollout } = quiet;
  const running = rollout === undefined || rollout.byHand ? {} : { rollout };
  return isEqualJson(now, counts) && !("rollout" in running) ? undefined : { counts, ...running };
}

/** Counts the NotReady nodes that lose a pod. Such a pod ends only once the kubelet responds (rule I9). A node on its
 *  way out starts no new pod. */
function hinderedNodes(
  { isTemplateChanged, pairs }: Pick<PreviewDaemonSet, "isTemplateChanged" | "pairs">,
  nodes: ReadonlyMap<string, NodeRecord>,
): Pick<DaemonSetPreview, "onUnready" | "onEnding"> {
  const isEndingNode = startsNoPodOn(nodes);
  let [onUnready, onEnding] = [0, 0];
  for (const { node, after, settled } of pairs) {
    const isEnded = settled.ghost === "goes" || settled.ghost === "restarts" || settled.ghost === "unfit";
    if (isEndingNode(node)) onEnding += after === "run" && settled.has && (isTemplateChanged || isEnded) ? 1 : 0;
    else if (isEnded && nodes.has(node) && nodes.get(node)?.ready !== "True") onUnready++;
  }
  return { ...(onUnready === 0 ? {} : { onUnready }), ...(onEnding === 0 ? {} : { onEnding }) };
}

/** Returns the nodes that did not want their pod and want it afterwards. Nothing happens to the pod. */
function nodesWantedAgain(pairs: readonly PreviewPair[]): Pick<DaemonSetPreview, "again"> {
  const again = pairs.filter(
    ({ before, after, pods, settled }) =>
      before !== "run" && after === "run" && settled.ghost === "same" && pods.some(({ deletingSinceMs }) => deletingSinceMs === undefined),
  );
  return again.length === 0 ? {} : { again: again.map(({ node }) => node).sort() };
}

/** Returns the nodes whose pod would be old, because the controller gave up on them. */
function givenUpNodes({ after, pairs }: PreviewDaemonSet, nodes: ReadonlyMap<string, NodeRecord>): Pick<DaemonSetPreview, "givenUp"> {
  const hasGivenUp = givesUpOn(after, nodes);
  const names = pairs.filter(({ settled, node }) => settled.has && !settled.isUpdated && hasGivenUp(node)).map(({ node }) => node);
  return names.length === 0 ? {} : { givenUp: names.sort() };
}

/** Returns the failing pods that stay old until a user deletes them. */
function failingOldPods(pairs: readonly PreviewPair[], nowMs: number): Pick<DaemonSetPreview, "failingOld"> {
  const names = pairs.flatMap(({ settled, pods }) =>
    settled.ghost === "replacedByHand" ? pods.filter((pod) => isFailing(pod, nowMs)).map(({ name }) => name) : [],
  );
  return names.length === 0 ? {} : { failingOld: names.sort() };
}

/** Counts the pods that get another template from a rollout that replaces them without the steps too. */
function replacedAnyway(set: PreviewDaemonSet, without: PreviewDaemonSet | undefined): Pick<DaemonSetPreview, "replacedAnyway"> {
  if (without === undefined || !set.isTemplateChanged) return {};
  const both = set.pairs.filter(({ settled }, at) => {
    const anyway = without.pairs[at]?.settled;
    return settled.has && settled.isReplaced && anyway?.isReplaced === true && anyway.has;
  });
  return both.length === 0 ? {} : { replacedAnyway: both.length };
}

function* effectOf(preview: Preview, set: PreviewDaemonSet): Generator<undefined, DaemonSetPreview> {
  const { reading, nodes, placed } = preview;
  const { key, before, after } = set;
  const without = yield* withoutSteps(preview, set);
  const { pairs } = yield* attributed(set, without);
  const checkOf = decidingChecks(set, nodes, reading.gates);
  const unwanted = unwantedPairs(set, nodes);
  const lost = unwanted.filter(({ settled }) => settled.ghost === "goes");
  yield;
  const lostBy = mostFrequentCheck((lost.length === 0 ? unwanted : lost).flatMap((pair) => checkOf(pair) ?? []));
  yield;
  const record = reading.daemonSetRecord(key);
  const { then, rollout } = convergedCounts(set, record, reading.nowMs, isEndingIn(nodes.then));
  yield;
  const quiet = without === undefined ? undefined : convergedCounts(without, record, reading.nowMs, isEndingIn(nodes.now));
  const now = countsNow(reading, set);
  const anyway = anywayOf(now, quiet);
  yield;
  const kept = yield* tolerationsToKeep(set, unwanted, nodes, reading.gates);
  const groups = yield* groupGhosts(pairs, checkOf);
  const ghosts = groups.map(
    ({ ghost, check, nodes: names }): GhostNodes => ({
      ghost,
      nodes: names.sort(),
      ...(check === undefined ? {} : { check }),
      ...preemptedOn(key, names, placed),
    }),
  );
  // Steps on nodes do not change the rollout of a DaemonSet, unless they take its capacity.
  const isChanged = before !== after || ghosts.some(({ ghost }) => ghost === "unfit");
  return {
    key,
    life: after === undefined ? "goes" : before === undefined ? "comes" : "stays",
    now,
    then,
    ...(anyway === undefined ? {} : { anyway }),
    unwanted: unwanted.length,
    lost: lost.length,
    ...(lostBy === undefined ? {} : { lostBy }),
    ghosts,
    ...replacedAnyway(set, without),
    ...(rollout === undefined || !isChanged || isEqualJson(rollout, quiet?.rollout) ? {} : { rollout }),
    ...hinderedNodes({ isTemplateChanged: set.isTemplateChanged, pairs }, nodes.then),
    ...nodesWantedAgain(pairs),
    ...givenUpNodes(set, nodes.then),
    ...failingOldPods(pairs, reading.nowMs),
    ...kept,
  };
}

const gainedNodes = ({ ghosts }: DaemonSetPreview): number =>
  ghosts.reduce((sum, { ghost, nodes }) => (ghost === "comes" ? sum + nodes.length : sum), 0);

/** Sorts DaemonSets with most unwanted nodes first, those with no node left before all; then those that gain; then by
 *  key. */
function compareEffects(a: DaemonSetPreview, b: DaemonSetPreview): number {
  const isEmptied = ({ unwanted, then }: DaemonSetPreview): number => (unwanted > 0 && then.desired === 0 ? 0 : 1);
  return isEmptied(a) - isEmptied(b) || b.unwanted - a.unwanted || gainedNodes(b) - gainedNodes(a) || compareTexts(a.key, b.key);
}

function isUnchanged({ life, now, then, anyway, ghosts, rollout, replacedAnyway: replaced }: DaemonSetPreview): boolean {
  if (replaced !== undefined) return false;
  return life === "stays" && ghosts.length === 0 && rollout === undefined && isEqualJson(anyway?.counts ?? now, then);
}

/** Returns the effect of the steps on a pair beyond what happens anyway. */
export function ghostOf(preview: Preview, pair: PreviewPair, key: string): PreviewPair["settled"]["ghost"] {
  const known = preview.sets.find((set) => set.key === key);
  const [before, after] = [preview.reading.daemonSet(key), preview.cluster.daemonSets.get(key)];
  const set: PreviewDaemonSet = known ?? { key, before, after, isTemplateChanged: false, isOrphaning: false, pairs: [pair] };
  const { pairs } = drain(attributed(set, drain(withoutSteps(preview, set))));
  return (pairs.find(({ node }) => node === pair.node) ?? pair).settled.ghost;
}

/** Returns the effect on each changed DaemonSet, those that lose most first; and the keys of the others. */
export function* effectsOf(
  reading: ClusterReading,
  preview: Preview,
): Generator<undefined, { readonly daemonSets: readonly DaemonSetPreview[]; readonly unchanged: readonly string[] }> {
  const effects: DaemonSetPreview[] = [];
  for (const set of preview.sets) {
    const effect = yield* effectOf(preview, set);
    if (!isUnchanged(effect)) effects.push(effect);
  }
  const changed = new Set(effects.map(({ key }) => key));
  return {
    daemonSets: effects.sort(compareEffects),
    unchanged: reading.daemonSetKeys().filter((key) => !changed.has(key)),
  };
}

/** Returns changed and joining nodes in their later state, and the names of leaving nodes; all sorted. */
export function* nodesChangedByPreview({
  nodes,
}: Preview): Generator<undefined, { readonly changed: readonly NodeRecord[]; readonly left: readonly string[] }> {
  const changed: NodeRecord[] = [];
  let count = 0;
  for (const node of nodes.then.values()) {
    const before = nodes.now.get(node.name);
    if (before !== node && !isEqualJson(before, node)) changed.push(node);
    if (++count % LABELS_PER_SLICE === 0) yield;
  }
  return {
    changed: changed.sort((a, b) => compareTexts(a.name, b.name)),
    left: [...nodes.now.keys()].filter((name) => !nodes.then.has(name)).sort(),
  };
}
