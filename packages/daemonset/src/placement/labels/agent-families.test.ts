import { expect, test } from "vitest";
import { agentFamilies } from "./agent-families.ts";

const sets = (...keys: readonly string[]) => keys.map((key) => ({ key }));
const daemonSets = sets("default/agent-a10", "default/agent-t4", "kube-system/cilium", "other/agent-a10");

test("families: DaemonSets that use the label, then names with a common prefix in one namespace", () => {
  const keys = [{ key: "accelerator", values: 2, nodes: 4, users: [0, 1] }];
  expect(agentFamilies({ daemonSets, keys, key: "accelerator" })).toEqual([
    { id: "users", kind: "users", name: "accelerator", keys: ["default/agent-a10", "default/agent-t4"] },
    { id: "default/agent-*", kind: "prefix", name: "default/agent-*", keys: ["default/agent-a10", "default/agent-t4"] },
  ]);
  expect(agentFamilies({ daemonSets: sets("a/x", "a/y"), keys, key: "zone" })).toEqual([]);
});

test("omits a prefix if a longer one has the same members", () => {
  const named = sets("a/node-agent-a10", "a/node-agent-t4", "a/node-exporter");
  expect(agentFamilies({ daemonSets: named, keys: [], key: undefined }).map(({ id, keys }) => [id, keys.length])).toEqual([
    ["a/node-*", 3],
    ["a/node-agent-*", 2],
  ]);
});
