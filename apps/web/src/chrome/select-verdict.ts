import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { humanDuration } from "@daemonscope/kube/human-duration";
import type { SourceStatuses } from "@daemonscope/shared/source-status";
import { type CellLook, plainLook } from "../cell/look.ts";
import { isAwaited } from "../cluster/is-awaited.ts";
import type { Translate } from "../i18n/translator.ts";
import { sentenceOf } from "./verdict-sentence.ts";

/** How much a DaemonSet needs a person: lower is more urgent. */
export type Need =
  | "stuck"
  | "breaks"
  | "stalled"
  | "failing"
  | "dropped"
  | "unavailable"
  | "slow"
  | "blocked"
  | "rolling"
  | "waitsForYou"
  | "misscheduled"
  | "nodesUnready"
  | "partly"
  | "unknown"
  | "fine";

const ORDER: readonly Need[] = [
  "stuck",
  "breaks",
  "stalled",
  "failing",
  "dropped",
  "unavailable",
  "slow",
  "blocked",
  "rolling",
  "waitsForYou",
  "misscheduled",
  "nodesUnready",
  "partly",
  "unknown",
  "fine",
];

/** While nobody needs to do anything: a rollout, pods that come up by themselves, or nothing at all. */
function quietNeed({ underWay, derived }: DaemonSetRecord): "rolling" | "partly" | "unknown" | "fine" {
  if (underWay) return "rolling";
  if (derived === null) return "unknown";
  return derived.numberAvailable < derived.desiredNumberScheduled ? "partly" : "fine";
}

export function needOf(record: DaemonSetRecord): Need {
  if (record.concern?.stuck === true) return "stuck";
  switch (record.concern?.kind) {
    case "revisionBreaksNodes":
      return "breaks";
    case "desiredDropped":
      return "dropped";
    case "budgetHeld":
      return "slow";
    case "stalled":
      return "stalled";
    case "surgeImpossible":
      return record.underWay ? "blocked" : quietNeed(record);
    case "backoffLoop":
    case "failing":
      return "failing";
    case "waitsForYou":
      return "waitsForYou";
    case "misscheduled":
      return record.underWay ? "rolling" : "misscheduled";
    case "nodesUnready":
      return "nodesUnready";
    case "unavailable":
      return "unavailable";
    case undefined:
      return quietNeed(record);
  }
}

export function compareNeed(a: DaemonSetRecord, b: DaemonSetRecord): number {
  return ORDER.indexOf(needOf(a)) - ORDER.indexOf(needOf(b)) || (a.key < b.key ? -1 : 1);
}

/** The icon of a need: the cell that a person would look for. */
export function needLook(need: Need): CellLook {
  switch (need) {
    case "stuck":
    case "failing":
      return plainLook("failing");
    case "blocked":
    case "stalled":
      return plainLook("unscheduled");
    case "breaks":
      return plainLook("available", { nodeUnready: true });
    case "rolling":
      return plainLook("ready");
    case "slow":
    case "partly":
    case "unavailable":
      return plainLook("starting");
    case "waitsForYou":
      return plainLook("available", { old: true });
    case "dropped":
      return plainLook("excluded");
    case "misscheduled":
      return plainLook("misscheduled");
    case "nodesUnready":
      return plainLook("available", { nodeUnready: true });
    case "unknown":
      return plainLook("unknown");
    case "fine":
      return plainLook("available");
  }
}

export interface Verdict {
  readonly need: Need;
  /** `STUCK 14m`, `ROLLING`, `WAITS FOR YOU`. */
  readonly word: string;
  readonly tone: "stuck" | "roll" | "plain";
  /** The DaemonSet that it is about; undefined when it is about all. */
  readonly record: DaemonSetRecord | undefined;
  readonly sentence: string;
}

