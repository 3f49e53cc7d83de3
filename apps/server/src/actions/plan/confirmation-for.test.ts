import type { Change } from "@daemonscope/daemonset/actions/changes/change";
import type { UpgradeController } from "@daemonscope/daemonset/records/managed-rollout";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { expect, it } from "vitest";
import type { ActionFacts } from "../send/action-facts.ts";
import { confirmationFor } from "./confirmation-for.ts";

const KEY = "kube-system/proxy";

function confirmed(
  change: Change,
  {
    priorityClassName,
    unwanted,
    controller,
  }: { readonly priorityClassName?: string; readonly unwanted: number; readonly controller?: UpgradeController },
) {
  const facts = {
    nodes: () => Array.from({ length: 50 }),
    daemonSet: () => ({ name: "proxy", desired: 50, priorityClassName }),
    managedBy: () => controller,
    pods: new Map([["kube-system/proxy-a", { key: KEY }]]),
  } as unknown as ActionFacts;
  const ghosts = [{ ghost: "goes", nodes: ["n1"] }];
  return confirmationFor(facts, [change], { daemonSets: [{ key: KEY, unwanted, ghosts }] } as unknown as WhatIfAnswer);
}

const taint: Change = { kind: "taint", nodes: ["n1"], taints: [{ key: "a", value: "b", effect: "NoExecute" }], overwrite: true };
const deletion: Change = { kind: "deletePods", namespace: "kube-system", pods: ["proxy-a"] } as Change;

it.each([
  ["a taint that takes an agent of a critical class from one node of fifty", taint, 1, "system-node-critical", "n1"],
  ["a deleted pod of a critical class", deletion, 0, "system-cluster-critical", "proxy"],
])("%s needs the confirmation by name", (_what, change, unwanted, priorityClassName, name) => {
  expect(confirmed(change, { priorityClassName, unwanted })).toEqual({
    kind: "typed",
    name,
    nodePercent: 2,
    priorityClass: priorityClassName,
  });
});

it.each([
  ["a taint that takes nothing from a critical class", taint, 0, "system-node-critical"],
  ["a taint that takes an agent of no critical class from one node of fifty", taint, 1, undefined],
  ["a deleted pod of no critical class", deletion, 0, undefined],
])("%s needs a button", (_what, change, unwanted, priorityClassName) => {
  expect(confirmed(change, { unwanted, ...(priorityClassName === undefined ? {} : { priorityClassName }) })).toEqual({ kind: "button" });
});

it.each([
  ["a deleted pod", deletion],
  [
    "an edit",
    { kind: "editDaemonSet", namespace: "kube-system", name: "proxy", edit: { kind: "updateStrategyType", to: "RollingUpdate" } } as Change,
  ],
])("R31 %s of a DaemonSet that a controller drives needs the name of the controller", (_what, change) => {
  expect(confirmed(change, { unwanted: 0, controller: "gpu-operator" })).toEqual({
    kind: "typed",
    name: "gpu-operator",
    nodePercent: 2,
    controller: "gpu-operator",
  });
});

it.each<Change>([
  { kind: "label", nodes: ["n1"], labels: { "nvidia.com/gpu-driver-upgrade-state": "upgrade-required" }, overwrite: true },
  { kind: "unlabel", nodes: ["n1"], keys: ["nvidia.com/gpu-driver-upgrade-state"] },
])("R31 a change of a state label needs the name of its controller: $kind", (change) => {
  const typed = { kind: "typed", name: "gpu-operator", nodePercent: 2, controller: "gpu-operator" };
  expect(confirmed(change, { unwanted: 0 })).toEqual(typed);
  const other: Change = { kind: "label", nodes: ["n1"], labels: { "nvidia.com/gpu.present": "true" }, overwrite: true };
  expect(confirmed(other, { unwanted: 0 })).toEqual({ kind: "button" });
});

it.each([
  [5, { kind: "button" }],
  [6, { kind: "typed", name: "6 nodes", nodePercent: 12 }],
])("G43 a change of %d nodes of fifty needs a name above a tenth", (count, confirm) => {
  const nodes = Array.from({ length: count }, (_, at) => `n${at}`);
  expect(confirmed({ ...taint, nodes } as Change, { unwanted: 0 })).toEqual(confirm);
});
