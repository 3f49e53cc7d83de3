import type { CountsThen, DaemonSetThen, Ghost, WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import type { RawObject } from "../differential/raw-mirror.ts";
import type { SeenCluster, SeenPods } from "./seen-cluster.ts";

const NO_PODS: SeenPods = new Map();

const reported = ({ status = {} }: RawObject): CountsThen => ({
  desired: status.desiredNumberScheduled ?? 0,
  current: status.currentNumberScheduled ?? 0,
  misscheduled: status.numberMisscheduled ?? 0,
  updated: status.updatedNumberScheduled ?? 0,
  available: status.numberAvailable ?? 0,
});

const COUNTS: readonly (keyof CountsThen)[] = ["desired", "current", "misscheduled", "updated", "available"];

interface Leeway {
  /** The rollout gets stuck, and the controller chooses which nodes it updates before that. */
  readonly isStuck: boolean;
  /** Several new pods compete for the remaining capacity; their order is undefined. */
  readonly isRaced: boolean;
  readonly uids: ReadonlySet<string>;
}

const COMING: readonly Ghost[] = ["comes", "restarts", "unfit"];

/** Returns the joining nodes whose capacity the proposal omits. */
const nodesWithoutCapacity = ({ steps, changedNodes }: WhatIfAnswer): readonly string[] =>
  steps.some(({ doubts = [] }) => doubts.some(({ code }) => code === "joinRoom"))
    ? changedNodes.flatMap(({ uid, name }) => (uid.startsWith("imagined") ? [name] : []))
    : [];

/** Returns the nodes where some new pods fit and others do not. */
function racedNodes(answer: WhatIfAnswer): ReadonlySet<string> {
  const { daemonSets } = answer;
  const on = (wanted: readonly Ghost[]) =>
    new Set(daemonSets.flatMap(({ ghosts }) => ghosts.flatMap(({ ghost, nodes }) => (wanted.includes(ghost) ? nodes : []))));
  const waiting = on(["unfit"]);
  // A pod with a higher priority preempts the other, regardless of their order.
  const decided = new Set(daemonSets.flatMap(({ ghosts }) => ghosts.flatMap(({ preempts = [] }) => preempts.map(({ node }) => node))));
  const raced = [...on(["comes", "restarts"])].filter((node) => waiting.has(node) && !decided.has(node));
  return new Set([...raced, ...nodesWithoutCapacity(answer)]);
}

/** Checks a pair against its predicted ghost. Returns a sentence if they differ. */
function ghostProblem(ghost: Ghost, before: SeenPods, after: SeenPods, { isStuck, isRaced, uids }: Leeway): string | undefined {
  const kept = [...after.keys()].filter((uid) => before.has(uid));
  const fresh = [...after].filter(([uid]) => !before.has(uid));
  if (isRaced && COMING.includes(ghost)) return fresh.length > 0 || isStuck ? undefined : "no pod came";
  switch (ghost) {
    case "same":
      return fresh.length === 0 && kept.length === before.size ? undefined : "something happened";
    case "comes":
      return fresh.length > 0 && fresh.every(([, { isBound }]) => isBound) ? undefined : "no pod came that has a node";
    case "goes":
      // A stuck rolling update leaves some unwanted pods.
      if (isStuck && fresh.length === 0) return undefined;
      return after.size === 0 ? undefined : "a pod is there";
    case "restarts":
      if (isStuck && fresh.length === 0) return undefined;
      return fresh.length > 0 && kept.length === 0 && fresh.every(([, { isBound }]) => isBound)
        ? undefined
        : "the pod was not replaced by one that has a node";
    case "unfit":
      if (isStuck && fresh.length === 0) return undefined;
      return fresh.some(([, { isBound }]) => !isBound) ? undefined : "no pod waits for room";
    case "stays":
      return [...before.keys()].some((uid) => uids.has(uid)) && fresh.length === 0 ? undefined : "the pod did not stay";
    case "replacedByHand":
      return kept.length > 0 && fresh.length === 0 ? undefined : "the old pod did not stay";
  }
}

/** Returns the ghosts of a DaemonSet by node. */
const ghostsOf = (effect: DaemonSetThen | undefined): ReadonlyMap<string, Ghost> =>
  new Map((effect?.ghosts ?? []).flatMap(({ ghost, nodes }) => nodes.map((node) => [node, ghost] as const)));

/**
 * Returns the DaemonSets whose pods wait where a stuck rollout may or may not free capacity. Only bounds of their
 * available pods are known.
 */
function keysWithUncertainCapacity({ daemonSets }: WhatIfAnswer, before: SeenCluster): ReadonlySet<string> {
  const stuckSets = daemonSets.filter(({ rollout }) => rollout?.stands !== undefined);
  const nodes = new Set(stuckSets.flatMap(({ ghosts }) => ghosts.flatMap((group) => group.nodes)));
  const waiting = [...before.pods].filter(([, there]) => [...there.values()].some(({ isBound }) => !isBound));
  return new Set(waiting.map(([pair]) => pair.split(" ")).flatMap(([key = "", node = ""]) => (nodes.has(node) ? [key] : [])));
}

/** Returns wrong predictions of a DaemonSet's counts. Without an effect, the counts must not change. */
function countProblems(
  key: string,
  effect: DaemonSetThen | undefined,
  before: RawObject | undefined,
  after: RawObject,
  raced: ReadonlySet<string>,
  hasUncertainCapacity: boolean,
): readonly string[] {
  if (effect === undefined && before === undefined) return [`${key}: nothing was said of it, and it is there`];
  const actual = reported(after);
  const predicted = effect?.then ?? reported(before ?? after);
  const isRaced = effect?.ghosts.some(({ ghost, nodes }) => COMING.includes(ghost) && nodes.some((node) => raced.has(node))) ?? false;
  const { stands: stall } = effect?.rollout ?? {};
  const wrong = COUNTS.filter((field) => {
    // A pod that waits for capacity uses the budget, too.
    if (isRaced && (field === "updated" || field === "available")) return false;
    if (hasUncertainCapacity && field === "available") return actual.available > Math.max(predicted.available, effect?.now.available ?? 0);
    if (stall === undefined) return actual[field] !== predicted[field];
    // The controller chooses which nodes were updated before the rollout got stuck.
    if (field === "updated") return actual.updated > stall.endsAt;
    if (field === "misscheduled") return actual.misscheduled < predicted.misscheduled;
    return field !== "available" && actual[field] !== predicted[field];
  });
  return wrong.map((field) => `${key}: ${field} was to be ${predicted[field]}, and is ${actual[field]}`);
}

/** Returns a sentence for each pod that should be preempted and still exists. */
function preemptionProblems(
  { key, ghosts }: DaemonSetThen,
  before: SeenCluster,
  after: SeenCluster,
  raced: ReadonlySet<string>,
): readonly string[] {
  const named = new Map([...before.pods.values()].flatMap((there) => [...there].map(([uid, { name }]) => [name, uid] as const)));
  return ghosts
    .flatMap(({ preempts = [] }) => preempts)
    .filter(({ name, node }) => !raced.has(node) && after.uids.has(named.get(name) ?? ""))
    .map(({ name, node }) => `${key}: ${name} was to be pushed out of ${node}, and is there`);
}

/** Returns wrong predictions of deleted nodes, and of the labels and taints of the others. */
function nodeProblems({ changedNodes, left }: WhatIfAnswer, after: SeenCluster): readonly string[] {
  const taintsOf = (taints: readonly { readonly key: string; readonly value?: string; readonly effect: string }[]) =>
    taints
      .map(({ key, value = "", effect }) => `${key}=${value}:${effect}`)
      .sort()
      .join(" ");
  const labelsOf = (labels: Readonly<Record<string, string>>) => JSON.stringify(Object.entries(labels).sort());
  return [
    ...left.filter((name) => after.nodes.has(name)).map((name) => `${name} did not leave`),
    ...changedNodes.flatMap(({ name, taints, labels }) => {
      const node = after.nodes.get(name);
      if (node === undefined) return [`${name} is not there`];
      const [wanted, has] = [taintsOf(taints), taintsOf(node.spec?.taints ?? [])];
      const isLabelled = labelsOf(labels) === labelsOf(node.metadata.labels ?? {});
      return [
        ...(wanted === has ? [] : [`${name}: taints were to be ${wanted}, and are ${has}`]),
        ...(isLabelled ? [] : [`${name}: labels were to be ${labelsOf(labels)}, and are ${labelsOf(node.metadata.labels ?? {})}`]),
      ];
    }),
  ];
}

/** Compares a prediction with the changed cluster: every pair, every count and every node. */
export function compareThen(
  answer: WhatIfAnswer,
  before: SeenCluster,
  after: SeenCluster,
): { readonly problems: readonly string[]; readonly pairs: number; readonly loose: number; readonly counts: number } {
  const problems: string[] = [...nodeProblems(answer, after)];
  const raced = racedNodes(answer);
  const effects = new Map(answer.daemonSets.map((effect) => [effect.key, effect]));
  const uncertainKeys = keysWithUncertainCapacity(answer, before);
  let [pairs, loose, counts] = [0, 0, 0];
  const nodes = new Set([...before.nodes.keys(), ...after.nodes.keys()]);
  for (const key of new Set([...before.daemonSets.keys(), ...after.daemonSets.keys()])) {
    const effect = effects.get(key);
    const set = after.daemonSets.get(key);
    const isGone = effect?.life === "goes";
    if (isGone !== (set === undefined)) problems.push(`${key}: ${isGone ? "is still there" : "is gone"}`);
    const ghosts = ghostsOf(effect);
    for (const node of nodes) {
      pairs++;
      const pair = `${key} ${node}`;
      const ghost = ghosts.get(node) ?? "same";
      const podsBefore = before.pods.get(pair) ?? NO_PODS;
      const podsAfter = after.pods.get(pair) ?? NO_PODS;
      // An orphaned pod gets another owner, so its uid identifies it.
      const taken = new Map([...podsAfter].filter(([uid]) => before.uids.has(uid)));
      const known = effect?.life === "comes" ? new Map([...podsBefore, ...taken]) : podsBefore;
      const leeway = {
        isStuck: effect?.rollout?.stands !== undefined && ghost !== "same",
        isRaced: raced.has(node) && COMING.includes(ghost),
      };
      if (leeway.isStuck || leeway.isRaced) loose++;
      const problem = ghostProblem(ghost, known, podsAfter, { ...leeway, uids: after.uids });
      const podTexts = [...podsAfter]
        .map(([uid, { isBound }]) => `${podsBefore.has(uid) ? "old" : "new"}${isBound ? "" : " unbound"}`)
        .join(", ");
      if (problem !== undefined) problems.push(`${pair}: ${ghost} was said, and ${problem}: ${podTexts || "none"} is there`);
    }
    if (effect !== undefined) problems.push(...preemptionProblems(effect, before, after, raced));
    if (set === undefined) continue;
    counts += COUNTS.length;
    problems.push(...countProblems(key, effect, before.daemonSets.get(key), set, raced, uncertainKeys.has(key)));
  }
  return { problems, pairs, loose, counts };
}
