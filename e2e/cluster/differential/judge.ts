import { COUNT_FIELDS } from "@daemonscope/daemonset/counts/disagreements";
import type { Verdict } from "@daemonscope/daemonset/placement/placement";
import type { DaemonSetPodsAnswer } from "@daemonscope/shared/http/answers";
import { rawCounts } from "./raw-counts.ts";
import { controllerUid, type RawMirror, type RawObject, targetNode } from "./raw-mirror.ts";
import { hasEnded, isDeleting, isUpdatedRaw, rawPodsByNode } from "./raw-pods.ts";
import { usedPlaces } from "./used-places.ts";

export interface JudgedPair {
  /** `unwanted` is keep or exclude, where no pod is. */
  readonly verdict: Verdict | "unwanted";
  readonly podUids: ReadonlySet<string>;
}

/** What was said of every pair at one quiet moment, by `daemonSet node`. */
export type Judged = ReadonlyMap<string, JudgedPair>;

/** A DaemonSet whose reported counts differ from ours. */
export interface Lag {
  readonly name: string;
  /** In COUNT_FIELDS order. */
  readonly derived: readonly number[];
  /** Each field with both numbers. */
  readonly fields: readonly string[];
  /** The causes that we name, each once. */
  readonly causes: readonly string[];
}

export interface Judgement {
  readonly pairs: Judged;
  /** A sentence for each thing in which we differ from what is there. The controller's lag excuses none of them. */
  readonly problems: readonly string[];
  /** What the controller would have done or not done by our verdict, by DaemonSet: wrong, unless it does so once it looks again. */
  readonly undone: ReadonlyMap<string, readonly string[]>;
  readonly lags: readonly Lag[];
  /** What the API reports, by DaemonSet, in COUNT_FIELDS order. */
  readonly reported: ReadonlyMap<string, readonly number[]>;
}

/** What the strategy allows, from the raw object and the number of nodes that run: upstream's own arithmetic, written once more. */
function allowedOf({ spec }: RawObject, desired: number): { readonly kind: string; readonly allowed: number } {
  const strategy = spec?.updateStrategy;
  if (strategy?.type === "OnDelete") return { kind: "none", allowed: 0 };
  const scaled = (value: number | string | undefined) =>
    typeof value === "string" ? Math.ceil((Number.parseInt(value, 10) * desired) / 100) : (value ?? 0);
  const surge = scaled(strategy?.rollingUpdate?.maxSurge);
  if (surge > 0) return { kind: "maxSurge", allowed: surge };
  const unavailable = scaled(strategy?.rollingUpdate?.maxUnavailable ?? 1);
  return { kind: "maxUnavailable", allowed: unavailable === 0 && desired > 0 ? 1 : unavailable };
}

/** The hash that pods of the current revision carry: that of the highest revision, which an undo raises too. */
function currentHash(mirror: RawMirror, uid: string): string | undefined {
  const own = mirror.all("controllerrevisions").filter((revision) => controllerUid(revision) === uid);
  return own.sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0))[0]?.metadata.labels?.["controller-revision-hash"];
}

/** What is wrong with the pods of one pair by our verdict of it. */
function undoneOn(where: string, { verdict, podUids }: JudgedPair, pods: readonly RawObject[], before: JudgedPair | undefined): string[] {
  const live = pods.filter((pod) => !isDeleting(pod) && !hasEnded(pod));
  if (verdict === "run" && podUids.size === 0) return [`${where}: the controller has no pod there`];
  if ((verdict === "exclude" || verdict === "unwanted") && live.length > 0)
    return [`${where}: the controller has ${live[0]?.metadata.name} there`];
  // What came while the pair was kept was created by somebody who wanted it.
  const isKept = verdict === "keep" && before?.verdict === "keep";
  return isKept && live.some((pod) => !before.podUids.has(pod.metadata.uid)) ? [`${where}: a pod came`] : [];
}

