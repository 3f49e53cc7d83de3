import { expect, it } from "vitest";
import { gatedConsumer } from "./gated-consumer.ts";
import { InputGate } from "./input-gate.ts";

const standing = { elapsedMs: () => 0 };

it("L1 what comes while the gate is shut is told in its order when it opens, some at a time, and what comes meanwhile behind it", () => {
  const gate = new InputGate();
  const told: number[] = [];
  const tell = (number: number) => gate.pass(() => told.push(number));
  tell(1);
  gate.shut();
  for (const number of [2, 3, 4]) tell(number);
  expect(told).toEqual([1]);
  expect(gate.openUntil(-1, standing)).toBe(false);
  tell(5);
  expect(told).toEqual([1, 2]);
  expect(gate.openUntil(0, standing)).toBe(true);
  tell(6);
  expect(told).toEqual([1, 2, 3, 4, 5, 6]);
});

it("opens at last though each turn brings more than its time lets in", () => {
  const gate = new InputGate();
  const told: number[] = [];
  let came = 0;
  const comes = (count: number) => {
    for (let one = 0; one < count; one++) {
      const number = came++;
      gate.pass(() => told.push(number));
    }
  };
  gate.shut();
  comes(100);
  // Of what came before it was opened only as much as there is time for.
  expect(gate.openUntil(-1, standing)).toBe(false);
  expect(told).toEqual([0]);
  let turns = 0;
  do comes(10);
  while (!gate.openUntil(-1, standing) && ++turns < 1000);
  expect(turns).toBe(9);
  expect(told).toEqual(Array.from({ length: came }, (_, at) => at));
});

it("an object that cannot be taken in is said by who told it, and where it waited, in a sentence: the next one is told all the same", () => {
  const gate = new InputGate();
  const told: string[] = [];
  const problems: string[] = [];
  const dropPod = (uid: string) => {
    if (uid === "broken") throw new Error("no such thing");
    told.push(uid);
  };
  const consumer = gatedConsumer({ dropPod } as Parameters<typeof gatedConsumer>[0], gate, (text) => problems.push(text));
  expect(() => consumer.dropPod("broken")).toThrow("no such thing");
  gate.shut();
  consumer.dropPod("broken");
  consumer.dropPod("next");
  gate.openUntil(0, standing);
  expect(told).toEqual(["next"]);
  expect(problems).toEqual(["what a watch brought could not be taken in (dropPod): no such thing"]);
});
