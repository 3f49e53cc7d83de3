import type { NodeRecord } from "./records.ts";

/** A node that is Ready, and nothing else. */
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