/** What is updated, counted, allowed and used, beside what raw objects give for it by the verdicts that we say. */
function numberProblems(mirror: RawMirror, set: RawObject, answer: DaemonSetPodsAnswer): readonly string[] {
  const { budget, derived } = answer.daemonSet;
  const { name, uid, annotations } = set.metadata;
  const problems: string[] = [];
  const current = { hash: currentHash(mirror, uid), generation: annotations?.["deprecated.daemonset.template.generation"] };
  const labelled = new Map(mirror.all("pods").map((pod) => [pod.metadata.uid, pod]));
  for (const pod of answer.nodes.flatMap((entry) => entry.pods)) {
    const raw = labelled.get(pod.uid);
    if (raw !== undefined && pod.updated !== isUpdatedRaw(raw, current))
      problems.push(`${name} ${pod.name}: updated ${pod.updated}, by its labels ${!pod.updated}`);
  }
  const { kind, allowed } = allowedOf(set, derived.desiredNumberScheduled);
  if (budget.kind !== kind || budget.allowed !== allowed)
    problems.push(`${name}: budget ${budget.kind} ${budget.allowed}, by its spec ${kind} ${allowed}`);
  const runs = new Set(answer.nodes.filter(({ verdict }) => verdict === "run").map(({ node }) => node));
  const byNode = rawPodsByNode(mirror, uid);
  const minReadySeconds = set.spec?.minReadySeconds ?? 0;
  const nodes = mirror.all("nodes").map((node) => node.metadata.name);
  const counts = rawCounts(nodes, byNode, runs, current, minReadySeconds, answer.at).join();
  const ours = COUNT_FIELDS.map((field) => derived[field]).join();
  if (ours !== counts) problems.push(`${name}: derived ${ours}, by its pods ${counts}`);
  const used = usedPlaces(kind, byNode, runs, current, minReadySeconds, answer.at);
  if (budget.used !== used) problems.push(`${name}: ${budget.used} places of the budget used, by its pods ${used}`);
  const held = budget.holders.reduce((sum, { count }) => sum + count, 0);
  if (budget.used !== held) problems.push(`${name}: ${budget.used} places used, ${held} held`);
  return problems;
}

/** Holds what the server says of every pair and DaemonSet against what controller and scheduler did, as raw watches saw it. */
export async function judge(url: string, mirror: RawMirror, before: Judged): Promise<Judgement> {
  const problems: string[] = [];
  const undone = new Map<string, readonly string[]>();
  const lags: Lag[] = [];
  const reported = new Map<string, readonly number[]>();
  const pairs = new Map<string, JudgedPair>();
  const nodes = mirror.all("nodes");
  for (const set of mirror.all("daemonsets")) {
    const { name, namespace = "", uid } = set.metadata;
    const response = await fetch(`${url}/api/daemonset-pods?namespace=${namespace}&daemonSet=${name}`);
    if (!response.ok) {
      problems.push(`${name}: ${response.status} ${await response.text()}`);
      continue;
    }
    const answer = (await response.json()) as DaemonSetPodsAnswer;
    const { daemonSet: record } = answer;
    const said = new Map(answer.nodes.map((entry) => [entry.node, entry]));
    const pods = mirror.all("pods").filter((pod) => controllerUid(pod) === uid);
    const wrong: string[] = [];
    for (const node of nodes) {
      const there = pods.filter((pod) => targetNode(pod) === node.metadata.name);
      // Without an entry nothing is wanted and nothing is there.
      const verdict = said.get(node.metadata.name)?.verdict ?? "unwanted";
      const key = `${name} ${node.metadata.name}`;
      const pair: JudgedPair = { verdict, podUids: new Set(there.map(({ metadata }) => metadata.uid)) };
      pairs.set(key, pair);
      wrong.push(...undoneOn(`${name} on ${node.metadata.name} (${verdict})`, pair, there, before.get(key)));
      const ours = said.get(node.metadata.name)?.pods.map((pod) => pod.uid) ?? [];
      const theirs = there.filter((pod) => !(hasEnded(pod) && isDeleting(pod))).map(({ metadata }) => metadata.uid);
      if ([...ours].sort().join() !== [...theirs].sort().join()) problems.push(`${key}: pods ${ours.join()} are not ${theirs.join()}`);
    }
    if (wrong.length > 0) undone.set(name, wrong);
    problems.push(...numberProblems(mirror, set, answer));
    const counts = COUNT_FIELDS.map((field) => set.status?.[field] ?? 0);
    reported.set(name, counts);
    if (COUNT_FIELDS.some((field, at) => record.reported[field] !== counts[at])) problems.push(`${name}: what it reports is read wrongly`);
    const derived = COUNT_FIELDS.map((field) => record.derived?.[field] ?? Number.NaN);
    if (derived.join() !== counts.join()) {
      const fields = record.disagreements.map((each) => `${each.field} ${each.reported}, derived ${each.derived}`);
      const causes = [...new Set(record.disagreements.map(({ cause }) => cause))];
      lags.push({ name, derived, fields, causes });
      if (causes.length === 0) problems.push(`${name}: reports ${counts.join()}, derived ${derived.join()}, and no disagreement is named`);
    } else if (record.disagreements.length > 0) problems.push(`${name}: a disagreement is named where none is`);
  }
  return { pairs, problems, undone, lags, reported };
}
