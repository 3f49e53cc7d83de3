import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { expect, it } from "vitest";
import { shareOf, toggled, worklistGroups } from "./on-delete-rows.ts";

const record = (pool: string) => ({ labels: { pool } }) as unknown as NodeRecord;
const pod = (name: string, createdAtMs: number, more: Partial<PodAnswer> = {}) =>
  ({ name, createdAtMs, updated: false, ...more }) as PodAnswer;
const entry = (node: string, ...pods: readonly PodAnswer[]) => ({ node, verdict: "run" as const, cell: 6, pods });

const ANSWER = {
  nodes: [
    entry("a1", pod("p1", 30)),
    entry("a2", pod("p2", 10)),
    entry("a3", pod("p3", 5, { updated: true })),
    entry("b1", pod("p4", 1)),
    entry("b2", pod("p5", 2, { terminatingSinceMs: 9 })),
    entry("b3"),
    entry("c1", pod("p6", 1, { updated: undefined })),
  ],
};

it("lists old pods by group, oldest first, except terminating, new and unknown ones", () => {
  const groups = worklistGroups(ANSWER, (node) => record(node.slice(0, 1)), "label:pool");
  expect(groups.map(({ name, nodes, rows }) => [name, nodes, rows.map((row) => row.pod)])).toEqual([
    ["a", 3, ["p2", "p1"]],
    ["b", 2, ["p4"]],
  ]);
});

it("selects and clears a group as a whole", () => {
  const one = toggled(new Set(), ["p1"]);
  expect(shareOf(one, ["p1", "p2"])).toBe("some");
  const all = toggled(one, ["p1", "p2"]);
  expect(shareOf(all, ["p1", "p2"])).toBe("all");
  expect([...toggled(all, ["p1", "p2"])]).toEqual([]);
  expect(shareOf(new Set(), ["p1"])).toBe("none");
});
