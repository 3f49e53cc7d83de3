import { expect, test } from "vitest";
import { simulate } from "./trace.fixture.ts";

test("a play lists its steps by time, and which are done", () => {
  const simulator = simulate("control-plane-taint");
  const named = () => simulator.play?.steps().map(({ name, done }) => `${name}${done ? " done" : ""}`);
  expect(named()).toEqual(["take-taint-off", "taint-again"]);
  const [first] = simulator.play?.steps() ?? [];
  expect(first?.kubectl).toBe("kubectl taint node control-plane node-role.kubernetes.io/control-plane:NoSchedule-");
  simulator.clock.advance((first?.dueAtMs ?? 0) - simulator.clock.nowMs());
  expect(named()).toEqual(["take-taint-off done", "taint-again"]);
});

test("rounds plan their steps at their start, and only the last two rounds are listed", () => {
  const simulator = simulate("tour");
  expect(simulator.play?.steps().map(({ name }) => name)).toContain("release");
  simulator.clock.advance(10 * 60_000);
  const rounds = new Set(simulator.play?.steps().map(({ round }) => round));
  expect(rounds.size).toBe(2);
  expect(simulator.play?.steps().some(({ done }) => !done)).toBe(true);
});

test("a simulator with manual steps has no play", () => {
  expect(simulate("image-update", { manualSteps: true }).play).toBeUndefined();
});
