import { DAEMON_SET_STEPS } from "./daemon-set-steps.ts";
import { NODE_STEPS } from "./node-steps.ts";
import type { Seeded } from "./seeded.ts";
import type { Step, World } from "./step.ts";

const STEPS = [...NODE_STEPS, ...DAEMON_SET_STEPS];
const TOTAL = STEPS.reduce((sum, [weight]) => sum + weight, 0);

/** Returns the next random step. */
export function randomStep(random: Seeded, world: World): Step {
  let at = random.next() * TOTAL;
  for (const [weight, make] of STEPS) {
    at -= weight;
    if (at < 0) return make(random, world);
  }
  throw new Error("the weights do not add up");
}
