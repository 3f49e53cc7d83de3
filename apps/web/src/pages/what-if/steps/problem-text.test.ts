import { expect, it } from "vitest";
import { parseManifest } from "./parse-manifest.ts";
import { errorLine } from "./problem-text.ts";

it.each([
  ["a mapping that continues in the wrong column", "kind: DaemonSet\nmetadata:\n  name: a\n namespace: b\n", 4],
  ["a list that is never closed", "kind: DaemonSet\nspec: [a\n", 3],
])("the line of %s is the one that the parser reports", async (_name, text, line) => {
  const read = await parseManifest(text);
  const why = "problem" in read ? String(read.problem) : "";
  expect(why).not.toBe("");
  expect(errorLine({ code: "manifest", params: { why } })).toBe(line);
});

it("a text without a line number has no line to mark", () => {
  expect(errorLine({ code: "manifest", params: { why: "it is empty." } })).toBeUndefined();
  expect(errorLine(undefined)).toBeUndefined();
});
