import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import type { Concern } from "@daemonscope/daemonset/rollout/rollout";
import { humanDuration } from "@daemonscope/kube/human-duration";
import { type CellLook, plainLook } from "../cell/look.ts";

/** How much a DaemonSet needs a person: lower is more urgent. */
export type Need =
  | "stuck"
  | "breaks"
  | "blocked"
  | "stalled"
  | "failing"
  | "dropped"
  | "slow"
  | "rolling"
  | "waitsForYou"
  | "misscheduled"
  | "held"
  | "unknown"
  | "fine";

const ORDER: readonly Need[] = [
  "stuck",
  "breaks",
  "blocked",
  "stalled",
  "failing",
  "dropped",
  "slow",
  "rolling",
  "waitsForYou",
  "misscheduled",
  "held",
  "unknown",
  "fine",
];

export function needOf(record: DaemonSetRecord): Need {
  const rolling =
    record.rollout.kind === "updating" || record.rollout.kind === "unobserved" || record.rollout.kind === "waitingForAvailable";
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
      return "blocked";
    case "backoffLoop":
    case "failing":
      return "failing";
    case "waitsForYou":
      return "waitsForYou";
    case "misscheduled":
      return rolling ? "rolling" : "misscheduled";
    case "nodesUnready":
    case "unavailable":
      return record.rollout.kind === "updating" ? "rolling" : "held";
    case undefined:
      return rolling ? "rolling" : record.unread.length > 0 ? "unknown" : "fine";
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
      return plainLook("starting");
    case "waitsForYou":
      return plainLook("available", { old: true });
    case "dropped":
      return plainLook("excluded");
    case "misscheduled":
      return plainLook("misscheduled");
    case "held":
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

const WORDS: Readonly<Record<Need, string>> = {
  stuck: "STUCK",
  breaks: "BREAKS NODES",
  blocked: "CANNOT SURGE",
  stalled: "STALLED",
  failing: "FAILING",
  slow: "SLOW",
  rolling: "ROLLING",
  dropped: "DESIRED FELL",
  waitsForYou: "WAITS FOR YOU",
  misscheduled: "MISSCHEDULED",
  held: "HELD UP",
  unknown: "STATUS ONLY",
  fine: "AVAILABLE",
};
const TONES: Readonly<Record<Need, Verdict["tone"]>> = {
  stuck: "stuck",
  breaks: "stuck",
  blocked: "stuck",
  stalled: "stuck",
  failing: "stuck",
  slow: "plain",
  rolling: "roll",
  dropped: "stuck",
  waitsForYou: "plain",
  misscheduled: "plain",
  held: "plain",
  unknown: "plain",
  fine: "roll",
};
/** Needs whose word says for how long. */
const HAS_LASTED: ReadonlySet<Need> = new Set(["stuck", "breaks", "stalled", "failing", "dropped", "slow"]);
const number = (value: number): string => value.toLocaleString("en-US");

/** Says whether the sentence of a kind tells what the numbers do not. */
function isTold(kind: Concern["kind"]): boolean {
  switch (kind) {
    case "budgetHeld":
    case "failing":
    case "misscheduled":
    case "nodesUnready":
    case "unavailable":
      return false;
    case "stalled":
    case "revisionBreaksNodes":
    case "backoffLoop":
    case "surgeImpossible":
    case "desiredDropped":
    case "waitsForYou":
      return true;
  }
}

/** What can be said of a DaemonSet whose pods or nodes were not read (rule C13). */
function asItsStatusSays({ reported, unread }: DaemonSetRecord): string {
  const counts = `${number(reported.numberAvailable)} of ${number(reported.desiredNumberScheduled)} available`;
  return `${counts}, says its status; ${unread.join(" and ")} are not read`;
}

function sentenceOf(record: DaemonSetRecord, need: Need): string {
  const { derived, budget, concern } = record;
  if (derived === null) return asItsStatusSays(record);
  const failing = record.causes.filter(({ state }) => state === "failing").reduce((sum, { count }) => sum + count, 0);
  const updated = `${number(derived.updatedNumberScheduled)} of ${number(derived.desiredNumberScheduled)} updated`;
  if (concern !== null && isTold(concern.kind)) return concern.stuck ? `${updated}, ${concern.message}` : concern.message;
  if (need === "stuck" || need === "failing" || need === "rolling") {
    const parts = [updated];
    if (failing > 0) parts.push(`${number(failing)} failing`);
    if (budget.kind !== "none") parts.push(`budget ${number(budget.used)} of ${number(budget.allowed)} used`);
    return parts.join(", ");
  }
  if (need === "fine")
    return derived.desiredNumberScheduled === 0
      ? "no node wants it"
      : `${number(derived.numberAvailable)} of ${number(derived.desiredNumberScheduled)} available`;
  return concern?.message ?? updated;
}

/** The verdict on one DaemonSet at a cluster time. */
export function verdictOn(record: DaemonSetRecord, nowMs: number): Verdict {
  const need = needOf(record);
  const since = HAS_LASTED.has(need) ? record.concern?.sinceMs : undefined;
  const word = since === undefined ? WORDS[need] : `${WORDS[need]} ${humanDuration(nowMs - since)}`;
  return { need, word, tone: TONES[need], record, sentence: sentenceOf(record, need) };
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
  held: (count) => `${count} held up`,
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
