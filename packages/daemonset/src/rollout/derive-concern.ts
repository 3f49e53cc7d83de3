import { type Budget, HOLDER_NODES_LIMIT } from "../budget/budget.ts";
import type { TallyTotals } from "../counts/tally.ts";
import type { LostNodes } from "../memory/lost-nodes.ts";
import type { Cause } from "../model/records.ts";
import { backoffLoop, type Loop, longestLoop, loopWithNextTry } from "./backoff-loop.ts";
import type { Overdue } from "./overdue.ts";
import { nodesUnready, unavailable } from "./overdue-concern.ts";
import { plural } from "./plural.ts";
import type { Concern, RolloutState } from "./rollout.ts";
import { type Patience, type Standstill, standstill } from "./standstill.ts";
import { surgeFails, surgeWillFail } from "./surge-words.ts";

export interface ConcernFacts {
  readonly nowMs: number;
  readonly patience: Patience;
  readonly rollout: RolloutState;
  readonly generation: number;
  readonly observedGeneration: number;
  readonly totals: Pick<TallyTotals, "outdated" | "queued" | "unsettled" | "sickBefore" | "sickWithout">;
  readonly budget: Budget;
  readonly causes: readonly Cause[];
  /** The last time that a pod without trouble was created or became ready, or that the current revision was made. */
  readonly progressAtMs: number | undefined;
  /** Since when this spec was watched: what the controller left undone before that was not seen. Undefined while nothing is remembered. */
  readonly watchedSinceMs: number | undefined;
  /** Nodes that the current revision made NotReady. */
  readonly broken: readonly (readonly [node: string, sinceMs: number])[];
  /** Nodes whose pods fail again and again. */
  readonly loops: readonly Loop[];
  readonly lost: LostNodes | undefined;
  /** As derived. */
  readonly desired: number;
  readonly minReadySeconds: number;
  /** Its rollout was seen to end. */
  readonly isOver: boolean;
  /** Host ports of the current template, and of them those that pods of old revisions hold now. */
  readonly hostPorts: readonly number[];
  readonly clashingPorts: readonly number[];
  /** Nodes that are without an available pod for too long. */
  readonly overdue: readonly Overdue[];
  readonly onDelete: boolean;
  /** Nodes whose pod is of an old revision, under OnDelete: sorted, at most HOLDER_NODES_LIMIT. */
  readonly outdatedNodes: readonly string[];
}

const sum = (groups: readonly { readonly count: number }[]): number => groups.reduce((total, { count }) => total + count, 0);
const firstNodes = (names: readonly string[]): readonly string[] => [...new Set(names)].sort().slice(0, HOLDER_NODES_LIMIT);
const nodesOf = (groups: readonly { readonly nodes: readonly string[] }[]): readonly string[] =>
  firstNodes(groups.flatMap(({ nodes }) => nodes));

function surgeImpossible(message: string | undefined): Concern | undefined {
  return message === undefined ? undefined : { kind: "surgeImpossible", message, sinceMs: undefined, nodes: [], stuck: false };
}

function brokenNodes({ totals, budget, broken }: ConcernFacts): string | undefined {
  if (broken.length === 0) return undefined;
  const halted = budget.kind !== "none" && budget.used >= budget.allowed ? "halted: " : "";
  const { sickBefore, sickWithout } = totals;
  const before = sickBefore === 0 ? "" : `, ${plural(sickBefore, "was", "were")} NotReady before`;
  const without = sickWithout === 0 ? "" : `, ${plural(sickWithout, "is", "are")} NotReady without it`;
  return `${halted}${plural(broken.length, "node")} went NotReady after ${broken.length === 1 ? "it" : "they"} got the new revision${before}${without}`;
}

function revisionBreaksNodes(facts: ConcernFacts): Concern | undefined {
  const message = brokenNodes(facts);
  if (message === undefined) return undefined;
  return {
    kind: "revisionBreaksNodes",
    message,
    sinceMs: Math.min(...facts.broken.map(([, sinceMs]) => sinceMs)),
    nodes: firstNodes(facts.broken.map(([node]) => node)),
    stuck: false,
  };
}

/** So large a part of the nodes is no accident of one of them. */
const LOSS_SHARE = 0.1;
const LOSS_FROM = 2;

function desiredDropped({ lost, desired }: ConcernFacts): Concern | undefined {
  if (lost === undefined) return undefined;
  const { count, whatCount, desiredBefore: before } = lost;
  if (count < LOSS_FROM || count < LOSS_SHARE * before || desired >= before) return undefined;
  const what = `${lost.what} changed on ${whatCount === count ? count : `${whatCount} of ${count}`}`;
  const nodes = before - desired === count ? "every node still there" : `of which ${plural(count, "node is", "nodes are")} still there`;
  const message = `desired fell from ${before} to ${desired}, ${nodes}: ${what}`;
  return { kind: "desiredDropped", message, sinceMs: lost.sinceMs, nodes: lost.nodes, stuck: false };
}

