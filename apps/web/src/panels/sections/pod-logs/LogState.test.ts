import { expect, test } from "vitest";
import { groupLogProblems } from "./LogState.tsx";

const waiting = (pod: string, reason: string) => ({
  pod,
  problem: `container "agent" in pod "${pod}" is waiting to start: ${reason}.`,
});

test("merges equal problems regardless of pod names, the problem with the most pods first; a start is none", () => {
  expect(
    groupLogProblems([
      waiting("p0", "ContainerCreating"),
      waiting("p1", "trying and failing to pull image"),
      { pod: "p2", problem: 'pods "p2" is forbidden; try kubectl.' },
      waiting("p3", "trying and failing to pull image"),
      { pod: "p4", problem: 'pods "p4" is forbidden; try kubectl.' },
      waiting("p5", "trying and failing to pull image"),
    ]),
  ).toEqual([
    { pods: ["p1", "p3", "p5"], kind: "waits", text: "trying and failing to pull image" },
    { pods: ["p2", "p4"], kind: "sentence", text: 'pods "p2" is forbidden; try kubectl.' },
    { pods: ["p0"], kind: "starts", text: "ContainerCreating" },
  ]);
  expect(groupLogProblems([])).toEqual([]);
});
