import type { Reversal } from "@daemonscope/daemonset/records/ownership";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { concernText } from "@daemonscope/words/facts/concern-text";
import { ownershipText } from "@daemonscope/words/facts/ownership-text";
import type { Translate } from "../../../words/i18n/translator.ts";
import { lookOf } from "./band-look.ts";
import type { Band } from "./bands.ts";
import { ALL_SOURCES, type LaneItem, type LaneScope, type MarkedItem } from "./lanes.ts";

const revertedText = (t: Translate, daemonSet: string, { owner, revision }: Reversal): string =>
  t("timeline.marks.reverted", { name: nameOfKey(daemonSet), owner: ownershipText(t, { kind: "one", owner }), revision });

/** Describes a timeline event in a few words: `fluent-bit: rollout`. */
function timelineEventText(t: Translate, timelineEvent: MarkedItem): string {
  switch (timelineEvent.kind) {
    case "pairStep":
      return timelineEvent.words;
    case "rolloutStarted":
      if (timelineEvent.reversal !== undefined) return revertedText(t, timelineEvent.daemonSet, timelineEvent.reversal);
      return t("timeline.marks.rolloutStarted", { name: nameOfKey(timelineEvent.daemonSet) });
    case "specChanged":
      if (timelineEvent.reversal !== undefined) {
        const owner = ownershipText(t, { kind: "one", owner: timelineEvent.reversal.owner });
        return t("timeline.marks.strategyReverted", { name: nameOfKey(timelineEvent.daemonSet), owner });
      }
      return t("timeline.marks.specChanged", { name: nameOfKey(timelineEvent.daemonSet) });
    case "rolloutFinished":
      return t("timeline.marks.rolloutFinished", { name: nameOfKey(timelineEvent.daemonSet) });
    case "rolloutStuck":
    case "concernBegan":
      return t("timeline.marks.concernBegan", { name: nameOfKey(timelineEvent.daemonSet), what: concernText(t, timelineEvent.detail) });
    case "concernEnded": {
      // The history has only its end.
      const what = t(`timeline.short.${timelineEvent.concern}`);
      return t("timeline.marks.concernBegan", { name: nameOfKey(timelineEvent.daemonSet), what });
    }
    case "taintsChanged": {
      const { node, cordon } = timelineEvent;
      if (cordon === undefined) return t("timeline.marks.taintsChanged", { node });
      return t(cordon === "on" ? "timeline.marks.cordoned" : "timeline.marks.uncordoned", { node });
    }
    case "nodeNotReady":
    case "nodeReady":
    case "nodeJoined":
    case "nodeLeft":
    case "nodeLeaving":
    case "nodeShuttingDown":
    case "labelsChanged":
      return t(`timeline.marks.${timelineEvent.kind}`, { node: timelineEvent.node });
    case "acted":
      return t("timeline.marks.acted", { what: t(`timeline.acts.${timelineEvent.act}`, { name: nameOfKey(timelineEvent.daemonSet) }) });
    case "actedOnNodes": {
      const [node = "", ...others] = timelineEvent.nodes;
      const nodes = others.length === 0 ? node : t("timeline.acts.nodes", { count: others.length + 1 });
      const what = t(`timeline.acts.${timelineEvent.act}`, { nodes });
      return t("timeline.marks.acted", { what });
    }
    case "watchGap": {
      const age = humanDuration(timelineEvent.atMs - timelineEvent.fromMs);
      return timelineEvent.source === ALL_SOURCES
        ? t("timeline.marks.unwatched", { age })
        : t("timeline.marks.watchGap", { kind: timelineEvent.source, age });
    }
    case "handedOver":
      return t("timeline.marks.handedOver", { age: humanDuration(timelineEvent.atMs - timelineEvent.fromMs) });
    default:
      return assertNever(timelineEvent);
  }
}

const NODE_EVENT_KINDS = [
  "nodeNotReady",
  "nodeJoined",
  "nodeLeft",
  "nodeLeaving",
  "nodeShuttingDown",
  "taintsChanged",
  "labelsChanged",
] as const;
const isNodeEventKind = (kind: MarkedItem["kind"]): kind is (typeof NODE_EVENT_KINDS)[number] =>
  NODE_EVENT_KINDS.some((known) => known === kind);

