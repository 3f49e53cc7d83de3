import type { Taint, Toleration } from "@daemonscope/kube/objects";
import { describe, expect, test } from "vitest";
import { simulate } from "../../scenarios/trace.fixture.ts";
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
    ["a ready node has none", { status: condition("Ready", "True") }, []],
    ["a node that is not ready", { status: condition("Ready", "False") }, ["not-ready:NoSchedule", "not-ready:NoExecute"]],
    ["a node with unknown readiness", { status: condition("Ready", "Unknown") }, ["unreachable:NoSchedule", "unreachable:NoExecute"]],
    [
      "unreachable replaces not-ready",
      { status: condition("Ready", "Unknown"), taints: [{ key: "node.kubernetes.io/not-ready", effect: "NoExecute" }] },
      ["unreachable:NoSchedule", "unreachable:NoExecute"],
    ],
    ["memory pressure", { status: condition("MemoryPressure", "True") }, ["memory-pressure:NoSchedule"]],
    ["disk pressure", { status: condition("DiskPressure", "True") }, ["disk-pressure:NoSchedule"]],
    ["PID pressure", { status: condition("PIDPressure", "True") }, ["pid-pressure:NoSchedule"]],
    ["no network", { status: condition("NetworkUnavailable", "True") }, ["network-unavailable:NoSchedule"]],
    ["a cordoned node", { status: condition("Ready", "True"), unschedulable: true }, ["unschedulable:NoSchedule"]],
    [
      "an uncordoned node loses its taint",
      { status: condition("Ready", "True"), taints: [{ key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" }] },
      [],
    ],
    [
      "a node that never reported keeps its first taint",
      { taints: [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }] },
      ["not-ready:NoSchedule"],
    ],
    [
      "taints of others stay",
      { status: condition("Ready", "True"), taints: [{ key: "dedicated", effect: "NoExecute" }] },
      ["dedicated:NoExecute"],
    ],
  ])("S51 %s", (_name, parts, wanted) => {
    expect(texts(wantedTaints(node(parts)))).toEqual(wanted);
  });
});

describe("S51 deprecated labels of a node", () => {
  test.each<[string, Record<string, string>, Record<string, string>]>([
    [
      "missing ones are added",
      { "kubernetes.io/os": "linux", "kubernetes.io/arch": "arm64" },
      { "beta.kubernetes.io/os": "linux", "beta.kubernetes.io/arch": "arm64" },
    ],
    [
      "different values are corrected",
      { "kubernetes.io/os": "linux", "beta.kubernetes.io/os": "windows" },
      { "beta.kubernetes.io/os": "linux" },
    ],
    ["without their source none is added", { a: "b" }, {}],
  ])("S51 %s", (_name, labels, added) => {
    const { store, clock } = simulate("hw-rng", { manualSteps: true });
    store.create("nodes", { metadata: { name: "new", labels } });
    clock.advance(1000);
    expect(store.get("nodes", undefined, "new")?.metadata.labels).toEqual({ ...labels, ...added });
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
    ["without a NoExecute taint a pod stays", [{ key: "a", effect: "NoSchedule" }], [], undefined],
    ["an untolerated taint evicts at once", [a], [], 0],
    ["one untolerated taint of two evicts at once", [a, b], [tolerates("a")], 0],
    ["a toleration without seconds has no limit", [a], [tolerates("a")], undefined],
    ["the least time of several taints counts", [a, b], [tolerates("a", 300), tolerates("b", 60)], 60_000],
    ["the first matching toleration counts", [a], [tolerates("a", 300), tolerates("a", 1)], 300_000],
    ["negative seconds evict at once", [a], [tolerates("a", -5)], 0],
  ])("S53 %s", (_name, taints, tolerations, wanted) => {
    expect(evictionDelayMs(taints, tolerations)).toBe(wanted);
  });
});
