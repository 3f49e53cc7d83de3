import { expect, test } from "vitest";
import { breakableParts } from "./BreakableText.tsx";

test.each([
  ["kube-system/cilium", ["kube-system/", "cilium"]],
  ["KubeletHasDiskPressure", ["Kubelet", "Has", "Disk", "Pressure"]],
  ["DaemonSet kube-system/cilium", ["DaemonSet kube-system/", "cilium"]],
  ["PIDPressure", ["PIDPressure"]],
  ["node.kubernetes.io/instance-type", ["node.kubernetes.io/", "instance-type"]],
  ["", [""]],
])("%s is split into its parts without loss", (text, pieces) => {
  expect(breakableParts(text)).toEqual(pieces);
  expect(breakableParts(text).join("")).toBe(text);
});
