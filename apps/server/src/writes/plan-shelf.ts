import type { Timers } from "../clock.ts";
import type { MadePlan } from "./plan-action.ts";

/** A plan is good for so long. */
export const PLAN_MS = 600_000;
const MOST_PLANS = 200;
const MOST_OF_ONE = 20;

/** A plan, of whom, and which action it became. */
export interface KeptPlan extends MadePlan {
  /** Who made it: nobody else carries it out. */
  readonly owner: string;
  readonly untilMs: number;
  /** The action that it became. */
  actionId: string | undefined;
}

/** Plans that may be carried out: for ten minutes, each once, a bounded number, of one person too. The oldest go first. */
export class PlanShelf {
  readonly #plans = new Map<string, KeptPlan>();
  readonly #timers: Pick<Timers, "elapsedMs">;

  constructor(timers: Pick<Timers, "elapsedMs">) {
    this.#timers = timers;
  }

  put(made: MadePlan, owner: string): void {
    this.#sweep();
    const own = [...this.#plans.values()].filter((plan) => plan.owner === owner);
    if (own.length >= MOST_OF_ONE) this.#drop(own[0]);
    if (this.#plans.size >= MOST_PLANS) this.#drop([...this.#plans.values()][0]);
    this.#plans.set(made.plan.id, { ...made, owner, untilMs: this.#timers.elapsedMs() + PLAN_MS, actionId: undefined });
  }

  /** Undefined for one that is over, and for somebody else's. */
  of(id: string, owner: string): KeptPlan | undefined {
    this.#sweep();
    const plan = this.#plans.get(id);
    return plan?.owner === owner ? plan : undefined;
  }

  clear(): void {
    this.#plans.clear();
  }

  #drop(plan: KeptPlan | undefined): void {
    if (plan !== undefined) this.#plans.delete(plan.plan.id);
  }

  #sweep(): void {
    const now = this.#timers.elapsedMs();
    for (const [id, plan] of this.#plans) if (plan.untilMs <= now) this.#plans.delete(id);
  }
}
