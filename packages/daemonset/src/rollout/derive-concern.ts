import type { Budget } from "../budget/budget.ts";
import type { TallyTotals } from "../counts/tally.ts";
import type { Cause } from "../model/records.ts";
import type { Concern, RolloutState } from "./rollout.ts";

/** How long nothing may move before a rollout is called stuck (rule R8). Without `lasting` holders a start is only slow: large images take minutes. */
export interface Patience {
  readonly lastingMs: number;
  readonly slowMs: number;
}

/** Below the minute within which a bad image must be called stuck; and a Deployment's default progress deadline. */
export const DEFAULT_PATIENCE: Patience = { lastingMs: 45_000, slowMs: 600_000 };

export interface ConcernFacts {
  readonly nowMs: number;
  readonly patience: Patience;
  readonly rollout: RolloutState;
  readonly totals: Pick<TallyTotals, "outdated" | "unsettled" | "broken">;
  readonly budget: Budget;
  readonly causes: readonly Cause[];
  /** The last time that a pod without trouble was created or became ready, or that the current revision was made. */
  readonly progressAtMs: number | undefined;
  readonly minReadySeconds: number;
  readonly hostPorts: readonly number[];
  readonly onDelete: boolean;
}

const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
const sum = (causes: readonly Cause[]): number => causes.reduce((total, cause) => total + cause.count, 0);

type StuckFacts = Pick<ConcernFacts, "patience" | "rollout" | "totals" | "progressAtMs" | "minReadySeconds" | "budget">;

/** Since when a rollout stands still, and when that makes it stuck; undefined while nothing holds its budget.
 *  In `waitingForAvailable` all pods are new already: only one that was never well holds a rollout up, any other is just failing. */
function standstill(facts: StuckFacts): { readonly sinceMs: number; readonly stuckAtMs: number } | undefined {
  const { kind } = facts.rollout;
  const rolling = kind === "updating" || (kind === "waitingForAvailable" && facts.totals.unsettled > 0);
  if (!rolling || facts.budget.used === 0) return undefined;
  const { holders } = facts.budget;
  const heldSince = holders.flatMap(({ lasting, sinceMs }) => (lasting && sinceMs !== undefined ? [sinceMs] : []));
  const starts = [facts.progressAtMs, heldSince.length === 0 ? undefined : Math.min(...heldSince)].filter((at) => at !== undefined);
  if (starts.length === 0) return undefined;
  const sinceMs = Math.max(...starts);
  // As long as one place is held by something that goes on by itself, the rollout may be slow.
  const nothingMoves = holders.every((holder) => holder.lasting);
  const patienceMs = nothingMoves ? facts.patience.lastingMs : facts.patience.slowMs + facts.minReadySeconds * 1000;
  return { sinceMs, stuckAtMs: sinceMs + patienceMs };
}

/** When a rollout that stands still becomes stuck; undefined when it cannot. */
export function stuckAtMs(facts: StuckFacts): number | undefined {
  return standstill(facts)?.stuckAtMs;
}

function surgeImpossible(facts: ConcernFacts): string | undefined {
  if (facts.budget.kind !== "maxSurge" || facts.hostPorts.length === 0) return undefined;
  const ports = `host ${facts.hostPorts.length === 1 ? "port" : "ports"} ${facts.hostPorts.join(", ")}`;
  return `maxSurge needs two pods on a node, but ${ports} can be held by one only: a new pod will wait for ever`;
}

function brokenNodes({ totals, budget }: ConcernFacts): string | undefined {
  if (totals.broken === 0) return undefined;
  const halted = budget.kind !== "none" && budget.used >= budget.allowed ? "halted: " : "";
  return `${halted}${plural(totals.broken, "node")} went NotReady after ${totals.broken === 1 ? "it" : "they"} got the new revision`;
}

function stuck(facts: ConcernFacts): Concern | null {
  const still = standstill(facts);
  if (still === undefined || facts.nowMs < still.stuckAtMs) return null;
  const holder = facts.budget.holders.find(({ lasting }) => lasting) ?? facts.budget.holders[0];
  if (holder === undefined) return null;
  const { used, allowed } = facts.budget;
  const places = used > allowed ? `${used} places used of ${allowed}` : `${used} of ${plural(allowed, "place")} used`;
  const why = brokenNodes(facts) ?? surgeImpossible(facts);
  const message = `${places}, ${holder.count} held by ${holder.cause}${why === undefined ? "" : `; ${why}`}`;
  return { kind: "stuck", message, sinceMs: still.sinceMs };
}

function waiting(facts: ConcernFacts): Concern | null {
  const found = facts.causes.filter((cause) => cause.state === "unscheduled");
  const first = found[0];
  if (first === undefined) return null;
  return { kind: "unavailable", message: `${plural(sum(found), "pod")} waiting: ${first.cause}`, sinceMs: first.sinceMs };
}

/** Finds what calls for a person, the most urgent first; null when nothing does. Always an inference of ours (rules R8–R12). */
export function deriveConcern(facts: ConcernFacts): Concern | null {
  const found = stuck(facts);
  if (found !== null) return found;
  const impossible = surgeImpossible(facts);
  if (impossible !== undefined) return { kind: "surgeImpossible", message: impossible, sinceMs: undefined };
  const ofState = (state: Cause["state"]) => facts.causes.filter((cause) => cause.state === state);
  const isUpdating = facts.rollout.kind === "updating" || facts.rollout.kind === "unobserved";
  const unready = ofState("nodeUnready");
  const broken = brokenNodes(facts);
  if (broken !== undefined) return { kind: "nodesUnready", message: broken, sinceMs: unready[0]?.sinceMs };
  const failing = ofState("failing");
  if (failing.length > 0)
    return { kind: "failing", message: `${plural(sum(failing), "pod")} failing: ${failing[0]?.cause ?? ""}`, sinceMs: failing[0]?.sinceMs };
  const { outdated } = facts.totals;
  if (facts.onDelete && outdated > 0)
    return {
      kind: "waitsForYou",
      message: `${plural(outdated, "pod")} of an old revision ${outdated === 1 ? "waits" : "wait"} to be deleted by hand`,
      sinceMs: undefined,
    };
  const misscheduled = ofState("misscheduled");
  if (misscheduled.length > 0)
    return {
      kind: "misscheduled",
      message: `${sum(misscheduled)} misscheduled: a pod where none is wanted`,
      sinceMs: misscheduled[0]?.sinceMs,
    };
  // While pods are being replaced, nodes and pods that wait are the rollout's own business until it is stuck.
  if (isUpdating) return null;
  if (unready.length > 0)
    return { kind: "nodesUnready", message: `${plural(sum(unready), "pod")} on NotReady nodes`, sinceMs: unready[0]?.sinceMs };
  return waiting(facts);
}
