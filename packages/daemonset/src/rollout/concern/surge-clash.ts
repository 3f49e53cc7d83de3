import type { Budget } from "../../records/budget.ts";
import type { SurgeClash } from "../../records/concern-detail.ts";

interface SurgeFacts {
  readonly budget: Pick<Budget, "kind">;
  readonly hostPorts: readonly number[];
  readonly clashingPorts: readonly number[];
}

/** Returns the reason that new pods cannot run next to the existing old ones; undefined if they can (rule R9). */
export function surgeFails({ budget, clashingPorts }: SurgeFacts): SurgeClash | undefined {
  return budget.kind !== "maxSurge" || clashingPorts.length === 0 ? undefined : { kind: "surgeFails", ports: clashingPorts };
}

/** Returns the reason that the next rollout will fail while this template's ports stay; a notice while no rollout is
 *  under way. */
export function surgeWillFail({ budget, hostPorts }: SurgeFacts): SurgeClash | undefined {
  return budget.kind !== "maxSurge" || hostPorts.length === 0 ? undefined : { kind: "surgeWillFail", ports: hostPorts };
}
