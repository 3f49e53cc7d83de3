import { expect, it } from "vitest";
import { nearestPaths } from "./nearest-paths.ts";

const PATHS = [
  "daemonsets/kube-system/cilium",
  "daemonsets/logging/fluent-bit",
  "nodes/worker-1",
  "nodes/worker-2",
  "nodes/cilium-gateway",
  "daemonsets",
  "nodes",
  "taints",
];

it.each([
  ["/daemonset/kube-system/cilium", ["daemonsets/kube-system/cilium"]],
  ["/daemonsets/cilium", ["daemonsets/kube-system/cilium"]],
  ["/node/worker-2/", ["nodes/worker-2"]],
  ["/daemonsets/loging/fluent-bitt", ["daemonsets/logging/fluent-bit"]],
  ["/somewhere/else/entirely/flunt-bit", ["daemonsets/logging/fluent-bit"]],
  ["/nothing/like/that-at-all", []],
  ["/nodez/x", ["nodes"]],
  ["/taint", ["taints"]],
  ["/node", ["nodes"]],
  ["default/cilium", ["daemonsets/kube-system/cilium"]],
])("suggests for %s the paths %j", (path, expected) => {
  expect(nearestPaths(path, PATHS)).toEqual(expected);
});
