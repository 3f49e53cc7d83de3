import { unreadyText } from "@daemonscope/words/english/unready-text";
import { describe, expect, it } from "vitest";
import type { Cause } from "../../records/records.ts";
import { unreadyNodes } from "./unready-nodes.ts";

const withNotReady = (nodes: readonly string[], sinceMs = 10, count = nodes.length): { readonly causes: readonly Cause[] } => ({
  causes: [{ state: "nodeUnready", cause: { kind: "nodeNotReady" }, count, nodes, sinceMs }],
});
const missing: { readonly causes: readonly Cause[] } = {
  causes: [{ state: "missing", cause: { kind: "noPod" }, count: 1, nodes: ["n9"], sinceMs: 1 }],
};
const textOf = (records: Parameters<typeof unreadyNodes>[0]) => {
  const found = unreadyNodes(records);
  return found === undefined ? undefined : unreadyText(found);
};
const names = (count: number) => Array.from({ length: count }, (_, at) => `n${String(at).padStart(2, "0")}`);

describe("NotReady nodes over all DaemonSets", () => {
  it.each([
    ["no cause", [missing], undefined],
    ["one agent", [withNotReady(["spot-07"])], "1 node NotReady: spot-07, 1 agent on it"],
    ["seven agents on one node", Array.from({ length: 7 }, () => withNotReady(["spot-07"])), "1 node NotReady: spot-07, 7 agents on it"],
    ["two nodes, not the same agents", [withNotReady(["a"]), withNotReady(["a", "b"])], "2 nodes NotReady: a, b, 3 agents on them"],
    ["more than three nodes", [withNotReady(names(4)), missing], "4 nodes NotReady: n00, n01, n02…, 4 agents on them"],
    ["more nodes than a cause names", [withNotReady(names(50), 10, 80)], "80 nodes NotReady: n00, n01, n02…, 80 agents on them"],
    [
      "two such causes",
      [withNotReady(names(50), 10, 80), withNotReady(["x"])],
      "at least 80 nodes NotReady: n00, n01, n02…, 81 agents on them",
    ],
  ] as const)("counts each node once: %s", (_, records, expected) => {
    expect(textOf(records)).toBe(expected);
  });

  it("has the time of the oldest node", () => {
    expect(unreadyNodes([withNotReady(["a"], 30), withNotReady(["b"], 20)])?.sinceMs).toBe(20);
  });
});
