import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { humanDuration } from "@daemonscope/kube/human-duration";
import { type CellLook, plainLook } from "../cell/look.ts";
import { number, sentenceOf } from "./verdict-sentence.ts";

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
    case "slow":
    case "rolling":
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

/** Of all but `partly`, whose word is its numbers. */
const WORDS: Readonly<Record<Exclude<Need, "partly">, string>> = {
  stuck: "STUCK",
  breaks: "BREAKS NODES",
  blocked: "CANNOT SURGE",
  stalled: "STALLED",
  failing: "FAILING",
  unavailable: "UNAVAILABLE",
  slow: "SLOW",
  rolling: "ROLLING",
  dropped: "DESIRED FELL",
  waitsForYou: "WAITS FOR YOU",
  misscheduled: "MISSCHEDULED",
  nodesUnready: "NODE NOTREADY",
  unknown: "STATUS ONLY",
  fine: "AVAILABLE",
};
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

function plainWord(record: DaemonSetRecord, need: Need): string {
  const { derived, concern } = record;
  if (isWantedNowhere(record, need)) return "NO NODES";
  if (need === "partly") return `${number(derived?.numberAvailable ?? 0)} OF ${number(derived?.desiredNumberScheduled ?? 0)} AVAILABLE`;
  return need === "nodesUnready" && (concern?.nodes.length ?? 0) > 1 ? "NODES NOTREADY" : WORDS[need];
}

/** The verdict on one DaemonSet at a cluster time. */
export function verdictOn(record: DaemonSetRecord, nowMs: number): Verdict {
  const need = needOf(record);
  const since = HAS_LASTED.has(need) ? record.concern?.sinceMs : undefined;
  const plain = plainWord(record, need);
  const word = since === undefined ? plain : `${plain} ${humanDuration(nowMs - since)}`;
  const tone = isWantedNowhere(record, need) ? "plain" : TONES[need];
  return { need, word, tone, record, sentence: sentenceOf(record, need) };
}

/** The verdict on a whole cluster: that of the DaemonSet which needs a person most, or that all is well. */
export function verdictOnFleet(records: readonly DaemonSetRecord[], nowMs: number): Verdict {
  const worst = [...records].sort(compareNeed)[0];
  if (worst === undefined)
    return {
      need: "fine",
      word: "NO DAEMONSETS",
      tone: "plain",
      record: undefined,
      sentence: "this cluster has none, or none that may be seen",
    };
  if (needOf(worst) === "unknown")
    return {
      need: "unknown",
      word: WORDS.unknown,
      tone: "plain",
      record: undefined,
      sentence: `what the status of each DaemonSet says; ${worst.unread.join(" and ")} are not read`,
    };
  if (needOf(worst) !== "fine") return verdictOn(worst, nowMs);
  return { need: "fine", word: `ALL ${records.length} DAEMONSETS AVAILABLE`, tone: "roll", record: undefined, sentence: "" };
}

const REST: Readonly<Record<Need, (count: number) => string>> = {
  stuck: (count) => `${count} stuck`,
  breaks: (count) => `${count} ${count === 1 ? "breaks" : "break"} nodes`,
  blocked: (count) => `${count} cannot surge`,
  stalled: (count) => `${count} stalled`,
  failing: (count) => `${count} failing`,
  slow: (count) => `${count} slow`,
  rolling: (count) => `${count} rolling`,
  dropped: (count) => `${count} with fewer nodes`,
  waitsForYou: (count) => `${count} ${count === 1 ? "waits" : "wait"} for you`,
  misscheduled: (count) => `${count} misscheduled`,
  unavailable: (count) => `${count} unavailable somewhere`,
  nodesUnready: (count) => `${count} with a NotReady node`,
  partly: (count) => `${count} not available everywhere yet`,
  unknown: (count) => `${count} known by status only`,
  fine: (count) => `${count} fine`,
};

/** What the others are doing: `9 other DaemonSets: 1 rolling, 8 fine`. */
export function othersInWords(records: readonly DaemonSetRecord[], verdict: Verdict): string {
  const others = records.filter((record) => record !== verdict.record);
  if (verdict.record === undefined || others.length === 0) return "";
  const counts = ORDER.map((need) => [need, others.filter((record) => needOf(record) === need).length] as const).filter(
    ([, count]) => count > 0,
  );
  return `${others.length} other ${others.length === 1 ? "DaemonSet" : "DaemonSets"}: ${counts.map(([need, count]) => REST[need](count)).join(", ")}`;
}