/** Names what is behind places that are held for good; its message is added to who holds them. */
function behind(
  facts: ConcernFacts,
  { blockers, isCertain }: Standstill,
): { readonly kind: Concern["kind"]; readonly why: string | undefined } {
  const broken = brokenNodes(facts);
  if (broken !== undefined) return { kind: "revisionBreaksNodes", why: broken };
  const impossible = surgeFails(facts);
  const isForPorts = blockers.some(({ lasting, cause }) => lasting === true && cause.includes("free ports"));
  if (impossible !== undefined && isForPorts) return { kind: "surgeImpossible", why: impossible };
  const loop = longestLoop(facts.loops);
  if (loop !== undefined) return { kind: "backoffLoop", why: loopWithNextTry(loop) };
  return { kind: facts.budget.used > 0 || !isCertain ? "budgetHeld" : "failing", why: undefined };
}

function standing(facts: ConcernFacts): Concern | undefined {
  const still = standstill(facts);
  if (still === undefined || facts.nowMs < still.atMs) return undefined;
  const { used, allowed } = facts.budget;
  const { sinceMs, blockers } = still;
  if (still.kind === "stalled") {
    const message =
      facts.rollout.kind === "unobserved"
        ? `the controller has not observed generation ${facts.generation}, it is at ${facts.observedGeneration}`
        : `${allowed - used} of ${plural(allowed, "place")} free, and the controller replaces no pod`;
    return { kind: "stalled", message, sinceMs, nodes: [], stuck: false };
  }
  const lasting = blockers.filter((blocker) => blocker.lasting);
  const named = lasting.length > 0 ? lasting : blockers;
  const [first] = named;
  if (first === undefined) return undefined;
  const places =
    used === 0
      ? `${plural(sum(blockers), "node")} ${facts.totals.outdated > 0 ? "left" : "without an available pod"}`
      : used > allowed
        ? `${used} places used of ${allowed}`
        : `${used} of ${plural(allowed, "place")} used`;
  const { kind, why } = behind(facts, still);
  return {
    kind,
    message: `${places}, ${first.count} held by ${first.cause}${why === undefined ? "" : `; ${why}`}`,
    sinceMs,
    nodes: nodesOf(named),
    stuck: still.isCertain,
  };
}

/** A concern about the nodes of some causes; undefined when there are none. */
function about(
  kind: Concern["kind"],
  { causes }: ConcernFacts,
  state: Cause["state"],
  message: (count: number, cause: string) => string,
): Concern | undefined {
  const found = causes.filter((cause) => cause.state === state);
  const [first] = found;
  if (first === undefined) return undefined;
  const since = found.flatMap(({ sinceMs }) => sinceMs ?? []);
  return {
    kind,
    message: message(sum(found), first.cause),
    sinceMs: since.length === 0 ? undefined : Math.min(...since),
    nodes: nodesOf(found),
    stuck: false,
  };
}

function waitsForYou({ onDelete, totals, outdatedNodes }: ConcernFacts): Concern | undefined {
  const { outdated } = totals;
  if (!onDelete || outdated === 0) return undefined;
  const message = `${plural(outdated, "pod")} of an old revision ${outdated === 1 ? "waits" : "wait"} to be deleted by hand`;
  return { kind: "waitsForYou", message, sinceMs: undefined, nodes: outdatedNodes, stuck: false };
}

/** Finds what calls for a person, the most urgent first; null when nothing does. Always an inference of ours (rules R8–R12, R18–R22). */
export function deriveConcern(facts: ConcernFacts): Concern | null {
  const stands = standing(facts);
  const isSlow = stands !== undefined && !stands.stuck && stands.kind !== "stalled";
  const isRolling = facts.rollout.kind === "unobserved" || (!facts.onDelete && facts.totals.outdated > 0);
  return (
    (isSlow ? undefined : stands) ??
    revisionBreaksNodes(facts) ??
    backoffLoop(facts.loops) ??
    desiredDropped(facts) ??
    about("failing", facts, "failing", (count, cause) => `${plural(count, "pod")} failing: ${cause}`) ??
    (isSlow ? stands : undefined) ??
    // While old pods remain, nodes and pods that wait are the rollout's own business until it stands still.
    (isRolling ? undefined : unavailable(facts.overdue)) ??
    (isRolling ? surgeImpossible(surgeFails(facts)) : undefined) ??
    waitsForYou(facts) ??
    about("misscheduled", facts, "misscheduled", (count) => `${count} misscheduled: a pod where none is wanted`) ??
    (isRolling ? undefined : (nodesUnready(facts.overdue) ?? surgeImpossible(surgeWillFail(facts)))) ??
    null
  );
}
