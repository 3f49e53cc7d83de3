import type { Budget } from "../budget/budget.ts";

interface SurgeFacts {
  readonly budget: Pick<Budget, "kind">;
  readonly hostPorts: readonly number[];
  readonly clashingPorts: readonly number[];
}

function onePodOnly(ports: readonly number[]): string {
  return `maxSurge needs two pods on a node, but host ${ports.length === 1 ? "port" : "ports"} ${ports.join(", ")} can be held by one only`;
}

/** Why new pods cannot come beside the old ones that are there; undefined when they can (rule R9). */
export function surgeFails({ budget, clashingPorts }: SurgeFacts): string | undefined {
  if (budget.kind !== "maxSurge" || clashingPorts.length === 0) return undefined;
  return `${onePodOnly(clashingPorts)}: the new pod waits for the old one to go, and the old one for the new one to be available`;
}

/** Why the next rollout will not work, while this template's ports stay; a notice while nothing is rolled out. */
export function surgeWillFail({ budget, hostPorts }: SurgeFacts): string | undefined {
  if (budget.kind !== "maxSurge" || hostPorts.length === 0) return undefined;
  return `the next rollout cannot work: ${onePodOnly(hostPorts)}`;
}
