import type { DaemonSetPodsAnswer, NodeAnswer } from "@daemonscope/shared/http/answers";
import { english } from "@daemonscope/words/english";
import { lagText } from "@daemonscope/words/facts/lag-text";
import { COUNT_FIELDS } from "../oracle.ts";
import { numberProblems } from "./judge-numbers.ts";
import { controllerUid, type RawMirror, type RawObject, targetNode } from "./raw-mirror.ts";
import { type RawVerdict, rawVerdictOf } from "./raw-placement.ts";
import { hasEnded, isDeleting } from "./raw-pods.ts";

interface JudgedPair {
  /** Computed from the raw objects, and compared with the verdict of Daemonscope. */
  readonly verdict: RawVerdict;
  readonly podUids: ReadonlySet<string>;
}

/** Every pair at one quiet moment, by `daemonSet node`. */
export type Judged = ReadonlyMap<string, JudgedPair>;

/** A DaemonSet whose reported counts differ from ours. */
interface Lag {
  readonly name: string;
  /** Our derived counts, in the order of `COUNT_FIELDS`. */
  readonly derived: readonly number[];
  /** The differing fields, each with both numbers. */
  readonly fields: readonly string[];
  /** The distinct causes that the server reports. */
  readonly causes: readonly string[];
}

export interface Judgement {
  readonly pairs: Judged;
  /** A sentence for each difference between our answer and the objects. The controller's lag excuses none of them. */
  readonly problems: readonly string[];
  /**
   * Actions and omissions of the controller that contradict the verdict of the raw objects, by DaemonSet. They are
   * wrong unless its next sync corrects them.
   */
  readonly contradictions: ReadonlyMap<string, readonly string[]>;
  readonly lags: readonly Lag[];
  /** Reported counts by DaemonSet, in the order of COUNT_FIELDS. */
  readonly reported: ReadonlyMap<string, readonly number[]>;
}

/** Returns how the pods of a pair contradict its verdict. */
function contradictionsOn(
  where: string,
  { verdict, podUids }: JudgedPair,
  pods: readonly RawObject[],
  before: JudgedPair | undefined,
): string[] {
  const live = pods.filter((pod) => !isDeleting(pod) && !hasEnded(pod));
  if (verdict === "run" && podUids.size === 0) return [`${where}: the controller has no pod there`];
  if (verdict === "exclude" && live.length > 0) return [`${where}: the controller has ${live[0]?.metadata.name} there`];
  // With the verdict `keep` a controller creates no pod. So a new pod means that its verdict was `run`.
  const isKept = verdict === "keep" && before?.verdict === "keep";
  return isKept && live.some((pod) => !before.podUids.has(pod.metadata.uid)) ? [`${where}: a pod came`] : [];
}

/**
 * Returns our verdict of every pair, by `namespace/daemonSet node`, including pairs without a pod. A node without an
 * answer is a problem.
 */
async function ourVerdicts(
  url: string,
  nodes: readonly string[],
): Promise<{ readonly verdicts: ReadonlyMap<string, string>; readonly problems: string[] }> {
  const verdicts = new Map<string, string>();
  const problems: string[] = [];
  for (const node of nodes) {
    const response = await fetch(`${url}/api/node?name=${node}`);
    if (!response.ok) {
      problems.push(`${node}: ${response.status} ${await response.text()}`);
      continue;
    }
    const { daemonSets } = (await response.json()) as NodeAnswer;
    for (const { key, verdict } of daemonSets) verdicts.set(`${key} ${node}`, verdict);
  }
  return { verdicts, problems };
}

/**
 * Compares the server's answers for every pair and DaemonSet with the raw objects, and those with the actions of
 * controller and scheduler.
 */
export async function judge(url: string, mirror: RawMirror, before: Judged): Promise<Judgement> {
  const contradictions = new Map<string, readonly string[]>();
  const lags: Lag[] = [];
  const reported = new Map<string, readonly number[]>();
  const pairs = new Map<string, JudgedPair>();
  const nodes = mirror.all("nodes");
  const names = nodes.map(({ metadata }) => metadata.name);
  const { verdicts, problems } = await ourVerdicts(url, names);
  for (const set of mirror.all("daemonsets")) {
    const { name, namespace = "", uid } = set.metadata;
    const response = await fetch(`${url}/api/daemonset-pods?namespace=${namespace}&daemonSet=${name}`);
    if (!response.ok) {
      problems.push(`${name}: ${response.status} ${await response.text()}`);
      continue;
    }
    const answer = (await response.json()) as DaemonSetPodsAnswer;
    const { daemonSet: record } = answer;
    const entries = new Map(answer.nodes.map((entry) => [entry.node, entry]));
    const pods = mirror.all("pods").filter((pod) => controllerUid(pod) === uid);
    const wrong: string[] = [];
    const runs = new Set<string>();
    for (const node of nodes) {
      const nodePods = pods.filter((pod) => targetNode(pod) === node.metadata.name);
      const verdict = rawVerdictOf(set, node);
      if (verdict === "run") runs.add(node.metadata.name);
      const key = `${name} ${node.metadata.name}`;
      const pair: JudgedPair = { verdict, podUids: new Set(nodePods.map(({ metadata }) => metadata.uid)) };
      pairs.set(key, pair);
      wrong.push(...contradictionsOn(`${name} on ${node.metadata.name} (${verdict})`, pair, nodePods, before.get(key)));
      const entry = entries.get(node.metadata.name);
      const proof = verdicts.get(`${namespace}/${key}`);
      // `entry` has the model's verdict, and `proof` is the verdict of the explanation.
      for (const reported of new Set([proof, entry?.verdict ?? proof]))
        if (reported !== verdict)
          problems.push(`${key}: we say ${reported ?? "nothing"}, by its template and the node's labels and taints ${verdict}`);
      if (verdict === "run" && entry === undefined) problems.push(`${key}: a pod is wanted, and it is not listed`);
      const modelUids = entry?.pods.map((pod) => pod.uid) ?? [];
      const rawUids = nodePods.filter((pod) => !(hasEnded(pod) && isDeleting(pod))).map(({ metadata }) => metadata.uid);
      if ([...modelUids].sort().join() !== [...rawUids].sort().join())
        problems.push(`${key}: pods ${modelUids.join()} are not ${rawUids.join()}`);
    }
    if (wrong.length > 0) contradictions.set(name, wrong);
    problems.push(...numberProblems(mirror, set, runs, answer));
    const counts = COUNT_FIELDS.map((field) => set.status?.[field] ?? 0);
    reported.set(name, counts);
    if (COUNT_FIELDS.some((field, at) => record.reported[field] !== counts[at])) problems.push(`${name}: what it reports is read wrongly`);
    const derived = COUNT_FIELDS.map((field) => record.derived?.[field] ?? Number.NaN);
    if (derived.join() !== counts.join()) {
      const fields = record.disagreements.map((each) => `${each.field} ${each.reported}, derived ${each.derived}`);
      const causes = [...new Set(record.disagreements.map(({ cause }) => lagText(english, cause)))];
      lags.push({ name, derived, fields, causes });
      if (causes.length === 0) problems.push(`${name}: reports ${counts.join()}, derived ${derived.join()}, and no disagreement is named`);
    } else if (record.disagreements.length > 0) problems.push(`${name}: a disagreement is named where none is`);
  }
  return { pairs, problems, contradictions, lags, reported };
}
