import { expect, test } from "vitest";
import { causeProblems, kindsIn } from "./causes.mjs";

const SOURCE = 'export type CauseKind =\n  // Pods\n  | "crash"\n  | "noRoom";\n\nexport type Other = "none";\n';

test("reads the kinds of the table from their type", () => {
  expect(kindsIn(SOURCE)).toEqual(["crash", "noRoom"]);
  expect(causeProblems("", [], {})).toHaveLength(1);
});
test("accepts kinds that a case expects, and those with a reason", () => {
  expect(causeProblems(SOURCE, ['{ kind: "crash", recorded }'], { noRoom: "a reason" })).toEqual([]);
});
test("reports a kind without a case, also if other code names it", () => {
  expect(causeProblems(SOURCE, ['{ kind: "crash" }', 'if (kind === "noRoom")'], {})).toEqual(["noRoom has no case"]);
});
test("reports an exception for a kind that has a case, or that does not exist", () => {
  expect(causeProblems(SOURCE, ['{ kind: "crash" }', '{ kind: "noRoom" }'], { crash: "x", gone: "x" })).toEqual([
    "crash needs no case, but has one",
    "gone needs no case, but is no kind",
  ]);
});
