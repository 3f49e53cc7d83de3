import type { Budget } from "../records/budget.ts";
import type { SurgeClash } from "../records/concern-detail.ts";

interface SurgeFacts {
  readonly budget: Pick<Budget, "kind">;
  readonly hostPorts: readonly number[];
  readonly clashingPorts: readonly number[];
}

/** Why new pods cannot come beside the old ones that are there; undefined when they can (rule R9). */
export function surgeFails({ budget, clashingPorts }: SurgeFacts): SurgeClash | undefined {
  return budget.kind !== "maxSurge" || clashingPorts.length === 0 ? undefined : { kind: "surgeFails", ports: clashingPorts };
}

/** Why the next rollout will not work, while this template's ports stay; a notice while nothing is rolled out. */
export function surgeWillFail({ budget, hostPorts }: SurgeFacts): SurgeClash | undefined {
  return budget.kind !== "maxSurge" || hostPorts.length === 0 ? undefined : { kind: "surgeWillFail", ports: hostPorts };
}
