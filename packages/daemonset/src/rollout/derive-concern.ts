import { type Budget, HOLDER_NODES_LIMIT } from "../budget/budget.ts";
import type { TallyTotals } from "../counts/tally.ts";
import type { LostNodes } from "../memory/lost-nodes.ts";
import type { Rejections } from "../memory/rejections.ts";
import type { Cause } from "../model/records.ts";
import type { Concern, RolloutState } from "./rollout.ts";

/** How long nothing may move before a rollout is called stuck (rule R8). Without `lasting` holders a start is only slow: large images take minutes. */
export interface Patience {
  readonly lastingMs: number;
  readonly slowMs: number;
  /** With places free the controller acts within seconds: so long it may be busy elsewhere. */
  readonly idleMs: number;
}

/** Below the minute within which a bad image must be called stuck; and a Deployment's default progress deadline. */
export const DEFAULT_PATIENCE: Patience = { lastingMs: 45_000, slowMs: 600_000, idleMs: 120_000 };

export interface ConcernFacts {
  readonly nowMs: number;
  readonly patience: Patience;
  readonly rollout: RolloutState;
  readonly totals: Pick<TallyTotals, "outdated" | "unsettled" | "broken" | "sickBefore">;
  readonly budget: Budget;
  readonly causes: readonly Cause[];
  /** The last time that a pod without trouble was created or became ready, or that the current revision was made. */
  readonly progressAtMs: number | undefined;
  /** Since when this spec was watched: what the controller left undone before that was not seen. Undefined while nothing is remembered. */
  readonly watchedSinceMs: number | undefined;
  /** Nodes whose pods fail again and again. */
  readonly loops: readonly (readonly [node: string, rejections: Rejections])[];
  readonly lost: LostNodes | undefined;
  /** As derived. */
  readonly desired: number;
  readonly minReadySeconds: number;
  readonly hostPorts: readonly number[];
  readonly onDelete: boolean;
  /** Nodes whose pod is of an old revision, under OnDelete: sorted, at most HOLDER_NODES_LIMIT. */
  readonly outdatedNodes: readonly string[];
}

const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
const sum = (causes: readonly Cause[]): number => causes.reduce((total, cause) => total + cause.count, 0);

type StandstillFacts = Pick<
  ConcernFacts,
  "patience" | "rollout" | "totals" | "progressAtMs" | "watchedSinceMs" | "minReadySeconds" | "budget"
>;

/** A rollout in which nothing moves, and when that calls for a person. */
interface Standstill {
  readonly kind: "budgetHeld" | "stalled";
  readonly sinceMs: number;
  readonly atMs: number;
}

/** Undefined while something moves, or nothing is to move. In `waitingForAvailable` all pods are new already: only one that was never well holds a
 *  rollout up, any other is just failing. */
function standstill(facts: StandstillFacts): Standstill | undefined {
  const { patience, budget, progressAtMs, watchedSinceMs } = facts;
  const isUpdating = facts.rollout.kind === "updating" || facts.rollout.kind === "unobserved";
  const rolling = isUpdating || (facts.rollout.kind === "waitingForAvailable" && facts.totals.unsettled > 0);
  if (!rolling) return undefined;
  const isIdle = isUpdating && (facts.rollout.kind === "unobserved" || budget.used < budget.allowed);
  if (isIdle && budget.holders.every((holder) => !holder.lasting)) {
    // When a spec changed is not in the objects: without having seen it nobody can say that nothing follows.
    if (watchedSinceMs === undefined) return undefined;
    const sinceMs = Math.max(progressAtMs ?? 0, watchedSinceMs);
    return { kind: "stalled", sinceMs, atMs: sinceMs + patience.idleMs + waitsMs(facts) };
  }
  if (budget.used === 0) return undefined;
  const heldSince = budget.holders.flatMap(({ lasting, sinceMs }) => (lasting && sinceMs !== undefined ? [sinceMs] : []));
  const starts = [progressAtMs, heldSince.length === 0 ? undefined : Math.min(...heldSince)].filter((at) => at !== undefined);
  if (starts.length === 0) return undefined;
  const sinceMs = Math.max(...starts);
  // As long as one place is held by something that goes on by itself, the rollout may be slow.
  const nothingMoves = budget.holders.every((holder) => holder.lasting);
  const patienceMs = nothingMoves ? patience.lastingMs : patience.slowMs + facts.minReadySeconds * 1000;
  return { kind: "budgetHeld", sinceMs, atMs: sinceMs + patienceMs };
}

