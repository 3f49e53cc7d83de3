import { expect, test } from "vitest";
import { FleetRollout } from "./fleet-rollout.ts";

const STEP_MS = 37;
const play = (pieceMs: number) => {
  const rollout = new FleetRollout(200, 100);
  const steps: string[] = [];
  let most = 0;
  for (let ms = 0; !rollout.isOver; ms += pieceMs) {
    for (const { node, step } of rollout.until(ms)) steps.push(`${node} ${step}`);
    most = Math.max(most, 200 - rollout.counts.ready);
  }
  return { steps, most };
};

test("a rollout does not depend on the step size, and each pod passes every stage once in order", () => {
  const { steps } = play(STEP_MS);
  expect(play(1).steps).toEqual(steps);
  expect(new Set(steps).size).toBe(200 * 5);
  expect(steps.filter((each) => each.startsWith("7 "))).toEqual(["7 terminating", "7 gone", "7 created", "7 running", "7 ready"]);
});

test("more than 30 % of 10,000 nodes are not ready during a fast rollout", () => {
  const rollout = new FleetRollout(10_000, 1000);
  let most = 0;
  for (let ms = 0; !rollout.isOver; ms += STEP_MS) {
    for (const _ of rollout.until(ms)) most = Math.max(most, 10_000 - rollout.counts.ready);
  }
  expect(most).toBeGreaterThan(3100);
  expect(new FleetRollout(10_000, 1000).counts).toEqual({ updated: 0, ready: 10_000 });
});