/** Reports whether an action started a rollout. The words of the action then describe both. */
const startsRollout = (first: MarkedItem, { kind, ...next }: MarkedItem): boolean =>
  first.kind === "acted" && kind === "rolloutStarted" && "daemonSet" in next && next.daemonSet === first.daemonSet;

/** Describes several items that are drawn as one: `9 nodes NotReady`, or the first and the number of others. */
export function groupWords(t: Translate, items: readonly LaneItem[]): string {
  const [first] = items;
  if (first === undefined) return "";
  const [, second] = items;
  const isOne =
    items.length === 1 || (items.length === 2 && second !== undefined && startsRollout(first.timelineEvent, second.timelineEvent));
  if (isOne) return timelineEventText(t, first.timelineEvent);
  const { kind } = first.timelineEvent;
  if (isNodeEventKind(kind) && items.every(({ timelineEvent }) => timelineEvent.kind === kind)) {
    const amount = new Set(items.map(({ timelineEvent }) => ("node" in timelineEvent ? timelineEvent.node : ""))).size;
    return amount === 1 ? timelineEventText(t, first.timelineEvent) : t(`timeline.several.${kind}`, { amount });
  }
  return t("timeline.marks.more", { first: timelineEventText(t, first.timelineEvent), amount: items.length - 1 });
}

/** Order of importance after concerns. Other kinds come next, and changed labels last. */
const KIND_ORDER: readonly MarkedItem["kind"][] = [
  "acted",
  "actedOnNodes",
  "rolloutStarted",
  "specChanged",
  "nodeNotReady",
  "nodeLeaving",
  "nodeShuttingDown",
];

/** Returns the importance of an item: the smaller, the more important. A blocked rollout is first, then failures. */
export function markRank(item: LaneItem): number {
  const { timelineEvent } = item;
  if (timelineEvent.kind === "concernBegan") return timelineEvent.stuck ? 0 : lookOf(item) === "failing" ? 1 : 2;
  if (timelineEvent.kind === "labelsChanged") return 4 + KIND_ORDER.length;
  const at = KIND_ORDER.indexOf(timelineEvent.kind);
  return 3 + (at === -1 ? KIND_ORDER.length : at);
}

/** Describes the most important items of a mark. Those of the page's DaemonSet leave out its name: `blocked`. */
export function markWords(t: Translate, scope: LaneScope, items: readonly LaneItem[]): string {
  const best = Math.min(...items.map(markRank));
  const named = items.filter((item) => markRank(item) === best);
  const event = named[0]?.timelineEvent;
  if (scope.kind === "daemonSet" && event !== undefined && "daemonSet" in event) {
    if (event.kind === "concernBegan") return t(event.stuck ? "timeline.short.blocked" : `timeline.short.${event.concern}`);
    if (event.kind === "rolloutStarted" || event.kind === "specChanged")
      return t(event.reversal === undefined ? `timeline.short.${event.kind}` : "timeline.short.reverted");
  }
  return groupWords(t, named);
}

/** Returns the name of an incident: its DaemonSet, its node, or the number of its nodes. */
export function bandName(t: Translate, { name }: Band): string {
  if (name.kind === "daemonSet") return name.name;
  const [node = "", ...others] = name.nodes;
  return others.length === 0
    ? t("timeline.marks.nodeNotReady", { node })
    : t("timeline.several.nodeNotReady", { amount: name.nodes.length });
}

/** Describes the items that begin at a moment, or else those that end. */
export function momentWords(t: Translate, items: readonly LaneItem[], atMs: number): string {
  const begins = items.filter(({ fromMs }) => fromMs === atMs);
  if (begins.length > 0) return groupWords(t, begins);
  const ends = items.filter(({ toMs }) => toMs === atMs).map(({ timelineEvent }) => timelineEvent);
  return ends.map((timelineEvent) => endWords(t, timelineEvent)).join(t("model.listComma"));
}

function endWords(t: Translate, timelineEvent: MarkedItem): string {
  switch (timelineEvent.kind) {
    case "rolloutStarted":
      return t("timeline.marks.rolloutFinished", { name: nameOfKey(timelineEvent.daemonSet) });
    case "concernBegan":
      return t("timeline.marks.concernEnded", { name: nameOfKey(timelineEvent.daemonSet) });
    case "nodeNotReady":
      return t("timeline.marks.nodeReady", { node: timelineEvent.node });
    default:
      return timelineEventText(t, timelineEvent);
  }
}
