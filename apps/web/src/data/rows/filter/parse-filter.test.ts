import { expect, test } from "vitest";
import { normalizeText, parseFilter } from "./parse-filter.ts";

const NODES = [
  { texts: ["node-1", "zone=eu1-a", "gpu=a100"], labels: { zone: "eu1-a", gpu: "a100" } },
  { texts: ["node-17", "zone=eu1-b", "dedicated=db:NoSchedule"], labels: { zone: "eu1-b" } },
  { texts: ["control-plane"], labels: {} },
];
const kept = (typed: string) => NODES.filter(parseFilter(typed).keeps).map(({ texts }) => texts[0]);

test.each([
  ["", ["node-1", "node-17", "control-plane"]],
  ["NODE", ["node-1", "node-17"]],
  ["node-1$", ["node-1"]],
  ["^(control|node-17)", ["node-17", "control-plane"]],
  ["!node", ["control-plane"]],
  ["! node-1$", ["node-17", "control-plane"]],
  ["!", ["node-1", "node-17", "control-plane"]],
  ["-f cplane", ["control-plane"]],
  ["-f n17", ["node-17"]],
  ["-l gpu", ["node-1"]],
  ["-l zone in (eu1-a,eu1-b),!gpu", ["node-17"]],
  ["－l ｇｐｕ", ["node-1"]],
  ["dedicated=db:NoSchedule", ["node-17"]],
  ["-l", ["node-1", "node-17", "control-plane"]],
])("%j keeps %j", (typed, names) => {
  expect(kept(typed)).toEqual(names);
});

test.each([
  ["(", "pattern"],
  ["[z-a]", "pattern"],
  [`.${"x".repeat(300)}`, "pattern"],
  ["-l gpu in", "selector"],
  ["-l =", "selector"],
] as const)("%j is no valid expression, is marked as invalid, and is matched literally", (typed, problem) => {
  const filter = parseFilter(typed);
  expect(filter.problem).toBe(problem);
  expect(filter.keeps({ texts: [`before ${typed} after`], labels: {} })).toBe(true);
  expect(NODES.filter(filter.keeps)).toEqual([]);
});

test.each([
  [" Fluent-bit-7x9 ", "fluent-bit-7x9"],
  ["a.b", "a.b"],
  ["", undefined],
  ["!x", undefined],
  ["-l a=b", undefined],
  ["-f abc", undefined],
  ["-fluent", "-fluent"],
  ["^node", undefined],
])("%j matches the text %j", (typed, text) => {
  expect(normalizeText(typed)).toBe(text);
});
