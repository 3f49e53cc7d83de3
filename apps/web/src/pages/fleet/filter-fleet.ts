import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import type { PodMatch, PodSearchAnswer } from "@daemonscope/shared/http/pod-search";
import { causeOrPortText, causeText } from "@daemonscope/words/facts/cause-text";
import { cellVariantLabel } from "../../data/cell/cell-variant.ts";
import { type Filterable, normalizeText, parseFilter } from "../../data/rows/filter/parse-filter.ts";
import type { FleetView } from "../../data/url/url.ts";
import { verdictLabel } from "../../panels/verdict/select-verdict.ts";
import { english } from "../../words/i18n/english.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { causeIn } from "./cause-filter.ts";
import { COMPARE, type FilteredFleet, type FoundPods } from "./shown-fleet.ts";

/** A changed record is a new object. In a large fleet few records change, ten times a second. */
const known = new WeakMap<Translate, WeakMap<DaemonSetRecord, Filterable>>();

/** Returns the texts of a DaemonSet for the filter of the fleet, including its state and its problems, in the user's
 *  language and in English. The same object for the same record. */
function fleetFilterable(t: Translate, record: DaemonSetRecord): Filterable {
  const byRecord = known.get(t) ?? new WeakMap<DaemonSetRecord, Filterable>();
  known.set(t, byRecord);
  const read = byRecord.get(record) ?? readRecord(t, record);
  byRecord.set(record, read);
  return read;
}

/** Returns the texts of a DaemonSet: `namespace/name` and its images. Its labels are those that its selector
 *  requires of its pods. */
function daemonSetFilterable(record: DaemonSetRecord): Filterable {
  const labels = Object.fromEntries(
    record.selector
      .split(",")
      .map((part) => part.split("="))
      .filter((part): part is [string, string] => part.length === 2),
  );
  return { texts: [record.key, ...record.containers.map(({ image }) => image)], labels };
}

function readRecord(t: Translate, record: DaemonSetRecord): Filterable {
  const { texts, labels } = daemonSetFilterable(record);
  const states = [verdictWordOf(record), verdictLabel(t, record, "row"), ...(record.underWay ? ["rolling", t("verdict.row.rolling")] : [])];
  const causes = record.causes.flatMap(({ cause, state }) => [
    causeText(english, cause),
    causeOrPortText(t, cause),
    ...(state === "nodeUnready" ? [] : [state, cellVariantLabel(state, t)]),
  ]);
  return { texts: [...texts, ...states, ...causes], labels };
}

export const NO_PODS: FoundPods = { pods: [], cut: undefined };

/** Returns the answered pods whose name contains the text: the answer may still be for a shorter text. */
export function podsMatching(query: string, answer: Pick<PodSearchAnswer, "pods" | "total"> | undefined): FoundPods {
  const text = normalizeText(query);
  if (text === undefined || answer === undefined) return NO_PODS;
  const { pods, total } = answer;
  return {
    pods: pods.filter(({ name }) => name.includes(text)),
    cut: total > pods.length ? { shown: pods.length, total } : undefined,
  };
}

function nodesOfPods(pods: readonly PodMatch[]): ReadonlyMap<string, ReadonlySet<string>> {
  const nodes = new Map<string, Set<string>>();
  for (const { key, node } of pods) nodes.set(key, (nodes.get(key) ?? new Set()).add(node));
  return nodes;
}

/** Returns the DaemonSets that both filters keep: those that match the text, and those with a pod of that name. */
export function filterFleet(
  t: Translate,
  all: readonly DaemonSetRecord[],
  { query, cause, sort }: Pick<FleetView, "query" | "cause" | "sort">,
  { pods: found, cut }: FoundPods,
  nodeCount: number,
): FilteredFleet {
  const typed = parseFilter(query);
  const podNodesByKey = nodesOfPods(found);
  const isNamed = new Set((query === "" ? all : all.filter((record) => typed.keeps(fleetFilterable(t, record)))).map(({ key }) => key));
  const withText = all.filter(({ key }) => isNamed.has(key) || podNodesByKey.has(key));
  const withCause = new Set(all.filter((record) => cause === undefined || causeIn(record, cause) !== undefined));
  const records = withText.filter((record) => withCause.has(record)).sort(COMPARE[sort]);
  const kept = new Set(records.map(({ key }) => key));
  const podNodes = new Map(cut !== undefined ? [] : [...podNodesByKey].filter(([key]) => !isNamed.has(key)));
  const dimmedBy = (emphasisedCountOf: (record: DaemonSetRecord) => number | undefined) =>
    records.reduce((sum, record) => sum + Math.max(0, nodeCount - (emphasisedCountOf(record) ?? nodeCount)), 0);
  return {
    text: normalizeText(query),
    records,
    podNodes,
    pods: found.filter(({ key }) => kept.has(key) && !isNamed.has(key)).length,
    cut,
    byText: { kept: withText.length, dimmed: dimmedBy(({ key }) => podNodes.get(key)?.size) },
    byCause: { kept: withCause.size, dimmed: dimmedBy((record) => (cause === undefined ? undefined : causeIn(record, cause)?.count)) },
  };
}
