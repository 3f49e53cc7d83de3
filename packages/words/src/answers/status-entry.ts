import type { BudgetHolder } from "@daemonscope/daemonset/budget/budget-holders";
import { budgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import { causeOfConcern } from "@daemonscope/daemonset/causes/concern-cause";
import type { Budget } from "@daemonscope/daemonset/records/budget";
import type { DaemonSetRecord, Disagreement } from "@daemonscope/daemonset/records/records";
import type { RolloutState } from "@daemonscope/daemonset/records/rollout";
import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import { english } from "../english.ts";
import { causeWord } from "../facts/cause-text.ts";
import { concernText } from "../facts/concern-text.ts";
import { lagText } from "../facts/lag-text.ts";
import { type CauseEntry, causeEntry } from "./cause-entry.ts";
import { type InCommonAnswer, inCommonAnswer } from "./in-common-answer.ts";

/** One used budget slot. `reason` is its cause in English: `ImagePullBackOff`, `Terminating`… */
export type StatusHolder = Omit<BudgetHolder, "cause"> & { readonly reason: string; readonly cause: CauseEntry };

/** One DaemonSet as `daemonscope status -o json` prints it. */
export interface StatusEntry {
  readonly namespace: string;
  readonly name: string;
  readonly generation: number;
  readonly observedGeneration: number;
  readonly resourceVersion: string;
  /** As the API serves them; zeros are written. */
  readonly reported: DaemonSetCounts;
  /** Null until all objects that it is counted from were read. */
  readonly derived: DaemonSetCounts | null;
  readonly disagreements: readonly (Omit<Disagreement, "cause" | "sinceMs"> & { readonly cause: string })[];
  /** `inUse`: a rollout uses the budget. Otherwise `used` counts nodes that only lack an available pod. */
  readonly budget: Pick<Budget, "kind" | "allowed" | "used"> & { readonly inUse: boolean; readonly holders: readonly StatusHolder[] };
  readonly rollout: RolloutState;
  /** Our inference, never a Kubernetes status. `cause` is absent if nodes stopped wanting the DaemonSet. */
  readonly concern: {
    readonly kind: string;
    readonly message: string;
    readonly nodes: readonly string[];
    readonly cause?: CauseEntry;
  } | null;
  /** What the failing nodes have in common. Absent if there are too few nodes to tell. */
  readonly inCommon?: InCommonAnswer;
}

const statusHolder = ({ node, pod, cause }: BudgetHolder): StatusHolder => ({
  node,
  pod,
  reason: causeWord(english, cause),
  cause: causeEntry(cause),
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

/** Returns a record for programs: each used budget slot with its node and pod, not grouped. */
export function statusEntry(record: DaemonSetRecord, holders: readonly BudgetHolder[]): StatusEntry {
  const { namespace, name, generation, observedGeneration, resourceVersion, reported, derived, disagreements, budget, rollout } = record;
  return {
    namespace,
    name,
    generation,
    observedGeneration,
    resourceVersion,
    reported,
    derived,
    disagreements: disagreements.map(({ sinceMs: _, ...each }) => ({ ...each, cause: lagText(english, each.cause) })),
    budget: {
      kind: budget.kind,
      allowed: budget.allowed,
      used: budget.used,
      inUse: budgetInUse(record) !== undefined,
      holders: holders.map(statusHolder),
    },
    rollout,
    concern: statusConcern(record),
    ...(record.inCommon === undefined ? {} : { inCommon: inCommonAnswer(record.inCommon) }),
  };
}
