import type { Change } from "@daemonscope/daemonset/actions/changes/change";
import { expect, it } from "vitest";
import { actionMarks } from "./action-marks.ts";

const onNode = (name: string, ...changes: readonly Change[]) => ({ object: { resource: "nodes" as const, name }, changes });
const onPod = (name: string, key: string) => ({
  object: { resource: "pods" as const, namespace: "logging", name },
  changes: [{ kind: "deletePods", namespace: "logging", pods: [name] } satisfies Change],
  pod: { daemonSetKey: key, node: "n1", uid: "u" },
});

it("G44 equal changes of nodes are one mark with all nodes", () => {
  const taint: Change = { kind: "taint", nodes: ["n1", "n2"], taints: [{ key: "a", effect: "NoSchedule" }], overwrite: true };
  const cordon: Change = { kind: "cordon", nodes: ["n2"] };
  expect(actionMarks([onNode("n1", taint), onNode("n2", taint, cordon)], 7)).toEqual([
    { kind: "actedOnNodes", atMs: 7, act: "tainted", nodes: ["n1", "n2"] },
    { kind: "actedOnNodes", atMs: 7, act: "cordoned", nodes: ["n2"] },
  ]);
});

it("G44 each DaemonSet has one mark for its change, and one for any number of deleted pods", () => {
  const edit = (name: string, kind: "restart") => ({
    object: { resource: "daemonsets" as const, namespace: "logging", name },
    changes: [{ kind: "editDaemonSet", namespace: "logging", name, edit: { kind } } satisfies Change],
  });
  expect(actionMarks([edit("a", "restart"), edit("b", "restart"), onPod("a-1", "logging/a"), onPod("a-2", "logging/a")], 7)).toEqual([
    { kind: "acted", atMs: 7, act: "restarted", daemonSet: "logging/a" },
    { kind: "acted", atMs: 7, act: "restarted", daemonSet: "logging/b" },
    { kind: "acted", atMs: 7, act: "podsDeleted", daemonSet: "logging/a" },
  ]);
});
