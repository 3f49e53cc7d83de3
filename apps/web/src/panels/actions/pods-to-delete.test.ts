import { cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { Concern } from "@daemonscope/daemonset/records/rollout";
import type { DaemonSetPodsAnswer } from "@daemonscope/shared/http/answers";
import { expect, it } from "vitest";
import { areExcludedByTaint, failingOldPods, misscheduledPods } from "./pods-to-delete.ts";

type Entry = DaemonSetPodsAnswer["nodes"][number];
const entry = (verdict: Entry["verdict"], ...pods: readonly object[]): Entry => ({ node: "n", verdict, cell: 0, pods }) as unknown as Entry;

const onNotReady = cellByte({ state: "misscheduled", oldRevision: false, terminating: false, twoPods: false, nodeUnready: true });

it("P1 names misscheduled pods that remain, except on NotReady nodes, or if they end anyway", () => {
  const nodes = [
    entry("run", { name: "wanted" }),
    entry("keep", { name: "kept" }, { name: "going", terminatingSinceMs: 1 }),
    entry("keep"),
    entry("exclude", { name: "evicted" }),
    { ...entry("keep", { name: "onNotReady" }), cell: onNotReady },
  ];
  expect(misscheduledPods({ nodes })).toEqual(["kept"]);
});

it("R10 names failing pods of old revisions that are not ending", () => {
  const old = { updated: false, available: false, trouble: { kind: "crash" } };
  const nodes = [
    entry("run", { ...old, name: "failing" }, { ...old, name: "going", terminatingSinceMs: 1 }),
    entry("run", { ...old, name: "new", updated: true }, { ...old, name: "starting", trouble: undefined }),
    entry("keep", { ...old, name: "misscheduled" }),
  ];
  expect(failingOldPods({ nodes })).toEqual(["failing"]);
});

it.each([
  ["dedicated=db:NoSchedule", true],
  ["example.com/agent:NoSchedule", true],
  ["node.kubernetes.io/not-ready:NoSchedule", false],
  [undefined, false],
])("R11 offers deletion as a remedy for %s: %s", (taint, isOffered) => {
  const detail = { kind: "misscheduled", count: 2, ...(taint === undefined ? {} : { taint }) } as const;
  const concern: Concern = { kind: "misscheduled", detail, sinceMs: undefined, nodes: [], stuck: false };
  expect(areExcludedByTaint(concern)).toBe(isOffered);
  expect(areExcludedByTaint(null)).toBe(false);
});