/** What is under way takes its time before the controller looks again: places that come free by themselves, and minReadySeconds. */
function waitsMs({ budget, minReadySeconds, patience }: StandstillFacts): number {
  return minReadySeconds * 1000 + (budget.used > 0 ? patience.slowMs : 0);
}

/** When a rollout that stands still becomes a concern; undefined when it cannot. */
export function standstillAtMs(facts: StandstillFacts): number | undefined {
  return standstill(facts)?.atMs;
}

function surgeImpossible(facts: ConcernFacts): string | undefined {
  if (facts.budget.kind !== "maxSurge" || facts.hostPorts.length === 0) return undefined;
  const ports = `host ${facts.hostPorts.length === 1 ? "port" : "ports"} ${facts.hostPorts.join(", ")}`;
  return `maxSurge needs two pods on a node, but ${ports} can be held by one only: a new pod will wait for ever`;
}

function brokenNodes({ totals, budget }: ConcernFacts): string | undefined {
  if (totals.broken === 0) return undefined;
  const halted = budget.kind !== "none" && budget.used >= budget.allowed ? "halted: " : "";
  const others = totals.sickBefore === 0 ? "" : `, ${totals.sickBefore} ${totals.sickBefore === 1 ? "was" : "were"} NotReady before`;
  return `${halted}${plural(totals.broken, "node")} went NotReady after ${totals.broken === 1 ? "it" : "they"} got the new revision${others}`;
}

function backoffLoop({ loops }: ConcernFacts): Concern | undefined {
  const [most] = [...loops].sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1));
  if (most === undefined) return undefined;
  const [node, { count, reason }] = most;
  return {
    kind: "backoffLoop",
    message: `pods fail and are made again on ${plural(loops.length, "node")}: ${reason}, ${count} times on ${node}`,
    sinceMs: Math.min(...loops.map(([, { firstAtMs }]) => firstAtMs)),
    nodes: loops
      .map(([each]) => each)
      .sort()
      .slice(0, HOLDER_NODES_LIMIT),
    stuck: false,
  };
}

/** So large a part of the nodes is no accident of one of them. */
const LOSS_SHARE = 0.1;
const LOSS_FROM = 2;

function desiredDropped({ lost, desired }: ConcernFacts): Concern | undefined {
  if (lost === undefined || lost.count < LOSS_FROM || lost.count < LOSS_SHARE * (desired + lost.count)) return undefined;
  const what =
    lost.whatCount === lost.count ? `${lost.what} changed on ${lost.count}` : `${lost.what} changed on ${lost.whatCount} of ${lost.count}`;
  return {
    kind: "desiredDropped",
    message: `desired fell from ${desired + lost.count} to ${desired}, every node still there: ${what}`,
    sinceMs: lost.sinceMs,
    nodes: lost.nodes,
    stuck: false,
  };
}

const nodesOf = (groups: readonly { readonly nodes: readonly string[] }[]): readonly string[] =>
  [...new Set(groups.flatMap(({ nodes }) => nodes))].sort().slice(0, HOLDER_NODES_LIMIT);

function standingKind(facts: ConcernFacts, broken: string | undefined, impossible: string | undefined): Concern["kind"] {
  if (broken !== undefined) return "revisionBreaksNodes";
  if (impossible !== undefined) return "surgeImpossible";
  return facts.loops.length > 0 ? "backoffLoop" : "budgetHeld";
}

