import { describe, expect, it, test } from "vitest";
import { node, pod } from "../objects.fixture.ts";
import { isBeingPreempted, pickOneNode, preemptOnNode } from "./preemption.ts";

const wants = (cpu: string, priority: number, hostPort?: number) => ({
  spec: {
    priority,
    containers: [
      {
        name: "a",
        image: "a:1",
        resources: { requests: { cpu } },
        ...(hostPort === undefined ? {} : { ports: [{ containerPort: 80, hostPort }] }),
      },
    ],
  },
});
const present = (name: string, cpu: string, priority: number, hostPort?: number) =>
  pod({ name, on: "n1", ...wants(cpu, priority, hostPort) });
const coming = (cpu: string, priority: number, hostPort?: number) =>
  pod({ name: "new", phase: "Pending", ...wants(cpu, priority, hostPort) });

describe("S55 the victims of a pod on a node with 4 cpu", () => {
  const victims = (
    ...given: Parameters<typeof preemptOnNode> extends [infer Pod, unknown, infer Others, ...unknown[]] ? [Pod, Others] : never
  ) => {
    const found = preemptOnNode(given[0], node({}), given[1], []);
    return found.kind === "victims" ? found.victims.map(({ metadata }) => metadata.name) : found.reasons;
  };
  test.each<[string, readonly string[], readonly string[]]>([
    ["the pod that takes the capacity", victims(coming("2", 10), [present("low", "3", 0)]), ["low"]],
    ["none of equal priority", victims(coming("2", 10), [present("same", "3", 10)]), ["No preemption victims found for incoming pod"]],
    ["none if that does not help", victims(coming("2", 10), [present("same", "3", 10), present("low", "1", 0)]), ["Insufficient cpu"]],
    ["as few as needed, the least important first", victims(coming("2", 10), [present("a", "2", 1), present("b", "2", 2)]), ["a"]],
    ["a large one, so that a small one stays", victims(coming("3", 10), [present("big", "3", 1), present("small", "1", 0)]), ["big"]],
    ["the pod that uses its port", victims(coming("1", 10, 9100), [present("port", "1", 0, 9100), present("other", "1", 0)]), ["port"]],
  ])("S55 %s", (_name, found, wanted) => {
    expect(found).toEqual(wanted);
  });
  it("S55 of two pods of equal priority the older one stays", () => {
    const since = (name: string, startTime: string) => {
      const other = present(name, "2", 0);
      return { ...other, status: { ...(other.status as object), startTime } };
    };
    const others = [since("young", "2026-01-05T11:00:00Z"), since("old", "2026-01-05T10:00:00Z")];
    expect(victims(coming("2", 10), others)).toEqual(["young"]);
  });
});

describe("S61 disruption budgets", () => {
  const labelled = (name: string, priority: number, labels: Record<string, string>) => {
    const other = present(name, "2", priority);
    return { ...other, metadata: { ...other.metadata, labels } };
  };
  const budget = (matchLabels: Record<string, string>, allowed: number) => ({
    budget: {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: { name: "b", namespace: "default", uid: "b", resourceVersion: "1", creationTimestamp: "2026-01-05T10:00:00Z" },
      spec: { selector: { matchLabels } },
    },
    allowed,
  });
  const found = (others: ReturnType<typeof labelled>[], ...budgets: ReturnType<typeof budget>[]) => {
    const given = preemptOnNode(coming("2", 10), node({}), others, budgets);
    return given.kind === "victims" ? [given.violations, ...given.victims.map(({ metadata }) => metadata.name)] : given.reasons;
  };
  const kept = () => [labelled("kept", 0, { app: "kept" }), labelled("loose", 5, { app: "loose" })];

  it("S61 a pod protected by a budget stays instead of one of higher priority", () => {
    expect(found(kept(), budget({ app: "kept" }, 0))).toEqual([0, "loose"]);
    expect(found(kept())).toEqual([0, "kept"]);
  });
  it("S61 pods within the allowance of a budget are preempted like others", () => {
    expect(found(kept(), budget({ app: "kept" }, 1))).toEqual([0, "kept"]);
  });
  it("S61 budgets do not prevent preemption: violations are counted", () => {
    expect(found(kept(), budget({ app: "kept" }, 0), budget({ app: "loose" }, 0))).toEqual([1, "kept"]);
  });
  it("S61 a budget without a selector, and one of another namespace, protects no pod", () => {
    const elsewhere = budget({ app: "kept" }, 0);
    expect(found(kept(), budget({}, 0))).toEqual([0, "kept"]);
    expect(
      found(kept(), { ...elsewhere, budget: { ...elsewhere.budget, metadata: { ...elsewhere.budget.metadata, namespace: "other" } } }),
    ).toEqual([0, "kept"]);
  });
});

describe("S55 the node with the least harm", () => {
  const NOW_MS = Date.parse("2026-01-05T12:00:00Z");
  const at = (name: string, ...priorities: number[]) => ({
    node: name,
    victims: priorities.map((priority, index) => present(`${index}`, "1", priority)),
    violations: 0,
  });
  const against = (name: string, violations: number, ...priorities: number[]) => ({ ...at(name, ...priorities), violations });
  const started = (name: string, startTime: string) => {
    const candidate = at(name, 5);
    return { ...candidate, victims: candidate.victims.map((victim) => ({ ...victim, status: { startTime } })) };
  };
  test.each([
    ["S61 fewest violated budgets come before all", [against("a", 1, 1), against("b", 0, 9)], "b"],
    ["the lowest priority of the highest victim comes first", [at("a", 5), at("b", 3, 3)], "b"],
    ["then the lowest sum of priorities", [at("a", 5, 4), at("b", 5, 1)], "b"],
    ["then the fewest victims", [at("a", 5, -(2 ** 31)), at("b", 5)], "b"],
    ["then the youngest highest victim", [started("a", "2026-01-05T10:00:00Z"), started("b", "2026-01-05T11:00:00Z")], "b"],
    ["a victim that has not started is the youngest", [started("a", "2026-01-05T10:00:00Z"), at("b", 5)], "b"],
    ["of equal nodes the first", [at("a", 5), at("b", 5)], "a"],
  ])("S55 %s", (_name, candidates, wanted) => {
    expect(pickOneNode(candidates, NOW_MS)?.node).toBe(wanted);
  });
  it("S55 there is no node without candidates", () => {
    expect(pickOneNode([], NOW_MS)).toBeUndefined();
  });
});

it("S55 a pod deleted for another reason is not being preempted", () => {
  const leaving = present("leaving", "1", 0);
  const condition = { type: "DisruptionTarget", status: "True", reason: "DeletionByTaintManager" };
  expect(isBeingPreempted({ ...leaving, status: { conditions: [condition] } })).toBe(false);
});
