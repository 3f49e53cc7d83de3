import { expect, test } from "vitest";
import { ruleProblems } from "./rule-ids.mjs";

const RULES = { path: "docs/rules.md", text: "- **P1** The verdict is one of three.\n- **P2** Nothing else counts, see P1.\n" };
const TESTS = { path: "packages/a/src/a.test.ts", text: 'it("P1 runs", () => {});\nit.each([["P2 of %s", 1]])("%s", () => {});' };
const planted: readonly (readonly [string, { readonly path: string; readonly text: string }, string])[] = [
  [
    "defined twice",
    { path: "docs/security.md", text: "| P1 | listens on loopback | here |" },
    "P1 is defined in docs/rules.md and docs/security.md",
  ],
  ["cited by no test", { path: "docs/frames.md", text: "- **F1** Frames add up." }, "F1 (docs/frames.md) is cited by no test"],
  [
    "cited in the name of a test",
    { path: "b.test.ts", text: 'test("T4 F12 a pod", () => {});' },
    "b.test.ts cites T4, which nothing defines",
  ],
  ["cited in a template", { path: "b.spec.ts", text: "it(`S9 by its seed`, run);" }, "b.spec.ts cites S9, which nothing defines"],
  ["cited in a comment of code", { path: "b.ts", text: "/** Decides (rule\n *  P7). */" }, "b.ts cites P7, which nothing defines"],
  ["cited in a document", { path: "README.md", text: "as R8 has it" }, "README.md cites R8, which nothing defines"],
];

test("accepts rules that are defined once and cited by a test", () => {
  expect(ruleProblems([RULES, TESTS])).toEqual([]);
});
test.each(planted)("reports an id that is %s", (_what, file, problem) => {
  expect(ruleProblems([RULES, TESTS, file])).toContain(problem);
});
test("ignores the ids of cases", () => {
  expect(ruleProblems([RULES, TESTS, { path: "a.test.ts", text: 'it("F07 names the quota", () => {});\n// F37' }])).toEqual([]);
});
test("ignores text that only resembles an id: a path, a colour, a time, a code block, the engine", () => {
  const text = '// in V8, 2026-01-02T15:04 and #A1 a M1.5 path\nconst path = "M7 2v9";\n';
  expect(ruleProblems([RULES, TESTS, { path: "icons.tsx", text }, { path: "docs/x.md", text: "```\nK8 x\n``` and `K3`" }])).toEqual([]);
});
