import type { DaemonSetRecord, RevisionSummary } from "@daemonscope/daemonset/model/records";
import { humanDuration } from "@daemonscope/kube/human-duration";
import type { Gate } from "./gate.ts";
import type { LaneId } from "./lanes.ts";
import { inLane, type Lanes } from "./select-lanes.ts";

export const countText = (count: number): string => count.toLocaleString("en-US");

/** Times of day as a clock shows them, in the reader's zone: `03:42` or with seconds `03:42:10`. */
export function clockText(atMs: number, hasSeconds = false): string {
  return new Date(atMs).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", ...(hasSeconds ? { second: "2-digit" } : {}) });
}

const isStillOnNodes = (revision: RevisionSummary): boolean => !revision.current && (revision.nodes ?? 0) > 0;

/** The revision that most nodes still have besides the current one; undefined when all have it. */
export function oldRevision(revisions: readonly RevisionSummary[]): RevisionSummary | undefined {
  return revisions.filter(isStillOnNodes).sort((a, b) => (b.nodes ?? 0) - (a.nodes ?? 0))[0];
}

export const currentRevision = (revisions: readonly RevisionSummary[]): RevisionSummary | undefined =>
  revisions.find((revision) => revision.current);

/** Our names of the lanes. With maxSurge the new pod comes beside the old one. */
export function laneName(lane: LaneId, surge: boolean): string {
  switch (lane) {
    case "old":
      return surge ? "old only" : "old, available";
    case "oldUnavailable":
      return "old, unavailable";
    case "terminating":
    case "gap":
      return lane;
    case "created":
      return surge ? "created beside" : "created";
    case "ready":
      return surge ? "ready beside" : "ready";
    case "available":
      return surge ? "new only" : "new, available";
  }
}

type FootFacts = Pick<DaemonSetRecord, "revisions" | "budget" | "readying" | "minReadySeconds">;

/** The small line under a lane's count: what its nodes wait for. */
export function laneFoot(lane: LaneId, lanes: Lanes, record: FootFacts, nowMs: number): string {
  const count = inLane(lanes, lane);
  switch (lane) {
    case "old": {
      const old = oldRevision(record.revisions);
      return old === undefined ? "no old revision" : `revision ${old.revision}`;
    }
    case "oldUnavailable":
      return "replaced in any case";
    case "terminating": {
      if (count === 0) return "";
      const silent = lanes.terminating.onUnreadyNode;
      if (silent > 0) return silent === 1 ? "1 on a silent node" : `${countText(silent)} on silent nodes`;
      const ends = record.budget.holders.find((group) => group.reason === "terminating" && group.endsAtMs !== undefined)?.endsAtMs;
      return ends === undefined
        ? ""
        : ends <= nowMs
          ? "past the grace period"
          : ends - nowMs < 120_000
            ? `${Math.ceil((ends - nowMs) / 1000)} s of grace left`
            : `until ${clockText(ends)}`;
    }
    case "gap":
      return "no pod";
    case "created": {
      const { failing, pending, starting } = lanes.created;
      const parts = [
        [failing, "failing"],
        [pending, "pending"],
        [starting, "starting"],
      ] as const;
      return parts
        .filter(([amount]) => amount > 0)
        .slice(0, 2)
        .map(([amount, word]) => `${countText(amount)} ${word}`)
        .join(", ");
    }
    case "ready": {
      const soonest = record.readying[0];
      if (soonest === undefined || soonest.availableAtMs <= nowMs)
        return count === 0 ? `for ${record.minReadySeconds} s` : "not yet available";
      return `${Math.ceil((soonest.availableAtMs - nowMs) / 1000)} s of ${record.minReadySeconds} s left`;
    }
    case "available": {
      const current = currentRevision(record.revisions);
      return current === undefined ? "" : `revision ${current.revision}`;
    }
  }
}

/** The gate in two short lines. */
export function gateWords(gate: Gate, nowMs: number): { readonly word: string; readonly more: string } {
  switch (gate.kind) {
    case "open":
      return { word: "open", more: `${countText(gate.free)} free` };
    case "full":
      return { word: "full", more: "moving" };
    case "closed":
      return { word: "closed", more: gate.sinceMs === undefined ? "" : humanDuration(Math.max(0, nowMs - gate.sinceMs)) };
    case "overdrawn":
      return { word: "overdrawn", more: `by ${countText(gate.over)}` };
    case "byHand":
      return { word: "by hand", more: "OnDelete" };
  }
}

/** The arithmetic of the budget: `10 % of 3,000 = 300`. Empty without one. */
export function budgetArithmetic(record: Pick<DaemonSetRecord, "budget" | "derived">): string {
  const { spec, allowed } = record.budget;
  if (!spec.endsWith("%") || record.derived === null) return countText(allowed);
  return `${spec.slice(0, -1)} % of ${countText(record.derived.desiredNumberScheduled)} = ${countText(allowed)}`;
}

const FIELD_WORDS = {
  desiredNumberScheduled: "desired",
  currentNumberScheduled: "current",
  numberReady: "ready",
  updatedNumberScheduled: "up to date",
  numberAvailable: "available",
  numberUnavailable: "unavailable",
  numberMisscheduled: "misscheduled",
} as const;

/** One sentence where `.status` and what we derive differ, with the likely cause; undefined where they agree. */
export function statusNote(record: Pick<DaemonSetRecord, "disagreements">): string | undefined {
  const first = record.disagreements[0];
  if (first === undefined) return undefined;
  return `status says ${countText(first.reported)} ${FIELD_WORDS[first.field]}, the pods say ${countText(first.derived)}: ${first.cause}`;
}

/** What comes back by itself and what does not. */
export function holdersNote(record: Pick<DaemonSetRecord, "budget" | "revisions">, nowMs: number): string {
  const { used, allowed, holders, kind } = record.budget;
  if (kind === "unknown") return "What uses the budget was not read.";
  if (kind === "none") return "OnDelete has no budget: an old pod goes when somebody deletes it.";
  const ending = holders.filter((group) => group.endsAtMs !== undefined && group.endsAtMs > nowMs);
  const back = ending.reduce((sum, group) => sum + group.count, 0);
  const last = Math.max(...ending.map((group) => group.endsAtMs ?? 0));
  const free = allowed - used;
  const hasOld = record.revisions.some(isStillOnNodes);
  if (free > 0 && used > 0 && !hasOld) return `${countText(free)} of ${countText(allowed)} free; no old pod is left.`;
  if (free > 0 && used > 0)
    return `${countText(free)} of ${countText(allowed)} free: ${free === 1 ? "one more old pod may go. Which one is" : `${countText(free)} more old pods may go. Which ones is`} up to the controller; it has no order.`;
  if (used === 0) return `All ${countText(allowed)} ${allowed === 1 ? "place is" : "places are"} free.`;
  const rest = used - back;
  if (back === 0) return used === 1 ? "No end of it is known." : `No end is known for any of the ${countText(used)}.`;
  return `${countText(back)} ${back === 1 ? "comes" : "come"} back by ${clockText(last, last - nowMs < 120_000)}.${rest === 0 ? "" : ` For ${countText(rest)} no end is known.`}`;
}
