import type { TallyTotals } from "../../counts/tally.ts";
import type { Budget } from "../../records/budget.ts";
import { isSameCause } from "../../records/cause-key.ts";
import type { BrokenNodes, ConcernDetail, CountedCause, PodDriver, StallCause, SurgeClash } from "../../records/concern-detail.ts";
import { type ManagedRollout, nodesToUpgrade } from "../../records/managed-rollout.ts";
import type { Cause, DaemonSetKey } from "../../records/records.ts";
import type { Concern, RolloutState } from "../../records/rollout.ts";
import type { LostNodes } from "../../tracking/lost-node-tracker.ts";
import type { LeftPauses } from "../../tracking/pause-tracker.ts";
import { type BackoffLoop, backoffLoop, longestLoop, stallCauseOfLoop } from "./backoff-loop.ts";
import { detectStall, type Stall, type StallTimeouts } from "./detect-stall.ts";
import { firstNodes, firstNodesOf } from "./first-nodes.ts";
import type { OverdueGroup } from "./overdue.ts";
import { nodesUnreadyConcern, unavailableConcern } from "./overdue-concern.ts";
import { upgradeIdle } from "./upgrade-idle.ts";

export interface ConcernFacts {
  readonly nowMs: number;
  readonly patience: StallTimeouts;
  readonly rollout: RolloutState;
  readonly generation: number;
  readonly observedGeneration: number;
  readonly totals: Pick<
    TallyTotals,
    "outdated" | "toDelete" | "queued" | "unsettled" | "reached" | "sickBefore" | "sickWithout" | "keptUnready" | "done"
  >;
  readonly budget: Budget;
  /** An earlier revision exists: otherwise pods start for the first time, and no rollout uses the budget (rule B8). */
  readonly isReplacing: boolean;
  readonly causes: readonly Cause[];
  /** Last time at which a healthy pod was created or became ready, or since which the current revision is current. */
  readonly progressAtMs: number | undefined;
  /** Time since which this spec was watched: omissions of the controller before it were not seen. Undefined while
   *  the model does not remember. */
  readonly watchedSinceMs: number | undefined;
  /** Nodes that the current revision may have made NotReady; none if the revision is no suspect. */
  readonly broken: readonly (readonly [node: string, sinceMs: number])[];
  /** Number of budget slots that the broken nodes use. A broken node may use none. */
  readonly brokenPlaces: number;
  /** The one other DaemonSet that may be the cause. */
  readonly rival: DaemonSetKey | undefined;
  /** Nodes whose pods fail again and again. */
  readonly loops: readonly BackoffLoop[];
  readonly lost: LostNodes | undefined;
  /** Nodes that a planned pause keeps off it. */
  readonly pausedNodes: ReadonlySet<string>;
  /** Planned pauses that outlast the upgrade. */
  readonly leftPauses: LeftPauses | undefined;
  /** The controller that drives it under OnDelete. */
  readonly managed: ManagedRollout | undefined;
  /** Time at which the first of its failed upgrades failed; undefined if the failure of one was not seen. */
  readonly upgradeFailedMs: number | undefined;
  /** That controller replaces pods. */
  readonly isDriven: boolean;
  /** What replaces its pods under OnDelete. */
  readonly driver: PodDriver | undefined;
  /** The derived count. */
  readonly desired: number;
  readonly minReadySeconds: number;
  /** Nodes whose old pod the controller may delete, because the new one next to it is available, but does not
   *  delete; and since when. */
  readonly passedOver: readonly (readonly [node: string, sinceMs: number])[];
  /** Its rollout was seen to end. */
  readonly isOver: boolean;
  /** Host ports of the current template, and those of them that pods of old revisions hold now. */
  readonly hostPorts: readonly number[];
  readonly clashingPorts: readonly number[];
  /** The first NotReady nodes with an unwanted pod: sorted, at most HOLDER_NODES_LIMIT. */
  readonly keptOnUnready: readonly string[];
  /** The one taint that no misscheduled pod tolerates; undefined if taints differ, or if there are too many pods to
   *  check. */
  readonly untolerated: string | undefined;
  /** Nodes without an available pod for too long. */
  readonly overdue: readonly OverdueGroup[];
  readonly onDelete: boolean;
  /** Nodes whose pod has an old revision, under OnDelete: sorted, at most HOLDER_NODES_LIMIT. */
  readonly outdatedNodes: readonly string[];
}

