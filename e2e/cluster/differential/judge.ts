import type { Verdict } from "@daemonscope/daemonset/placement/placement";
import type { DaemonSetPodsAnswer } from "@daemonscope/shared/http/answers";
import { controllerUid, type RawMirror, type RawObject, targetNode } from "./raw-mirror.ts";

export interface JudgedPair {
  /** `unwanted` is keep or exclude, where no pod is. */
  readonly verdict: Verdict | "unwanted";
  readonly podUids: ReadonlySet<string>;
}

/** What was said of every pair at one quiet moment, by `daemonSet node`. */
export type Judged = ReadonlyMap<string, JudgedPair>;

export interface Judgement {
  readonly pairs: Judged;
  /** A sentence for each thing in which we and the controller differ. */
  readonly problems: readonly string[];
  /** DaemonSets whose reported counts differ from ours, with the causes that we name. */
  readonly lags: readonly { readonly name: string; readonly causes: readonly string[] }[];
}

const hasEnded = (pod: RawObject): boolean => pod.status?.phase === "Failed" || pod.status?.phase === "Succeeded";

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

function judgePair(
  set: RawObject,
  node: RawObject,
  pods: readonly RawObject[],
  verdict: JudgedPair["verdict"],
  before: JudgedPair | undefined,
  problems: string[],
): JudgedPair {
  const where = `${set.metadata.name} on ${node.metadata.name} (${verdict})`;
  const live = pods.filter((pod) => pod.metadata.deletionTimestamp === undefined && !hasEnded(pod));
  if (verdict === "run" && pods.length === 0) problems.push(`${where}: the controller has no pod there`);
  if ((verdict === "exclude" || verdict === "unwanted") && live.length > 0)
    problems.push(`${where}: the controller has ${live[0]?.metadata.name} there`);
  const isNew = (pod: RawObject) => before?.podUids.has(pod.metadata.uid) !== true;
  // What came while the pair was kept was created by somebody who wanted it.
  if (verdict === "keep" && before?.verdict === "keep" && live.some(isNew)) problems.push(`${where}: a pod came`);
  return { verdict, podUids: new Set(pods.map(({ metadata }) => metadata.uid)) };
}

/** Holds what the server says of every pair and DaemonSet against what controller and scheduler did, as raw watches saw it. */
export async function judge(url: string, mirror: RawMirror, before: Judged): Promise<Judgement> {
  const problems: string[] = [];
  const lags: Judgement["lags"][number][] = [];
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
    for (const node of nodes) {
      const there = pods.filter((pod) => targetNode(pod) === node.metadata.name);
      // Without an entry nothing is wanted and nothing is there.
      const verdict = said.get(node.metadata.name)?.verdict ?? "unwanted";
      const key = `${name} ${node.metadata.name}`;
      pairs.set(key, judgePair(set, node, there, verdict, before.get(key), problems));
      const ours = said.get(node.metadata.name)?.pods.map((pod) => pod.uid) ?? [];
      const theirs = there
        .filter((pod) => !(hasEnded(pod) && pod.metadata.deletionTimestamp !== undefined))
        .map(({ metadata }) => metadata.uid);
      if ([...ours].sort().join() !== [...theirs].sort().join()) problems.push(`${key}: pods ${ours.join()} are not ${theirs.join()}`);
    }
    const hash = currentHash(mirror, uid);
    const generation = set.metadata.annotations?.["deprecated.daemonset.template.generation"];
    for (const pod of answer.nodes.flatMap((entry) => entry.pods)) {
      const labels = pods.find(({ metadata }) => metadata.uid === pod.uid)?.metadata.labels;
      const isUpdated = labels?.["controller-revision-hash"] === hash || labels?.["pod-template-generation"] === generation;
      if (labels !== undefined && pod.updated !== isUpdated)
        problems.push(`${name} ${pod.name}: updated ${pod.updated}, by its labels ${isUpdated}`);
    }
    const { kind, allowed } = allowedOf(set, record.derived?.desiredNumberScheduled ?? 0);
    if (record.budget.kind !== kind || record.budget.allowed !== allowed)
      problems.push(`${name}: budget ${record.budget.kind} ${record.budget.allowed}, by its spec ${kind} ${allowed}`);
    const held = record.budget.holders.reduce((sum, { count }) => sum + count, 0);
    if (record.budget.used !== held) problems.push(`${name}: ${record.budget.used} places used, ${held} held`);
    if (record.disagreements.length > 0)
      lags.push({
        name,
        causes: record.disagreements.map((each) => `${each.field} ${each.reported}, derived ${each.derived}: ${each.cause}`),
      });
  }
  return { pairs, problems, lags };
}
