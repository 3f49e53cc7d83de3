import { expect, it } from "vitest";
import { SinceMemory } from "./since-memory.ts";

it("R22 a pod is missing since it was first seen missing, again after a return, and unknown if missing before", () => {
  const memory = new SinceMemory();
  const recorded = [
    memory.record("n1", true, 10),
    memory.record("n1", true, 20),
    memory.record("n1", false, 30),
    memory.record("n1", true, 40),
    memory.record("n2", true, undefined),
    memory.record("n2", true, 50),
  ];
  expect(recorded).toEqual([10, 10, undefined, 40, undefined, undefined]);
});