const sum = (groups: readonly { readonly count: number }[]): number => groups.reduce((total, { count }) => total + count, 0);

const countedCause = ({ count, cause, detail }: CountedCause): CountedCause => ({
  count,
  cause,
  ...(detail === undefined ? {} : { detail }),
});

function surgeImpossible(clash: SurgeClash | undefined): Concern | undefined {
  return clash === undefined ? undefined : { kind: "surgeImpossible", detail: clash, sinceMs: undefined, nodes: [], stuck: false };
}

function brokenNodes({ totals, budget, broken, brokenPlaces, rival }: ConcernFacts): BrokenNodes | undefined {
  if (broken.length === 0) return undefined;
  // The rollout is blocked by them: old pods wait, every budget slot is used, and one would be free without these
  // nodes.
  const isHalted =
    totals.outdated > 0 && budget.kind !== "none" && budget.used >= budget.allowed && budget.used - brokenPlaces < budget.allowed;
  return {
    kind: "broken",
    count: broken.length,
    reached: totals.reached,
    isHalted,
    sickBefore: totals.sickBefore,
    sickWithout: totals.sickWithout,
    ...(rival === undefined ? {} : { rival }),
  };
}

function revisionBreaksNodes(facts: ConcernFacts): Concern | undefined {
  const detail = brokenNodes(facts);
  if (detail === undefined) return undefined;
  return {
    kind: "revisionBreaksNodes",
    detail,
    sinceMs: Math.min(...facts.broken.map(([, sinceMs]) => sinceMs)),
    nodes: firstNodes(facts.broken.map(([node]) => node)),
    stuck: false,
  };
}

/** A loss of this share of the nodes is not the accident of a single node. */
const LOSS_SHARE = 0.1;
const MIN_LOST_NODES = 2;

function desiredDropped({ lost, desired }: ConcernFacts): Concern | undefined {
  if (lost === undefined) return undefined;
  const { count, whatCount, desiredBefore: before } = lost;
  if (count < MIN_LOST_NODES || count < LOSS_SHARE * before || desired >= before) return undefined;
  const detail: ConcernDetail = { kind: "dropped", before, desired, count, what: lost.what, whatCount };
  return { kind: "desiredDropped", detail, sinceMs: lost.sinceMs, nodes: lost.nodes, stuck: false };
}

function pauseLeft({ leftPauses }: ConcernFacts): Concern | undefined {
  if (leftPauses === undefined) return undefined;
  const { controller, count, failed, sinceMs, nodes } = leftPauses;
  const detail: ConcernDetail = { kind: "pauseLeft", controller, count, ...(failed === 0 ? {} : { failed }) };
  return { kind: "desiredDropped", detail, sinceMs, nodes, stuck: false };
}

/** Returns the concern about nodes that the controller gave up. It is stuck once no other node is left, unless the new
 *  pod of each node is available: then the controller ends the upgrade by itself. */
function upgradeFailed({ managed, upgradeFailedMs, totals, desired }: ConcernFacts): Concern | undefined {
  const failed = managed?.phases.find(({ phase }) => phase === "failed");
  if (managed === undefined || failed === undefined) return undefined;
  const { count, nodes } = failed;
  return {
    kind: "failing",
    detail: { kind: "upgradeFailed", controller: managed.controller, count },
    sinceMs: upgradeFailedMs,
    nodes,
    stuck: nodesToUpgrade(managed) === 0 && totals.done < desired,
  };
}

function upgradeIdleNow(facts: ConcernFacts): Concern | undefined {
  const idle = upgradeIdle(facts);
  return idle !== undefined && idle.atMs <= facts.nowMs ? idle.concern : undefined;
}

