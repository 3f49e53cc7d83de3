import type { NodeRecord } from "./records.ts";

/** Returns a Ready node without labels and taints. */
export const readyNode = (name: string, more: Partial<NodeRecord> = {}): NodeRecord => ({
  name,
  uid: name,
  labels: {},
  taints: [],
  unschedulable: false,
  ready: "True",
  createdAtMs: 0,
  ...more,
});
