import type { DaemonSetRecord } from "../records/records.ts";
import type { DaemonSetFacts } from "./changes/plan-facts.ts";

/** Converts a DaemonSet's record to the facts of a plan. */
export function daemonSetFactsOf(record: DaemonSetRecord): DaemonSetFacts {
  const { budget, strategy, derived, reported } = record;
  const isBudget = budget.kind === "maxUnavailable" || budget.kind === "maxSurge";
  const written = /^\d+$/.test(budget.spec) ? Number(budget.spec) : budget.spec;
  return {
    namespace: record.namespace,
    name: record.name,
    uid: record.uid,
    generation: record.generation,
    template: record.placement,
    containers: record.containers,
    ...(record.priorityClassName === undefined ? {} : { priorityClassName: record.priorityClassName }),
    selector: record.selector,
    updateStrategy: { type: strategy, ...(isBudget ? { rollingUpdate: { [budget.kind]: written } } : {}) },
    desired: (derived ?? reported).desiredNumberScheduled,
    rollout: record,
    ...(record.ownership === undefined ? {} : { ownership: record.ownership }),
  };
}