interface SurgeFacts {
  readonly budget: Pick<Budget, "kind">;
  readonly hostPorts: readonly number[];
  readonly clashingPorts: readonly number[];
}

/** Returns the reason that new pods cannot run next to the existing old ones; undefined if they can (rule R9). */
function surgeFails({ budget, clashingPorts }: SurgeFacts): SurgeClash | undefined {
  return budget.kind !== "maxSurge" || clashingPorts.length === 0 ? undefined : { kind: "surgeFails", ports: clashingPorts };
}

/** Returns the reason that the next rollout will fail while this template's ports stay; a notice while no rollout is
 *  under way. */
function surgeWillFail({ budget, hostPorts }: SurgeFacts): SurgeClash | undefined {
  return budget.kind !== "maxSurge" || hostPorts.length === 0 ? undefined : { kind: "surgeWillFail", ports: hostPorts };
}

/** Names the cause of permanently held budget slots; it is reported next to their holders. */
function causeBehind(
  facts: ConcernFacts,
  { blockers, isCertain }: Stall,
): { readonly kind: Concern["kind"]; readonly why: StallCause | undefined } {
  const broken = brokenNodes(facts);
  if (broken !== undefined) return { kind: "revisionBreaksNodes", why: broken };
  const impossible = surgeFails(facts);
  const isPortConflict = blockers.some(({ lasting, cause }) => lasting === true && cause.kind === "portHeld");
  if (impossible !== undefined && isPortConflict) return { kind: "surgeImpossible", why: impossible };
  const loop = longestLoop(facts.loops);
  if (loop !== undefined) return { kind: "backoffLoop", why: stallCauseOfLoop(loop) };
  return { kind: (facts.isReplacing && facts.budget.used > 0) || !isCertain ? "budgetHeld" : "failing", why: undefined };
}

/** Returns the concern that the scheduler refuses all pods that the rollout waits for, without a deeper cause. It is
 *  reported long before it is certain that waiting does not end it (rule R8). */
function refusedConcern(facts: ConcernFacts, stall: Stall): Concern | undefined {
  const { sinceMs, refusedAtMs, blockers } = stall;
  const [first] = blockers;
  if (refusedAtMs === undefined || facts.nowMs < refusedAtMs || first === undefined) return undefined;
  if (causeBehind(facts, stall).why !== undefined) return undefined;
  const detail: ConcernDetail = { kind: "held", ...countedCause(first), refused: true };
  return { kind: "budgetHeld", detail, sinceMs, nodes: firstNodesOf(blockers), stuck: false };
}

/** Returns all failing nodes with the cause of a blocker, if some of them use no slot now: a container without a
 *  readiness probe is available each time that it runs between two crashes. Undefined if all of them use one. */
const withoutSlot = ({ causes }: ConcernFacts, { cause, count }: CountedCause): Cause | undefined =>
  causes.find((each) => each.state === "failing" && isSameCause(each.cause, cause) && each.count > count);

function stallConcernOf(facts: ConcernFacts): Concern | undefined {
  const stall = detectStall(facts);
  if (stall === undefined) return undefined;
  if (facts.nowMs < stall.atMs) return refusedConcern(facts, stall);
  const { used, allowed } = facts.budget;
  const { sinceMs, blockers } = stall;
  if (stall.kind === "passedOver") {
    const nodes = facts.passedOver.map(([node]) => node);
    return { kind: "stalled", detail: { kind: "passedOver", count: nodes.length }, sinceMs, nodes: firstNodes(nodes), stuck: true };
  }
  if (stall.kind === "stalled") {
    const { generation, observedGeneration } = facts;
    const detail: ConcernDetail =
      facts.rollout.kind === "unobserved"
        ? { kind: "notObserved", generation, observedGeneration }
        : { kind: "idle", free: allowed - used, allowed };
    return { kind: "stalled", detail, sinceMs, nodes: [], stuck: false };
  }
  const lasting = blockers.filter((blocker) => blocker.lasting);
  const namedBlockers = lasting.length > 0 ? lasting : blockers;
  const [first] = namedBlockers;
  if (first === undefined) return undefined;
  const { kind, why } = causeBehind(facts, stall);
  const everywhere = withoutSlot(facts, first);
  return {
    kind,
    detail: {
      kind: "held",
      ...countedCause(everywhere ?? first),
      ...(why === undefined ? {} : { behind: why }),
    },
    sinceMs,
    nodes: firstNodesOf(everywhere === undefined ? namedBlockers : [everywhere, ...namedBlockers]),
    stuck: stall.isCertain,
  };
}

