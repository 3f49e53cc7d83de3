import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { compareNeed } from "@daemonscope/daemonset/rollout/need";
import type { NamedPod, PodsNamedAnswer } from "@daemonscope/shared/http/pods-named";
import { parseFilter, plainText } from "../filter/parse-filter.ts";
import type { Translate } from "../i18n/translator.ts";
import { fleetFilterable } from "./fleet-filterable.ts";
import { causeIn } from "./select-causes.ts";

/** What one filter of the fleet does: how many DaemonSets it keeps of all, and how many cells step back in the strips that are shown. */
export interface KeptBy {
  readonly kept: number;
  readonly dimmed: number;
}

export interface ShownFleet {
  /** Those that need a person first. */
  readonly records: readonly DaemonSetRecord[];
  /** Of a DaemonSet that is kept only for pods with that name: their nodes, by its key. Empty where not all such pods are known: the others would be dimmed for nothing. */
  readonly podNodes: PodNodes;
  /** Pods of those DaemonSets. */
  readonly pods: number;
  /** Of more pods than the server tells, how many it told and how many there are. */
  readonly cut: FoundPods["cut"];
  readonly byText: KeptBy;
  readonly byCause: KeptBy;
}

type PodNodes = ReadonlyMap<string, ReadonlySet<string>>;

/** The pods whose name contains what was typed. */
export interface FoundPods {
  readonly pods: readonly NamedPod[];
  /** Undefined where these are all. */
  readonly cut: { readonly told: number; readonly total: number } | undefined;
}

export const NO_PODS: FoundPods = { pods: [], cut: undefined };

/** Of the pods that the server found, those whose name contains the text: they may be those of fewer letters still. */
export function podsLike(query: string, answer: Pick<PodsNamedAnswer, "pods" | "total"> | undefined): FoundPods {
  const text = plainText(query);
  if (text === undefined || answer === undefined) return NO_PODS;
  const { pods, total } = answer;
  return {
    pods: pods.filter(({ name }) => name.includes(text)),
    cut: total > pods.length ? { told: pods.length, total } : undefined,
  };
}

function nodesOfPods(pods: readonly NamedPod[]): ReadonlyMap<string, ReadonlySet<string>> {
  const nodes = new Map<string, Set<string>>();
  for (const { key, node } of pods) nodes.set(key, (nodes.get(key) ?? new Set()).add(node));
  return nodes;
}

/** The DaemonSets that both filters keep: those that are like the text, and those with a pod of that name. */
export function selectShown(
  t: Translate,
  all: readonly DaemonSetRecord[],
  { query, cause }: { readonly query: string; readonly cause: string | undefined },
  { pods: found, cut }: FoundPods,
  nodeCount: number,
): ShownFleet {
  const typed = parseFilter(query);
  const ofPods = nodesOfPods(found);
  const isNamed = new Set((query === "" ? all : all.filter((record) => typed.keeps(fleetFilterable(t, record)))).map(({ key }) => key));
  const withText = all.filter(({ key }) => isNamed.has(key) || ofPods.has(key));
  const withCause = new Set(all.filter((record) => cause === undefined || causeIn(record, cause) !== undefined));
  const records = withText.filter((record) => withCause.has(record)).sort(compareNeed);
  const kept = new Set(records.map(({ key }) => key));
  const podNodes = new Map(cut !== undefined ? [] : [...ofPods].filter(([key]) => !isNamed.has(key)));
  const dimmedBy = (standing: (record: DaemonSetRecord) => number | undefined) =>
    records.reduce((sum, record) => sum + Math.max(0, nodeCount - (standing(record) ?? nodeCount)), 0);
  return {
    records,
    podNodes,
    pods: found.filter(({ key }) => kept.has(key) && !isNamed.has(key)).length,
    cut,
    byText: { kept: withText.length, dimmed: dimmedBy(({ key }) => podNodes.get(key)?.size) },
    byCause: { kept: withCause.size, dimmed: dimmedBy((record) => (cause === undefined ? undefined : causeIn(record, cause)?.count)) },
  };
}