const TONES: Readonly<Record<Need, Verdict["tone"]>> = {
  stuck: "stuck",
  breaks: "stuck",
  blocked: "stuck",
  stalled: "stuck",
  failing: "stuck",
  unavailable: "stuck",
  slow: "plain",
  rolling: "roll",
  dropped: "stuck",
  waitsForYou: "plain",
  misscheduled: "plain",
  nodesUnready: "plain",
  partly: "plain",
  unknown: "plain",
  fine: "roll",
};
/** Needs whose word says for how long. */
export const HAS_LASTED: ReadonlySet<Need> = new Set([
  "stuck",
  "breaks",
  "stalled",
  "failing",
  "dropped",
  "unavailable",
  "slow",
  "nodesUnready",
]);

/** Nothing is wrong where no node wants a pod, and nothing is available either. */
const isWantedNowhere = ({ derived }: DaemonSetRecord, need: Need): boolean => need === "fine" && derived?.desiredNumberScheduled === 0;

/** A verdict's word, as large as the verdict's, or as one of many. */
export function wordOf(t: Translate, record: DaemonSetRecord, style: "word" | "row"): string {
  const need = needOf(record);
  const { derived, concern } = record;
  if (isWantedNowhere(record, need)) return t(`verdict.${style}.noNodes`);
  if (need === "partly")
    return t(`verdict.${style}.partly`, {
      available: derived?.numberAvailable ?? 0,
      desired: derived?.desiredNumberScheduled ?? 0,
    });
  if (need === "nodesUnready") return t(`verdict.${style}.nodesUnready`, { count: Math.max(1, concern?.nodes.length ?? 0) });
  return t(`verdict.${style}.${need}`);
}

/** The same with how long it has been so, where it says that. */
export function lastingWordOf(t: Translate, record: DaemonSetRecord, style: "word" | "row", nowMs: number): string {
  const word = wordOf(t, record, style);
  const since = HAS_LASTED.has(needOf(record)) ? record.concern?.sinceMs : undefined;
  return since === undefined ? word : t("verdict.lasted", { word, age: humanDuration(nowMs - since) });
}

/** The verdict on one DaemonSet at a cluster time. `sources` tell what was not read yet from what may not be. */
export function verdictOn(t: Translate, record: DaemonSetRecord, nowMs: number, sources?: SourceStatuses): Verdict {
  const need = needOf(record);
  const tone = isWantedNowhere(record, need) ? "plain" : TONES[need];
  return { need, word: lastingWordOf(t, record, "word", nowMs), tone, record, sentence: sentenceOf(t, record, need, nowMs, sources) };
}

/** The verdict on a whole cluster: that of the DaemonSet which needs a person most, or that all is well. */
export function verdictOnFleet(t: Translate, records: readonly DaemonSetRecord[], nowMs: number, sources?: SourceStatuses): Verdict {
  const worst = [...records].sort(compareNeed)[0];
  const all = { tone: "plain", record: undefined } as const;
  if (worst === undefined) return { ...all, need: "fine", word: t("verdict.none"), sentence: t("verdict.noneSeen") };
  if (needOf(worst) === "unknown") {
    const kinds = worst.unread.join(t("verdict.and"));
    const isYet = sources !== undefined && isAwaited(worst.unread, sources);
    const sentence = t(isYet ? "verdict.statusOfEachYet" : "verdict.statusOfEach", { kinds });
    return { ...all, need: "unknown", word: t("verdict.word.unknown"), sentence };
  }
  if (needOf(worst) !== "fine") return verdictOn(t, worst, nowMs, sources);
  return { ...all, need: "fine", word: t("verdict.all", { count: records.length }), tone: "roll", sentence: "" };
}

/** What the others are doing: `9 other DaemonSets: 1 rolling, 8 fine`. */
export function othersInWords(t: Translate, records: readonly DaemonSetRecord[], verdict: Verdict): string {
  const others = records.filter((record) => record !== verdict.record);
  if (verdict.record === undefined || others.length === 0) return "";
  const counts = ORDER.map((need) => [need, others.filter((record) => needOf(record) === need).length] as const).filter(
    ([, count]) => count > 0,
  );
  const rest = counts.map(([need, count]) => t(`verdict.rest.${need}`, { count })).join(t("model.comma"));
  return t("verdict.others", { count: others.length, rest });
}