/** Returns a concern about the nodes of the causes with this state; undefined if there are none. */
function concernAbout(
  kind: Concern["kind"],
  { causes }: ConcernFacts,
  state: Cause["state"],
  detail: (found: CountedCause) => ConcernDetail,
): Concern | undefined {
  const found = causes.filter((cause) => cause.state === state);
  const [first] = found;
  if (first === undefined) return undefined;
  const since = found.flatMap(({ sinceMs }) => sinceMs ?? []);
  return {
    kind,
    detail: detail({ ...countedCause(first), count: sum(found) }),
    sinceMs: since.length === 0 ? undefined : Math.min(...since),
    nodes: firstNodesOf(found),
    stuck: false,
  };
}

function waitsForYou({ onDelete, managed, driver, totals, outdatedNodes }: ConcernFacts): Concern | undefined {
  // A terminating pod needs no user, and is part of what another one deletes.
  const count = driver === undefined ? totals.toDelete : totals.outdated;
  if (!onDelete || managed !== undefined || count === 0) return undefined;
  const detail: ConcernDetail = { kind: "outdated", count, ...(driver === undefined ? {} : { driver }) };
  return { kind: "waitsForYou", detail, sinceMs: undefined, nodes: outdatedNodes, stuck: false };
}

/** Returns the concern about misscheduled pods on Ready nodes. Those on NotReady nodes have their own number, so that
 *  both add up to the number of the status (C7). */
function misscheduled(facts: ConcernFacts): Concern | undefined {
  const { keptOnUnready, totals, untolerated, pausedNodes } = facts;
  const [node] = keptOnUnready;
  const found = concernAbout("misscheduled", facts, "misscheduled", ({ count }) => ({
    kind: "misscheduled",
    count,
    ...(untolerated === undefined ? {} : { taint: untolerated }),
    ...(node === undefined ? {} : { unready: { count: totals.keptUnready, node } }),
  }));
  // A pod that ends because of a planned pause is no concern.
  if (found === undefined || (found.nodes.length <= pausedNodes.size && found.nodes.every((node) => pausedNodes.has(node))))
    return undefined;
  return found;
}

/** Finds the most urgent concern that needs a user; null if there is none. A concern is an inference, not a
 *  Kubernetes status (rules R8–R12, R18–R22, R26, R31, R32). */
export function deriveConcern(facts: ConcernFacts): Concern | null {
  const stallConcern = stallConcernOf(facts);
  const isSlow = stallConcern !== undefined && !stallConcern.stuck && stallConcern.kind !== "stalled";
  const isRolling = facts.rollout.kind === "unobserved" || facts.isDriven || (!facts.onDelete && facts.totals.outdated > 0);
  return (
    (isSlow ? undefined : stallConcern) ??
    revisionBreaksNodes(facts) ??
    backoffLoop(facts.loops) ??
    concernAbout("failing", facts, "failing", (found) => ({ kind: "failing", ...found })) ??
    upgradeFailed(facts) ??
    upgradeIdleNow(facts) ??
    (isSlow ? stallConcern : undefined) ??
    // While old pods remain, waiting nodes and pods are part of the rollout until it stops.
    (isRolling ? undefined : unavailableConcern(facts.overdue)) ??
    (isRolling ? surgeImpossible(surgeFails(facts)) : undefined) ??
    desiredDropped(facts) ??
    pauseLeft(facts) ??
    misscheduled(facts) ??
    waitsForYou(facts) ??
    (isRolling ? undefined : (nodesUnreadyConcern(facts.overdue) ?? surgeImpossible(surgeWillFail(facts)))) ??
    null
  );
}