function standing(facts: ConcernFacts): Concern | null {
  const still = standstill(facts);
  if (still === undefined || facts.nowMs < still.atMs) return null;
  const { used, allowed, holders } = facts.budget;
  const { sinceMs } = still;
  const broken = brokenNodes(facts);
  const impossible = surgeImpossible(facts);
  if (still.kind === "stalled") {
    const free = `${allowed - used} of ${plural(allowed, "place")} free`;
    const what = facts.rollout.kind === "unobserved" ? "the controller has not observed the new spec" : "the controller replaces no pod";
    return { kind: "stalled", message: `${free}, and ${what}`, sinceMs, nodes: [], stuck: false };
  }
  const lasting = holders.filter((holder) => holder.lasting);
  const [first] = lasting.length > 0 ? lasting : holders;
  if (first === undefined) return null;
  const places = used > allowed ? `${used} places used of ${allowed}` : `${used} of ${plural(allowed, "place")} used`;
  const why = broken ?? impossible;
  return {
    kind: standingKind(facts, broken, impossible),
    message: `${places}, ${first.count} held by ${first.cause}${why === undefined ? "" : `; ${why}`}`,
    sinceMs,
    nodes: nodesOf(lasting.length > 0 ? lasting : holders),
    stuck: true,
  };
}

/** A concern about the nodes of some causes; null when there are none. */
function about(kind: Concern["kind"], causes: readonly Cause[], message: (causes: readonly Cause[]) => string): Concern | null {
  if (causes.length === 0) return null;
  return { kind, message: message(causes), sinceMs: causes[0]?.sinceMs, nodes: nodesOf(causes), stuck: false };
}

/** Finds what calls for a person, the most urgent first; null when nothing does. Always an inference of ours (rules R8–R12). */
export function deriveConcern(facts: ConcernFacts): Concern | null {
  const ofState = (state: Cause["state"]) => facts.causes.filter((cause) => cause.state === state);
  const found = standing(facts);
  if (found !== null) return found;
  const impossible = surgeImpossible(facts);
  if (impossible !== undefined) return { kind: "surgeImpossible", message: impossible, sinceMs: undefined, nodes: [], stuck: false };
  const unready = ofState("nodeUnready");
  const broken = brokenNodes(facts);
  if (broken !== undefined)
    return { kind: "revisionBreaksNodes", message: broken, sinceMs: unready[0]?.sinceMs, nodes: nodesOf(unready), stuck: false };
  const loop = backoffLoop(facts);
  if (loop !== undefined) return loop;
  const failing = about("failing", ofState("failing"), (causes) => `${plural(sum(causes), "pod")} failing: ${causes[0]?.cause ?? ""}`);
  if (failing !== null) return failing;
  const dropped = desiredDropped(facts);
  if (dropped !== undefined) return dropped;
  const { outdated } = facts.totals;
  if (facts.onDelete && outdated > 0)
    return {
      kind: "waitsForYou",
      message: `${plural(outdated, "pod")} of an old revision ${outdated === 1 ? "waits" : "wait"} to be deleted by hand`,
      sinceMs: undefined,
      nodes: facts.outdatedNodes,
      stuck: false,
    };
  const misscheduled = about(
    "misscheduled",
    ofState("misscheduled"),
    (causes) => `${sum(causes)} misscheduled: a pod where none is wanted`,
  );
  if (misscheduled !== null) return misscheduled;
  // While pods are being replaced, nodes and pods that wait are the rollout's own business until it stands still.
  if (facts.rollout.kind === "updating" || facts.rollout.kind === "unobserved") return null;
  return (
    about("nodesUnready", unready, (causes) => `${plural(sum(causes), "pod")} on NotReady nodes`) ??
    about("unavailable", ofState("unscheduled"), (causes) => `${plural(sum(causes), "pod")} waiting: ${causes[0]?.cause ?? ""}`)
  );
}
