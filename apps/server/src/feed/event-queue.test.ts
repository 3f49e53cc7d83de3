import { Backpressure } from "@daemonscope/kube-client/flow-control/backpressure";
import { expect, it } from "vitest";
import { EventQueue } from "./event-queue.ts";

const stoppedTime = { elapsedMs: () => 0 };

it("L1 queues events while it is shut, and delivers them in order in batches, later ones behind them", () => {
  const gate = new EventQueue();
  const delivered: number[] = [];
  const send = (number: number) => gate.pass(() => delivered.push(number));
  send(1);
  gate.shut();
  for (const number of [2, 3, 4]) send(number);
  expect(delivered).toEqual([1]);
  expect(gate.openUntil(-1, stoppedTime)).toBe(false);
  send(5);
  expect(delivered).toEqual([1, 2]);
  expect(gate.openUntil(0, stoppedTime)).toBe(true);
  send(6);
  expect(delivered).toEqual([1, 2, 3, 4, 5, 6]);
});

it("opens eventually, even if each turn adds more than its time allows", () => {
  const gate = new EventQueue();
  const delivered: number[] = [];
  let came = 0;
  const comes = (count: number) => {
    for (let one = 0; one < count; one++) {
      const number = came++;
      gate.pass(() => delivered.push(number));
    }
  };
  gate.shut();
  comes(100);
  // Of the events before the opening, only as many pass as time allows.
  expect(gate.openUntil(-1, stoppedTime)).toBe(false);
  expect(delivered).toEqual([0]);
  let turns = 0;
  do comes(10);
  while (!gate.openUntil(-1, stoppedTime) && ++turns < 1000);
  expect(turns).toBe(9);
  expect(delivered).toEqual(Array.from({ length: came }, (_, at) => at));
});

it("counts waiting events of all queues in one pressure, and reports full and free once each", () => {
  const pressure = new Backpressure(3);
  const gates = [new EventQueue(pressure), new EventQueue(pressure)] as const;
  let rooms = 0;
  for (const gate of gates) {
    gate.shut();
    for (let one = 0; one < 2; one++) gate.pass(() => undefined);
  }
  expect([pressure.waiting, pressure.isFull, pressure.timesFull]).toEqual([4, true, 1]);
  pressure.onRoom(() => rooms++);
  gates[0].openUntil(-1, stoppedTime);
  expect([pressure.waiting, rooms]).toEqual([3, 0]);
  gates[1].forget();
  expect([pressure.waiting, pressure.isFull, rooms]).toEqual([1, false, 1]);
  gates[0].openUntil(0, stoppedTime);
  expect([pressure.waiting, rooms, pressure.timesFull]).toEqual([0, 1, 1]);
});
