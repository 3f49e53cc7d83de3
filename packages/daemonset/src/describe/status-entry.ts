import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import type { Budget } from "../budget/budget.ts";
import type { BudgetHolder } from "../budget/budget-holders.ts";
import type { DaemonSetRecord, Disagreement } from "../model/records.ts";
import type { RolloutState } from "../rollout/rollout.ts";
import { concernText } from "./concern-text.ts";
import { lagText } from "./lag-text.ts";

/** One DaemonSet as `daemonscope status -o json` prints it. */
export interface StatusEntry {
  readonly namespace: string;
  readonly name: string;
  readonly generation: number;
  readonly observedGeneration: number;
  readonly resourceVersion: string;
  /** As the API serves them; zeros are written. */
  readonly reported: DaemonSetCounts;
  /** Null while objects that it is counted from were not read. */
  readonly derived: DaemonSetCounts | null;
  readonly disagreements: readonly (Omit<Disagreement, "cause"> & { readonly cause: string })[];
  readonly budget: Pick<Budget, "kind" | "allowed" | "used"> & { readonly holders: readonly BudgetHolder[] };
  readonly rollout: RolloutState;
  /** Our inference, never a Kubernetes status. */
  readonly concern: { readonly kind: string; readonly message: string; readonly nodes: readonly string[] } | null;
}

/** A record for machines: every used place of the budget by its node and pod, not grouped. */
export function statusEntry(record: DaemonSetRecord, holders: readonly BudgetHolder[]): StatusEntry {
  const { namespace, name, generation, observedGeneration, resourceVersion, reported, derived, disagreements, budget, rollout, concern } =
    record;
  return {
    namespace,
    name,
    generation,
    observedGeneration,
    resourceVersion,
    reported,
    derived,
    disagreements: disagreements.map((each) => ({ ...each, cause: lagText(each.cause) })),
    budget: { kind: budget.kind, allowed: budget.allowed, used: budget.used, holders },
    rollout,
    concern: concern === null ? null : { kind: concern.kind, message: concernText(concern.detail), nodes: concern.nodes },
  };
}
