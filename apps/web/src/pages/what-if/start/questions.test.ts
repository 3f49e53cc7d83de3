import { formatSteps } from "@daemonscope/daemonset/actions/steps/format-step";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { expect, test } from "vitest";
import { labelArgument, nextImage, nodesStep, type Pool, poolsOf, stepsOfText } from "./questions.ts";

const node = (name: string, labels: Record<string, string>) => ({ name, labels }) as unknown as NodeRecord;

test("selects pools by their label, the smallest first and control planes last", () => {
  const pools = poolsOf([
    node("cp-1", { "node-role.kubernetes.io/control-plane": "" }),
    node("a-1", { pool: "a" }),
    node("a-2", { pool: "a" }),
    undefined,
    node("g-1", { "eks.amazonaws.com/nodegroup": "g" }),
    node("none", {}),
  ]);
  expect(pools.map(({ name, count, choice }) => [name, count, choice])).toEqual([
    ["g", 1, "-l eks.amazonaws.com/nodegroup=g"],
    ["a", 2, "-l pool=a"],
    ["control-plane", 1, "-l node-role.kubernetes.io/control-plane"],
  ]);
});

test("selects all nodes if no node has a pool", () => {
  const [pool, ...others] = poolsOf([node("n-1", {}), node("n-2", {})]);
  expect([pool?.choice, pool?.count, others]).toEqual(["--all", 2, []]);
  expect(stepsOfText(`taint ${pool?.choice} dedicated=ml:NoExecute`)).toMatchObject([{ kind: "taint", nodes: { kind: "all" } }]);
});

test.each([
  ["fluent/fluent-bit:4.1.1", "fluent/fluent-bit:4.1.2"],
  ["fluent/fluent-bit:4.1.1-r1", "fluent/fluent-bit:4.1.1-r2"],
  ["localhost:5000/agent", "localhost:5000/agent:next"],
  ["agent:latest", "agent:latest-next"],
  ["agent:v9@sha256:0123", "agent:v10"],
])("the next image of %s is %s", (image, next) => {
  expect(nextImage(image)).toBe(next);
});

test("an incomplete text has no step", () => {
  expect(stepsOfText("taint -l pool=a dedicated")).toEqual([]);
  for (const text of ["kubernetes.io/os-", "remove kubernetes.io/os "])
    expect(stepsOfText(`label -l pool=a ${labelArgument(text)}`)).toMatchObject([{ kind: "unlabel", keys: ["kubernetes.io/os"] }]);
});

test("adds nodes like one of the pool, and removes its last nodes", () => {
  const [pool] = poolsOf(["a-1", "a-2", "a-3", "a-4"].map((name) => node(name, { pool: "a" })));
  expect(formatSteps(nodesStep(pool as Pool, 3))).toBe("join 3 like a-1");
  expect(formatSteps(nodesStep(pool as Pool, -1))).toBe("leave a-4");
});
