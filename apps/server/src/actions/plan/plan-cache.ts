import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { PreparedPlan } from "./plan-action.ts";

export const PLAN_TTL_MS = 600_000;
const MAX_PLANS = 200;
const MAX_PLANS_PER_USER = 20;

/** A plan and its owner. */
export interface CachedPlan extends PreparedPlan {
  /** Only this owner can execute it. */
  readonly owner: string;
  readonly untilMs: number;
  /** Set when the plan is executed. */
  actionId: string | undefined;
}

/** Caches plans for ten minutes. Each plan runs once. Size is limited in total and per user; the oldest are evicted. */
export class PlanCache {
  readonly #plans = new Map<string, CachedPlan>();
  readonly #timers: Pick<Timers, "elapsedMs">;

  constructor(timers: Pick<Timers, "elapsedMs">) {
    this.#timers = timers;
  }

  put(made: PreparedPlan, owner: string): void {
    this.#sweep();
    const ownersPlans = [...this.#plans.values()].filter((plan) => plan.owner === owner);
    if (ownersPlans.length >= MAX_PLANS_PER_USER) this.#drop(ownersPlans[0]);
    if (this.#plans.size >= MAX_PLANS) this.#drop([...this.#plans.values()][0]);
    this.#plans.set(made.plan.id, { ...made, owner, untilMs: this.#timers.elapsedMs() + PLAN_TTL_MS, actionId: undefined });
  }

  /** Returns undefined for an expired plan, and for another owner's. */
  get(id: string, owner: string): CachedPlan | undefined {
    this.#sweep();
    const plan = this.#plans.get(id);
    return plan?.owner === owner ? plan : undefined;
  }

  clear(): void {
    this.#plans.clear();
  }

  #drop(plan: CachedPlan | undefined): void {
    if (plan !== undefined) this.#plans.delete(plan.plan.id);
  }

  #sweep(): void {
    const now = this.#timers.elapsedMs();
    for (const [id, plan] of this.#plans) if (plan.untilMs <= now) this.#plans.delete(id);
  }
}
