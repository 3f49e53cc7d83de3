import type { BudgetHolder } from "@daemonscope/daemonset/budget/budget-holders";
import { budgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import { causeOfConcern } from "@daemonscope/daemonset/causes/concern-cause";
import { reversalOf } from "@daemonscope/daemonset/managed/owner-revision";
import type { JoinTimes } from "@daemonscope/daemonset/model/join-times";
import type { Budget } from "@daemonscope/daemonset/records/budget";
import type { UpgradeController } from "@daemonscope/daemonset/records/managed-rollout";
import {
  type AwaitedAgent,
  type DaemonSetRecord,
  type Disagreement,
  type LeavingNodes,
  type UnavailableParts,
  unavailablePartsOf,
  type WaitsForAgent,
} from "@daemonscope/daemonset/records/records";
import type { RolloutState } from "@daemonscope/daemonset/records/rollout";
import { type VerdictWord, verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import type { DaemonSetCounts, DaemonSetUpdateStrategy, KubeDaemonSet, LabelSelector, StringMap } from "@daemonscope/kube/objects";
import { english } from "../english.ts";
import { causeWord } from "../facts/cause-text.ts";
import { concernText } from "../facts/concern-text.ts";
import { lagText } from "../facts/lag-text.ts";
import { leavingText, waitsForTexts } from "../facts/leaving-text.ts";
import { managedText, pausedText } from "../facts/managed-text.ts";
import { noMatchText } from "../facts/no-match-text.ts";
import { awaitedText } from "../facts/unavailable-text.ts";
import { type AnswerHead, answerHead } from "./answer-kind.ts";
import { type CauseEntry, causeEntry } from "./cause-entry.ts";
import { type InCommonAnswer, inCommonAnswer } from "./in-common-answer.ts";
import { type OwnerEntry, ownerEntry } from "./owner-entry.ts";

/** One used budget slot. `reason` is its cause in English: `ImagePullBackOff`, `Terminating`… */
type StatusHolder = Omit<BudgetHolder, "cause"> & { readonly reason: string; readonly cause: CauseEntry };

/** Parts of a DaemonSet that the table shows, under their API names. */
interface StatusEntrySpec {
  readonly labels: StringMap;
  readonly creationTimestamp?: string;
  readonly selector: LabelSelector;
  readonly nodeSelector: StringMap;
  readonly updateStrategy: DaemonSetUpdateStrategy;
}

/** One DaemonSet as `daemonscope status -o json` prints it. Its schema is
 *  apps/server/src/cli/query/status.schema.json. */
export interface StatusEntry extends AnswerHead<"DaemonSetStatus">, Partial<StatusEntrySpec> {
  readonly namespace: string;
  readonly name: string;
  readonly generation: number;
  readonly observedGeneration: number;
  readonly resourceVersion: string;
  readonly containers: readonly { readonly name: string; readonly image: string }[];
  readonly minReadySeconds: number;
  /** Present during its deletion. */
  readonly deleting?: true;
  /** The current revision; null until it is known. */
  readonly revision: { readonly revision: number; readonly hash: string } | null;
  /** As the API serves them; zeros are written. */
  readonly reported: DaemonSetCounts;
  /** Null until all objects that it is counted from were read. */
  readonly derived: DaemonSetCounts | null;
  /** Splits the derived numberUnavailable; null with `derived`. `onLeavingNodes` is part of `byNodeLifecycle`. */
  readonly unavailable: UnavailableParts | null;
  readonly disagreements: readonly (Omit<Disagreement, "cause" | "sinceMs"> & { readonly cause: string })[];
  /** `inUse`: a rollout uses the budget. Otherwise `used` counts nodes that only lack an available pod. */
  readonly budget: Pick<Budget, "kind" | "allowed" | "used"> & { readonly inUse: boolean; readonly holders: readonly StatusHolder[] };
  readonly rollout: RolloutState;
  /** The word of the page. */
  readonly word: VerdictWord;
  /** The controller that replaces its pods under OnDelete, with the number of nodes by phase. */
  readonly managedBy?: {
    readonly controller: UpgradeController;
    readonly message: string;
    readonly phases: Readonly<Record<string, number>>;
  };
  /** The owner. Absent if no tool is known to own it. */
  readonly owner?: OwnerEntry;
  /** Nodes that leave it for the time of an upgrade. */
  readonly paused?: {
    readonly controller: UpgradeController;
    readonly message: string;
    readonly count: number;
    readonly nodes: readonly string[];
  };
  /** Joining nodes whose startup taint stays until the agent is Ready there. */
  readonly awaited?: AwaitedAgent & { readonly message: string };
  /** Nodes on their way out that its template selects, by cause. Absent if there are none. */
  readonly leaving?: readonly ReturnType<typeof leavingEntry>[];
  readonly waitsFor?: WaitsForAgent & { readonly message: string };
  /** Times from the creation of a node to its first ready pod, by pool. Absent if no node joined in the last day. */
  readonly joinToReady?: readonly Omit<JoinTimes, "daemonSet">[];
  /** Our inference, never a Kubernetes status. `cause` is absent if nodes stopped wanting the DaemonSet. */
  readonly concern: {
    readonly kind: string;
    readonly message: string;
    readonly nodes: readonly string[];
    readonly cause?: CauseEntry;
  } | null;
  /** What the failing nodes have in common. Absent if there are too few nodes to tell, and if the concern names the
   *  revision that breaks nodes. */
  readonly inCommon?: InCommonAnswer;
  /** Why no node wants it. Absent if a node does. */
  readonly noMatch?: string;
  /** Pods of the current revision that have never been Ready. */
  readonly neverReady?: { readonly revision: number; readonly count: number };
}

const statusHolder = ({ node, pod, cause }: BudgetHolder): StatusHolder => ({
  node,
  pod,
  reason: causeWord(english, cause),
  cause: causeEntry(cause),
});

const leavingEntry = (group: LeavingNodes) => ({
  count: group.count,
  nodes: group.nodes,
  message: leavingText(english, group),
  cause: causeEntry(group.cause),
});

function statusConcern({ concern, hostPorts }: DaemonSetRecord): StatusEntry["concern"] {
  if (concern === null) return null;
  const { kind, detail, nodes } = concern;
  const found = causeOfConcern(concern);
  return {
    kind,
    message: concernText(english, detail, hostPorts),
    nodes,
    ...(found === undefined ? {} : { cause: causeEntry(found.cause, found.detail) }),
  };
}

function managedOf(record: DaemonSetRecord): Pick<StatusEntry, "managedBy" | "paused" | "owner"> {
  const { managedBy, paused, ownership, strategyReverted } = record;
  return {
    ...(ownership === undefined ? {} : { owner: ownerEntry(ownership, reversalOf(record), strategyReverted) }),
    ...(managedBy === undefined
      ? {}
      : {
          managedBy: {
            controller: managedBy.controller,
            message: managedText(english, managedBy, record),
            phases: Object.fromEntries(managedBy.phases.map(({ phase, count }) => [phase, count])),
          },
        }),
    ...(paused === undefined ? {} : { paused: { ...paused, message: pausedText(english, paused) } }),
  };
}

function specOf({ metadata, spec }: KubeDaemonSet): StatusEntrySpec {
  const { labels = {}, creationTimestamp } = metadata;
  return {
    labels,
    ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    selector: spec.selector,
    nodeSelector: spec.template.nodeSelector,
    updateStrategy: spec.updateStrategy,
  };
}

function currentRevision({ revisions }: DaemonSetRecord): StatusEntry["revision"] {
  const current = revisions.find((each) => each.current);
  return current === undefined ? null : { revision: current.revision, hash: current.hash };
}

/** Returns a record for programs: each used budget slot with its node and pod, not grouped. `daemonSet`: undefined if
 *  it no longer exists. */
export function statusEntry(
  record: DaemonSetRecord,
  holders: readonly BudgetHolder[],
  daemonSet: KubeDaemonSet | undefined,
  joins: readonly JoinTimes[] = [],
): StatusEntry {
  const { namespace, name, generation, observedGeneration, resourceVersion, reported, derived, disagreements, budget, rollout } = record;
  const inCommon = inCommonAnswer(record);
  return {
    ...answerHead("DaemonSetStatus"),
    namespace,
    name,
    generation,
    observedGeneration,
    resourceVersion,
    ...(daemonSet === undefined ? {} : specOf(daemonSet)),
    containers: record.containers.map(({ name: container, image }) => ({ name: container, image })),
    minReadySeconds: record.minReadySeconds,
    ...(record.deleting ? { deleting: true } : {}),
    revision: currentRevision(record),
    reported,
    derived,
    unavailable: unavailablePartsOf(record) ?? null,
    disagreements: disagreements.map(({ sinceMs: _, ...each }) => ({ ...each, cause: lagText(english, each.cause) })),
    budget: {
      kind: budget.kind,
      allowed: budget.allowed,
      used: budget.used,
      inUse: budgetInUse(record) !== undefined,
      holders: holders.map(statusHolder),
    },
    rollout,
    word: verdictWordOf(record),
    ...managedOf(record),
    ...(record.leaving === undefined ? {} : { leaving: record.leaving.map(leavingEntry) }),
    ...(record.waitsFor === undefined ? {} : { waitsFor: { ...record.waitsFor, message: waitsForTexts(english, record).join("") } }),
    ...(record.awaited === undefined ? {} : { awaited: { ...record.awaited, message: awaitedText(english, record) ?? "" } }),
    ...(joins.length === 0 ? {} : { joinToReady: joins.map(({ daemonSet: _, ...pool }) => pool) }),
    concern: statusConcern(record),
    ...(inCommon === undefined ? {} : { inCommon }),
    ...(record.nowhere === undefined ? {} : { noMatch: noMatchText(english, record.nowhere) }),
    ...(record.neverReady === undefined ? {} : { neverReady: record.neverReady }),
  };
}
