import { expect, test } from "vitest";
import { piecesOf } from "./Pieces.tsx";

test.each([
  ["kube-system/cilium", ["kube-system/", "cilium"]],
  ["KubeletHasDiskPressure", ["Kubelet", "Has", "Disk", "Pressure"]],
  ["DaemonSet kube-system/cilium", ["DaemonSet kube-system/", "cilium"]],
  ["PIDPressure", ["PIDPressure"]],
  ["node.kubernetes.io/instance-type", ["node.kubernetes.io/", "instance-type"]],
  ["", [""]],
])("%s is parted at its joints, and nothing of it is lost", (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces);
  expect(piecesOf(text).join("")).toBe(text);
});
