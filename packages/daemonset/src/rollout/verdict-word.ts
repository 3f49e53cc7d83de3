import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { hasNoMatchingNode } from "../counts/has-no-matching-node.ts";
import { isSameCause } from "../records/cause-key.ts";
import { isHalted } from "../records/concern-detail.ts";
import type { Cause, DaemonSetRecord } from "../records/records.ts";
import { type VerdictKind, verdictKindOf } from "./verdict-kind.ts";

/** The words of all outputs, the most urgent first. */
export const VERDICT_WORDS = ["stuck", "failing", "degraded", "shrunk", "misscheduled", "manual", "rolling", "healthy"] as const;
export type VerdictWord = (typeof VERDICT_WORDS)[number];

const AGELESS: ReadonlySet<VerdictWord> = new Set(["manual", "rolling", "healthy"]);

/** Reports whether a word is shown with its age. The other words state no trouble that lasts. */
export const hasAge = (word: VerdictWord): boolean => !AGELESS.has(word);

/** No pod exists or can be placed: the template is not the reason. */
const OUTSIDE_STATES: ReadonlySet<Cause["state"]> = new Set(["missing", "unscheduled", "terminating", "nodeUnready", "leaving"]);

/** Returns the word for nodes without an available pod: `failing` if the pods exist and do not start. */
function unavailableWord({ concern, causes }: DaemonSetRecord): VerdictWord {
  const largest = concern?.detail.kind === "unavailable" ? concern.detail.causes[0] : undefined;
  const found = largest === undefined ? undefined : causes.find(({ cause }) => isSameCause(cause, largest.cause));
  return found === undefined || OUTSIDE_STATES.has(found.state) ? "degraded" : "failing";
}

/** Returns the word that the status alone supports, while nothing is derived (rule C13). */
function wordOfStatus({ reported, strategy }: DaemonSetRecord): VerdictWord {
  const { desiredNumberScheduled: desired, numberAvailable: available, updatedNumberScheduled: updated, numberMisscheduled } = reported;
  if (available < desired) return "degraded";
  if (numberMisscheduled > 0) return "misscheduled";
  if (updated >= desired) return "healthy";
  return strategy === "OnDelete" ? "manual" : "rolling";
}

/** Returns the word of a verdict. This is the only table from kinds to words. */
export function verdictWordOf(record: DaemonSetRecord, kind: VerdictKind = verdictKindOf(record)): VerdictWord {
  switch (kind) {
    case "stuck":
    case "stalled":
    case "refused":
      return "stuck";
    case "breaks":
      return record.concern !== null && isHalted(record.concern.detail) ? "stuck" : "failing";
    case "failing":
    case "blocked":
      return "failing";
    case "unavailable":
      return unavailableWord(record);
    case "nodesUnready":
    case "partly":
      return "degraded";
    case "dropped":
      return "shrunk";
    case "misscheduled":
      return "misscheduled";
    case "waitsForYou":
      return "manual";
    case "slow":
    case "rolling":
      return "rolling";
    case "unknown":
      return wordOfStatus(record);
    case "fine":
      return hasNoMatchingNode(record) ? "shrunk" : "healthy";
  }
}

/**
 * Returns the place of a DaemonSet in a list: smaller is more urgent. Rows keep their place if a node is NotReady,
 * which has its own row, or if pods start by themselves. A selector that matches no node ranks low.
 */
export function verdictRank(record: DaemonSetRecord): number {
  const kind = verdictKindOf(record);
  const word = verdictWordOf(record, kind);
  const healthy = VERDICT_WORDS.indexOf("healthy");
  if (kind === "fine" || kind === "nodesUnready") return healthy;
  if (kind === "partly") return record.reported.desiredNumberScheduled > 0 ? healthy : healthy - 0.5;
  return word === "healthy" ? healthy - 0.5 : VERDICT_WORDS.indexOf(word);
}

/** Orders records by their rank, then by key. */
export function compareVerdicts(a: DaemonSetRecord, b: DaemonSetRecord): number {
  return verdictRank(a) - verdictRank(b) || compareTexts(a.key, b.key);
}
