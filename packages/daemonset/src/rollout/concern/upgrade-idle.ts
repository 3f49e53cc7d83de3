import { HOLDER_NODES_LIMIT } from "../../records/budget.ts";
import type { ManagedRollout, UpgradePhase } from "../../records/managed-rollout.ts";
import type { Concern } from "../../records/rollout.ts";
import type { StallTimeouts } from "./detect-stall.ts";

interface IdleUpgradeFacts {
  readonly managed: ManagedRollout | undefined;
  readonly isDriven: boolean;
  readonly patience: Pick<StallTimeouts, "slowMs">;
  readonly progressAtMs: number | undefined;
  /** Undefined while the model does not remember yet. */
  readonly watchedSinceMs: number | undefined;
}

/** Phases in which no step of the controller has begun. In any other phase it acts, gave up, or waits on purpose. */
const WAITING: ReadonlySet<UpgradePhase> = new Set(["required", "notProcessed"]);

/** Returns the concern about an upgrade that the controller does not continue, and when it begins. No node is in the
 *  middle of its upgrade, and no pod has moved since. Undefined for a phase that is not understood (rule R31). */
export function upgradeIdle(facts: IdleUpgradeFacts): { readonly concern: Concern; readonly atMs: number } | undefined {
  const { managed, isDriven, patience, progressAtMs, watchedSinceMs } = facts;
  if (managed === undefined || !isDriven || watchedSinceMs === undefined) return undefined;
  const open = managed.phases.filter(({ phase }) => phase !== "upgraded");
  if (open.length === 0 || open.some(({ phase }) => !WAITING.has(phase))) return undefined;
  const sinceMs = Math.max(progressAtMs ?? 0, watchedSinceMs);
  const nodes = open.flatMap((each) => each.nodes).sort();
  const count = open.reduce((sum, each) => sum + each.count, 0);
  const detail = { kind: "upgradeIdle", controller: managed.controller, count } as const;
  return {
    concern: { kind: "failing", detail, sinceMs, nodes: nodes.slice(0, HOLDER_NODES_LIMIT), stuck: true },
    atMs: sinceMs + patience.slowMs,
  };
}
