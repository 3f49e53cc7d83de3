import type { Taint, Toleration } from "@daemonscope/kube/objects";
import { describe, expect, test } from "vitest";
import { node } from "../objects.fixture.ts";
import { wantedTaints } from "./node-lifecycle.ts";
import { evictionDelayMs } from "./taint-eviction.ts";

const condition = (type: string, status: string) => ({
  conditions: [
    { type: "Ready", status: "True" },
    { type, status },
  ].slice(type === "Ready" ? 1 : 0),
});
const texts = (taints: readonly Taint[]) => taints.map(({ key, effect }) => `${key.replace("node.kubernetes.io/", "")}:${effect}`);

describe("S51 taints of a node", () => {
  test.each<[string, Parameters<typeof node>[0], readonly string[]]>([
    ["ready", { status: condition("Ready", "True") }, []],
    ["not ready", { status: condition("Ready", "False") }, ["not-ready:NoSchedule", "not-ready:NoExecute"]],
    ["unknown", { status: condition("Ready", "Unknown") }, ["unreachable:NoSchedule", "unreachable:NoExecute"]],
    [
      "one replaces the other",
      { status: condition("Ready", "Unknown"), taints: [{ key: "node.kubernetes.io/not-ready", effect: "NoExecute" }] },
      ["unreachable:NoSchedule", "unreachable:NoExecute"],
    ],
    ["memory", { status: condition("MemoryPressure", "True") }, ["memory-pressure:NoSchedule"]],
    ["disk", { status: condition("DiskPressure", "True") }, ["disk-pressure:NoSchedule"]],
    ["pids", { status: condition("PIDPressure", "True") }, ["pid-pressure:NoSchedule"]],
    ["network", { status: condition("NetworkUnavailable", "True") }, ["network-unavailable:NoSchedule"]],
    ["cordoned", { status: condition("Ready", "True"), unschedulable: true }, ["unschedulable:NoSchedule"]],
    ["uncordoned", { status: condition("Ready", "True"), taints: [{ key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" }] }, []],
    ["never reported", { taints: [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }] }, ["not-ready:NoSchedule"]],
    [
      "others' taints stay",
      { status: condition("Ready", "True"), taints: [{ key: "dedicated", effect: "NoExecute" }] },
      ["dedicated:NoExecute"],
    ],
  ])("S51 %s", (_name, parts, wanted) => {
    expect(texts(wantedTaints(node(parts)))).toEqual(wanted);
  });
});

describe("S53 eviction", () => {
  const a: Taint = { key: "a", effect: "NoExecute" };
  const b: Taint = { key: "b", effect: "NoExecute" };
  const tolerates = (key: string, tolerationSeconds?: number): Toleration => ({
    key,
    operator: "Exists",
    effect: "NoExecute",
    ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
  });
  test.each<[string, readonly Taint[], readonly Toleration[], number | undefined]>([
    ["no NoExecute taint", [{ key: "a", effect: "NoSchedule" }], [], undefined],
    ["untolerated", [a], [], 0],
    ["one of two untolerated", [a, b], [tolerates("a")], 0],
    ["tolerated for ever", [a], [tolerates("a")], undefined],
    ["the least of several", [a, b], [tolerates("a", 300), tolerates("b", 60)], 60_000],
    ["the first match counts", [a], [tolerates("a", 300), tolerates("a", 1)], 300_000],
    ["less than nothing is now", [a], [tolerates("a", -5)], 0],
  ])("S53 %s", (_name, taints, tolerations, wanted) => {
    expect(evictionDelayMs(taints, tolerations)).toBe(wanted);
  });
});
